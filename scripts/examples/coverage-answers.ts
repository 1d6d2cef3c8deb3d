import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import { notCoveredHeader } from '@lastro/contract/reports/coverage.ts'
import { degradedHeader, sourcesHeader } from '@lastro/contract/reports/report-operations.ts'
import { type Language, languages } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { receita } from '@lastro/service/data/receita/receita.ts'
import { loadSubjects } from '@lastro/service/features/bureau/load-subjects.ts'
import { type DeclarationOptions, readDeclaration } from '@lastro/service/features/bureau/read-declaration.ts'
import type { Engine } from '@lastro/service/store/engine/tables.ts'
import { importSample } from '../../service/testing/imported-data.ts'
import type { Answer, CallOptions, Session } from '../../service/testing/running-service.ts'
import { lastroImitation } from '../../service/testing/servers/lastro-imitation.ts'
import { deciderOf, shopPolicy } from '../../service/testing/services/decisions.ts'
import { clientWithSources, declaredSource } from '../../service/testing/services/declared-source.ts'
import { productionCreditor } from '../../service/testing/services/listing-service.ts'
import { operatorService } from '../../service/testing/services/operator-service.ts'
import { batchSender, ndjsonOf } from '../../service/testing/services/query-batches.ts'
import { TestClock } from '../../service/testing/test-clock.ts'
import { root } from '../build/manifest.ts'
import { pageWith } from '../write-docs.ts'

const [known, unknown] = [withCheckDigits('111444777'), withCheckDigits('529982247')]
/** The first head office of the invented companies. */
const company = withCheckDigits('010554330001')
const prices = { relatorioBasico: 350, relato: 500, cadastral: 100 }
const day = (text: string) => text as Day

/** The responses on the guide's page about coverage, each from a production service in that situation. */
export async function coverageAnswers(
  engine: Engine,
  language: Language,
): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = {}
  const put = (name: string, asked: string, answer: Answer, member?: string) => {
    shown[name] = answerText(asked, answer, member)
  }

  await inProduction(engine, language, async ({ query, client, operator }) => {
    const as = await client()
    put('empty production', basic, await query(as, unknown))
    const { send } = batchSender(operator, as)
    put(
      'empty production, batch',
      batchLine,
      await send(ndjsonOf([unknown]), { headers: { 'Accept-Language': language } }),
    )
  })

  await inProduction(engine, language, async ({ query, operator, clock }) => {
    const creditor = await productionCreditor(operator, { prices })
    await creditor.inserted({ documento: known })
    clock.add(60_000)
    await operator.runJobs()
    await creditor.renew()
    // A query refreshes the count of creditors.
    await query(creditor.session, unknown)
    put('own listings', basic, await query(creditor.session, unknown))
  })

  await inProduction(engine, language, async ({ query, client, load, operator }) => {
    const as = await client()
    await load(
      Array.from({ length: 9 }, (_, at) => ({
        documento: at === 0 ? known : withCheckDigits(String(200_000_000 + at)),
        registration: { consumerName: 'MARIA DE EXEMPLO' },
        cheques: [],
      })),
    )
    put('nine subjects', basic, await query(as, known))
    put('nine subjects, another document', basic, await query(as, unknown))
    const batch = batchSender(operator, as)
    const id = await batch.sent(ndjsonOf([known, unknown]), { headers: { 'Accept-Language': language } })
    await operator.runJobs()
    const lines = await batch.result(id)
    shown.batch = fenced('json', lines.map((line) => JSON.stringify(stable(line))).join('\n'))
  })

  await inProduction(engine, language, async ({ query, client, load, operator, declared }) => {
    const as = await client({ keyReportDays: 30 })
    await load([{ documento: known, cheques: [] }], { covers: 'check', for: 'cpf', asOf: '2026-11-18' })
    const answer = await query(as, unknown)
    put('cheques declared complete', basic, answer)
    const decider = deciderOf(operator, as)
    const when = { value: 'negative.sum', above: '0.00' } as const
    const [rule] = shopPolicy().rules
    if (rule === undefined) throw new Error('The shop has a rule')
    await decider.save(shopPolicy({ rules: [{ ...rule, id: 'no-debts', when, whenUnknown: 'review' }] }))
    const decided = await decider.decide({ documento: unknown }, { 'Accept-Language': language })
    shown.policy = fenced('json', pretty(stable(decision(decided))))
    await operator.keepAll()
    for (const { id } of await declared())
      await operator.store.bureauCoverage.withdraw(id, { name: 'Olívia', nowMs: Date.parse(now) })
    const path = `/conta/v2/consultas/${answer.headers.get('x-request-id')}/relatorio`
    const kept = await operator.call(path, { as, headers: { 'Accept-Language': language } })
    put('saved report', 'GET /conta/v2/consultas/{requestId}/relatorio', kept, 'report')
    put('after the withdrawal', basic, await query(as, unknown))
  })

  await inProduction(engine, language, async ({ query, client, operator }) => {
    const as = await client()
    const { store, place } = operator
    await importSample({ place, store, clock: new TestClock(now) }, receita, {
      companies: 50,
      seed: 7,
      date: day('2026-11-08'),
    })
    await operator.lookAtData()
    put('public data, company', 'POST /relato/v2/consulta', await query(as, company, 'relato'))
    put('public data, person', basic, await query(as, unknown))
    put('cadastral', 'POST /cadastral/v2/consulta', await query(as, company, 'cadastral'))
  })

  const provider = await lastroImitation()
  try {
    await inProduction(engine, language, async ({ query, load, operator }) => {
      provider.consult = (answer) => void answer.writeHead(500).end()
      const credentials = { clientId: 'cli_ours', clientSecret: 'a secret', apiKey: 'a key' }
      await declaredSource(operator, {
        name: 'parceiro',
        kind: 'lastro',
        url: provider.url,
        credentials,
        price: 130,
        sections: ['listingP', 'check'],
      })
      await operator.lookAtSources()
      const as = await clientWithSources(operator, ['parceiro'], { prices })
      await load([{ documento: known, protests: [] }], { covers: 'notary', for: 'cpf', asOf: '2026-11-18' })
      put('a source that fails', basic, await query(as, unknown))
    })
  } finally {
    provider.close()
  }
  return shown
}

const now = '2026-11-19T10:00:00-03:00'
const basic = 'POST /relatorioBasico/v2/consulta'
const batchLine = 'POST /consultas/v2/lotes?product=relatorioBasico'

type Production = {
  readonly operator: Awaited<ReturnType<typeof operatorService>>
  readonly clock: TestClock
  readonly client: (over?: Partial<ClientContract>) => Promise<Session>
  readonly query: (as: Session, documento: string, product?: string) => Promise<Answer>
  readonly load: (subjects: readonly object[], declaration?: DeclarationOptions) => Promise<void>
  readonly declared: () => Promise<readonly { readonly id: string }[]>
}

/** A production service in which nothing is declared yet. */
async function inProduction(
  engine: Engine,
  language: Language,
  work: (production: Production) => Promise<void>,
): Promise<void> {
  const clock = new TestClock(now)
  const operator = await operatorService(engine, { clock, coverage: 'none' })
  const { store } = operator
  try {
    await work({
      operator,
      clock,
      client: (over = {}) => clientWithSources(operator, [], { prices, ...over }),
      query: (as, documento, product = 'relatorioBasico') => {
        const options: CallOptions = { as, body: { documento }, headers: { 'Accept-Language': language } }
        return operator.call(`/${product}/v2/consulta`, options)
      },
      load: async (subjects, declaration = {}) => {
        const read = readDeclaration(declaration, day('2026-11-19'))
        if (read.kind === 'fault') throw new Error(read.text.en)
        await loadSubjects(
          { subjects: store.subjects, coverage: store.bureauCoverage, clock },
          linesOf(subjects),
          { language: 'en', onRefused: (_, reason) => fail(reason), onProgress: () => undefined },
          read.kind === 'none' ? undefined : { ...read.declaration, declaredBy: 'operador' },
        )
      },
      declared: store.bureauCoverage.list,
    })
  } finally {
    await operator.close()
  }
}

async function* linesOf(subjects: readonly object[]): AsyncGenerator<Buffer> {
  for (const one of subjects) yield Buffer.from(`${JSON.stringify(one)}\n`)
}

function fail(reason: string): never {
  throw new Error(`A line was refused: ${reason}`)
}

const shownHeaders = [
  sourcesHeader.name,
  notCoveredHeader.name,
  degradedHeader.name,
  'X-Billed',
  'X-Billing-Reason',
]

/** The request line, the status, the relevant headers, and the report or the problem. */
function answerText(asked: string, answer: Answer, member = 'report'): string {
  const headers = shownHeaders.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const report = answer.at(`result.${member}`)
  const body = report === undefined ? problem(answer) : report
  return `${fenced('http', [asked, '', String(answer.status), ...headers].join('\n'))}\n\n${fenced('json', pretty(body))}`
}

const problem = (answer: Answer) => ({ code: answer.at('code'), detail: answer.at('detail') })

const decision = (answer: Answer) => {
  const { outcome, decidedBy, notCoveredSections, rules } = answer.at('result') as Record<string, unknown>
  return { outcome, decidedBy, notCoveredSections, rules }
}

/** Without random values. */
const stable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      name === 'requestId' || name === 'at' ? undefined : member,
    ),
  )

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2)

const fenced = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``

export const coveragePage = (language: Language): string => join(root, `docs/guide/${language}/coverage.md`)

/** The page with these responses inserted. */
export const pageWithAnswers = (page: string, answers: Readonly<Record<string, string>>): string =>
  Object.entries(answers).reduce(
    (text, [mark, answer]) => pageWith(text, { path: 'coverage.md', mark, text: answer }),
    page,
  )

if (import.meta.main) {
  for (const language of languages) {
    const path = coveragePage(language)
    const answers = await coverageAnswers('sqlite', language)
    writeFileSync(path, pageWithAnswers(readFileSync(path, 'utf8'), answers))
    process.stdout.write(`${path}\n`)
  }
}
