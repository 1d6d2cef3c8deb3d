import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { statementPdf } from '../service/src/features/billing/statement-pdf.ts'
import { letterPdf } from '../service/src/features/notices/letter-pdf.ts'
import { reportPdf } from '../service/src/features/reports/document/report-pdf.ts'
import { people } from '../service/src/features/sandbox/people.ts'
import { inventedNotice, noticeFacts } from '../service/testing/invented/invented-notice.ts'
import { debtsOutline, debtsReportText, given } from '../service/testing/invented/invented-report.ts'
import { inventedStatement } from '../service/testing/invented/invented-statement.ts'
import { runService } from '../service/testing/running-service.ts'
import { mavenCentral, type PinnedFile, pinnedFile } from './pinned-file.ts'

/**
 * `npm run pdf:check` has veraPDF judge our documents by PDF/UA-1 and PDF/A-2a, and exits 1 when one does not
 * conform. It needs Java; veraPDF itself is fetched from Maven Central once, to the user's cache.
 */
async function checkPdfs(): Promise<boolean> {
  if (spawnSync('java', ['-version']).error !== undefined) {
    print('There is no Java on this machine, and veraPDF needs it: nothing was judged.')
    return false
  }
  const program = await pinnedFile(veraPdf)
  const directory = mkdtempSync(join(tmpdir(), 'lastro-pdf-check-'))
  try {
    const files = await writeDocuments(directory)
    const verdicts = standards.flatMap((standard) => judge(program, standard, files))
    for (const verdict of verdicts) printVerdict(verdict)
    return verdicts.length === files.length * standards.length && verdicts.every((one) => one.conforms)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** PDF/UA-1 and PDF/A-2a, as veraPDF calls them. */
const standards = ['ua1', '2a'] as const

/** One file with all that veraPDF needs. */
const veraPdf: PinnedFile = {
  address: `${mavenCentral}/org/verapdf/apps/cli/1.30.2/cli-1.30.2.jar`,
  sha256: '287cc9c9757f99dcff4a2d39b68268245b48103fb6af443162d5a29df2afa332',
}

async function writeDocuments(directory: string): Promise<string[]> {
  const documents: readonly (readonly [string, Buffer])[] = [
    ['report-5-debts', await reportPdf(debtsOutline(debtsReportText(5)), given)],
    ['report-500-debts', await reportPdf(debtsOutline(debtsReportText(500)), given)],
    ['report-every-section', await reportWithEverySection()],
    [
      'report-any-script',
      await reportPdf(debtsOutline(debtsReportText(5).replaceAll('LOJA', anyScript)), given),
    ],
    ['statement', await statementPdf(inventedStatement(), 'pt')],
    [
      'statement-any-script',
      await statementPdf(inventedStatement({ status: 'open', clientName: anyScript }), 'en'),
    ],
    ['letter', await letterPdf(inventedNotice(), paper)],
    ['letter-long', await letterPdf(inventedNotice({ howToContest: 'por carta '.repeat(1_000) }), paper)],
    [
      'letter-any-script',
      await letterPdf(inventedNotice({ recipient: { ...noticeFacts().recipient, name: anyScript } }), paper),
    ],
  ]
  return documents.map(([name, bytes]) => {
    const file = join(directory, `${name}.pdf`)
    writeFileSync(file, bytes)
    return file
  })
}

/** Letters that the usual fonts have not, marks without a letter, signs that no font here has. */
const anyScript = 'Ω Ж שלום شركة ﷺ e\u0301\u0323 \u0700 山田 😀 \ue000'

const paper = { sender: 'Birô Exemplo, Caixa Postal 100, 01031-970 São Paulo/SP', writtenAtMs: given.atMs }

async function reportWithEverySection(): Promise<Buffer> {
  const person = people.find((one) => one.title.en === 'Every section')
  if (person === undefined) throw new Error('The sandbox has lost the person with every section')
  const service = await runService()
  try {
    const answer = await service.call('/sandbox/relatorioAvancado/v2/consulta', {
      as: await service.newSession(),
      headers: { Accept: 'application/pdf' },
      body: { documento: person.document, features: ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES'] },
    })
    if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}`)
    return answer.bytes
  } finally {
    await service.close()
  }
}

type Rule = {
  readonly ruleStatus: string
  readonly clause: string
  readonly testNumber: number
  readonly description: string
  readonly failedChecks: number
}

type Verdict = {
  readonly file: string
  readonly standard: string
  readonly conforms: boolean
  readonly passedChecks: number
  readonly failedChecks: number
  readonly failedRules: readonly Rule[]
}

/** What we read of veraPDF's report. */
type Report = {
  readonly report: {
    readonly jobs: readonly {
      readonly itemDetails: { readonly name: string }
      readonly validationResult?: readonly {
        readonly compliant: boolean
        readonly details: {
          readonly passedChecks: number
          readonly failedChecks: number
          readonly ruleSummaries?: readonly Rule[]
        }
      }[]
    }[]
  }
}

/** A verdict of each file; one that veraPDF could not read has none, and does not pass. */
function judge(program: string, standard: string, files: readonly string[]): Verdict[] {
  const { status, stdout, stderr } = spawnSync(
    'java',
    ['-jar', program, '-f', standard, '--format', 'json', ...files],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  // 1 says that a file does not conform; what is above it, that veraPDF itself failed.
  if (status !== 0 && status !== 1) throw new Error(`veraPDF ended with ${status}: ${stderr}`)
  const { report }: Report = JSON.parse(stdout)
  return report.jobs.flatMap(({ itemDetails, validationResult = [] }) =>
    validationResult.map(({ compliant, details }) => ({
      file: basename(itemDetails.name),
      standard,
      conforms: compliant,
      passedChecks: details.passedChecks,
      failedChecks: details.failedChecks,
      failedRules: details.ruleSummaries?.filter((one) => one.ruleStatus === 'FAILED') ?? [],
    })),
  )
}

function printVerdict({ file, standard, conforms, passedChecks, failedChecks, failedRules }: Verdict): void {
  const word = conforms ? 'conforms' : 'does not conform'
  print(
    `${file.padEnd(28)}${standard.padEnd(5)}${word}: ${passedChecks} checks passed, ${failedChecks} failed`,
  )
  for (const { clause, testNumber, description, failedChecks: count } of failedRules)
    print(`  ${clause}-${testNumber}, ${count} times: ${description}`)
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

if (!(await checkPdfs())) process.exitCode = 1
