import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  fstatSync,
  ReadStream,
  type Stats,
  type WriteStream,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Text } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import {
  type DeclarationOutcome,
  type LoadCount,
  type LoadDeclaration,
  loadSubjects,
} from '@lastro/service/features/bureau/load-subjects.ts'
import {
  type DeclarationOptions,
  publicName,
  readDeclaration,
  validDaysUsual,
} from '@lastro/service/features/bureau/read-declaration.ts'
import { sampleSubjects } from '@lastro/service/features/bureau/sample/sample-subjects.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import type { Command } from 'commander'
import { progressBar } from '../bars/progress-bar.ts'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, printError, refuse, say, tell } from '../terminal.ts'
import { awaitReplicas } from './await-replicas.ts'
import { coverageCommands, coveredText } from './coverage-commands.ts'

/** Past this many, refused lines go to a file if one is named, not over the screen. */
const refusedShownMax = 100

export function bureauCommands(program: Command): void {
  const bureau = program.command('bureau').description(say({ pt: 'Dados do birô', en: "The bureau's data" }))
  const loading = bureau
    .command('load')
    .description(
      say({
        pt: 'Carrega NDJSON, um sujeito por linha; - lê da entrada',
        en: 'Load NDJSON, one subject a line; - reads standard input',
      }),
    )
    .argument('<file>')
    .option(
      '--refused <file>',
      say({
        pt: 'Grava aqui o número e o motivo de cada linha recusada',
        en: 'Write the number and reason of every refused line here',
      }),
    )
    .option(
      '--strict',
      say({ pt: 'Termina com código 1 se alguma for recusada', en: 'Exit with code 1 if any is refused' }),
    )
    .option(
      '--covers <sections>',
      say({
        pt: 'Declara que o arquivo tem estas seções para todos os documentos, como check,notary. Uma carga completa limpa o que o arquivo omite',
        en: 'Declare that the file has these sections for every document, such as check,notary. A complete load clears what the file omits',
      }),
    )
    .option(
      '--for <types>',
      say({ pt: 'Para quais documentos: cpf,cnpj', en: 'For which documents: cpf,cnpj' }),
    )
    .option(
      '--as-of <day>',
      say({ pt: 'O dia dos dados, como 2026-11-18', en: 'The day of the data, such as 2026-11-18' }),
    )
    .option(
      '--partial',
      say({
        pt: 'O arquivo tem só parte dos dados: a carga não limpa nada',
        en: 'The file has only part of the data: the load clears nothing',
      }),
    )
    .option(
      '--valid-days <number>',
      say({
        pt: `Por quantos dias depois de --as-of a declaração vale; ${validDaysUsual} se omitido`,
        en: `For how many days after --as-of the declaration is in force; ${validDaysUsual} by default`,
      }),
    )
    .option(...jsonOption)
  onRecord(loading, { operation: 'comandoBiroCarrega', work: load })
  coverageCommands(bureau)
  bureau
    .command('sample')
    .description(
      say({ pt: 'Escreve sujeitos inventados, para testes', en: 'Write invented subjects, for tests' }),
    )
    .requiredOption('--count <number>', say({ pt: 'Quantos', en: 'How many' }))
    .option(
      '--seed <number>',
      say({ pt: 'A mesma semente dá os mesmos sujeitos', en: 'The same seed gives the same subjects' }),
      '1',
    )
    .action(sample)
}

type LoadOptions = Printing & DeclarationOptions & { refused?: string; strict?: true }

async function load(act: CommandAct, file: string, options: LoadOptions): Promise<void> {
  const declaration = declared(options)
  await refuseOneFile(file, options.refused)
  const stream = file === '-' ? process.stdin : await openedFile(resolve(config.callerDirectory, file))
  const bar = await loadBar(stream, file, options.json !== true)
  const refusals = await refusalWriter(options.refused, bar.clear)
  const count = await loadSubjects(
    {
      subjects: act.store.subjects,
      coverage: act.store.bureauCoverage,
      clock,
      isFast: config.fastLoad,
    },
    stream as AsyncIterable<Buffer>,
    {
      language: config.language,
      onRefused: refusals.write,
      onProgress: bar.tell,
    },
    declaration,
  )
  bar.clear()
  await awaitReplicas(act.store)
  const isWritten = await refusals.close(count)
  tell(
    options,
    count,
    [account(count), outcomeText(count.declaration)].filter((one) => one !== '').join('\n'),
  )
  if (!isWritten) unwritten()
  failUndeclared(act, count.declaration)
  if (options.strict && count.refused > 0) {
    act.outcome = 'lines_refused'
    process.exitCode = 1
  }
}

function declared(options: LoadOptions): LoadDeclaration | undefined {
  const read = readDeclaration(options, dayAt(clock.nowMs()))
  if (read.kind === 'fault') return refuse(read.text)
  return read.kind === 'none' ? undefined : { ...read.declaration, declaredBy: systemUser() }
}

function outcomeText(outcome: DeclarationOutcome | undefined): string {
  if (outcome?.kind !== 'declared') return ''
  const cleared = say({
    pt: `documentos que perderam uma seção omitida no arquivo: ${outcome.cleared}`,
    en: `documents that lost a section omitted by the file: ${outcome.cleared}`,
  })
  return [cleared, ...outcome.coverage.map(coveredText)].join('\n')
}

/** The lines were loaded, but nothing was declared. */
function failUndeclared(act: CommandAct, outcome: DeclarationOutcome | undefined): void {
  if (outcome === undefined) return
  const fail = (code: string, text: Text) => {
    act.outcome = code
    process.exitCode = 1
    printError(say(text))
  }
  if (outcome.kind === 'lines_refused') {
    fail('lines_refused', {
      pt: 'Nada foi declarado nem limpo: há linhas recusadas, e os documentos delas pareceriam sem restrições. Corrija as linhas e carregue o arquivo inteiro de novo, ou declare --partial.',
      en: 'Nothing was declared or cleared: lines were refused, and their documents would look clear. Fix the lines and load the whole file again, or declare --partial.',
    })
  } else if (outcome.kind === 'empty_file') {
    fail('empty_file', {
      pt: 'Nada foi declarado nem limpo: o arquivo está vazio. Confira o programa que o gera. Se realmente nada consta, carregue uma linha com a lista vazia, como {"documento":"…","cheques":[]}.',
      en: 'Nothing was declared or cleared: the file is empty. Check the program that writes it. If there really is nothing on file, load a line with an empty list, such as {"documento":"…","cheques":[]}.',
    })
  } else if (outcome.superseded.length > 0) {
    fail('superseded', {
      pt: `Seções não declaradas, porque uma carga que começou depois desta já as substituiu: ${sectionsText(outcome)}.`,
      en: `Sections not declared, because a load that started after this one has already replaced them: ${sectionsText(outcome)}.`,
    })
  }
}

const sectionsText = ({ superseded }: Extract<DeclarationOutcome, { kind: 'declared' }>): string =>
  superseded.map(({ section, documentType }) => `${publicName(section)} ${documentType}`).join(', ')

/** Opening the file for refused lines empties it, so it must not be the one that is read. */
async function refuseOneFile(file: string, refused: string | undefined): Promise<void> {
  if (refused === undefined) return
  const [read, written] = await Promise.all([
    file === '-' ? fstatSync(process.stdin.fd) : found(resolve(config.callerDirectory, file)),
    found(resolve(config.callerDirectory, refused)),
  ])
  if (written?.isFile() && read?.dev === written.dev && read.ino === written.ino) {
    refuse({
      pt: '--refused indica o próprio arquivo a carregar. Indique outro.',
      en: '--refused names the very file to load. Name another.',
    })
  }
}

const found = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined)

async function openedFile(path: string): Promise<ReadStream> {
  if ((await found(path))?.isDirectory()) unopened()
  return opened(createReadStream(path, { highWaterMark: 1 << 18 }))
}

async function opened<Stream extends ReadStream | WriteStream>(stream: Stream): Promise<Stream> {
  try {
    await once(stream, 'open')
    return stream
  } catch {
    return unopened()
  }
}

const unopened = (): never =>
  refuse({
    pt: 'O arquivo não pôde ser aberto. Confira o caminho.',
    en: 'The file could not be opened. Check the path.',
  })

const unwritten = (): never =>
  refuse({
    pt: 'O arquivo de --refused não pôde ser gravado por inteiro. Há espaço no disco?',
    en: 'The file of --refused could not be written whole. Is there room on the disk?',
  })

const account = ({ read, kept, refused, withoutNotice }: LoadCount): string => {
  const rows = say({
    pt: `${read} lidas = ${kept} guardadas + ${refused} recusadas`,
    en: `${read} read = ${kept} kept + ${refused} refused`,
  })
  if (withoutNotice === 0) return rows
  const unshown = say({
    pt: `dívidas e cheques guardados, não mostrados (sem comunicação): ${withoutNotice}`,
    en: `debts and cheques kept, not shown (no notice): ${withoutNotice}`,
  })
  return `${rows}; ${unshown}`
}

/** How far a load is: by the bytes that were read of its file, where there is one, and by what is kept of them. */
async function loadBar(stream: NodeJS.ReadableStream, file: string, isForPeople: boolean) {
  const bar = progressBar({ pt: 'linhas', en: 'lines' }, isForPeople)
  const size = (await found(resolve(config.callerDirectory, file)))?.size ?? 0
  const share = (): number | undefined =>
    stream instanceof ReadStream && size > 0 ? stream.bytesRead / size : undefined
  return {
    clear: bar.clear,
    tell: ({ read, kept, refused }: LoadCount) => {
      const readShare = share()
      bar.tell({ count: read, share: readShare && (readShare * (1 + (kept + refused) / read)) / 2 })
    },
  }
}

async function refusalWriter(path: string | undefined, clear: () => void) {
  const file =
    path === undefined ? undefined : await opened(createWriteStream(resolve(config.callerDirectory, path)))
  // The load goes on without the file; `close` tells of it.
  file?.on('error', () => undefined)
  let shown = 0
  return {
    write: (line: number, reason: string) => {
      const text = say({ pt: `linha ${line}: ${reason}`, en: `line ${line}: ${reason}` })
      file?.write(`${text}\n`)
      if (shown < refusedShownMax) {
        clear()
        printError(text)
      }
      shown += 1
    },
    /** Whether every line reached the file, where there is one. */
    close: async ({ refused }: LoadCount): Promise<boolean> => {
      const unseen = refused - refusedShownMax
      if (unseen > 0 && file === undefined) {
        printError(
          say({
            pt: `… e mais ${unseen}. Use --refused ARQUIVO para ter todas.`,
            en: `… and ${unseen} more. Use --refused FILE to have them all.`,
          }),
        )
      }
      if (file === undefined) return true
      return finished(file.end()).then(
        () => true,
        () => false,
      )
    },
  }
}

async function sample({ count, seed }: { count: string; seed: string }): Promise<void> {
  if (!/^\d{1,9}$/.test(count) || !/^\d{1,9}$/.test(seed)) {
    refuse({ pt: '--count e --seed são números inteiros.', en: '--count and --seed are whole numbers.' })
  }
  const bar = progressBar({ pt: 'sujeitos', en: 'subjects' }, !process.stdout.isTTY)
  let text = ''
  let written = 0
  for (const subject of sampleSubjects({
    count: Number(count),
    seed: Number(seed),
    today: dayAt(clock.nowMs()),
  })) {
    text += `${JSON.stringify(subject)}\n`
    written += 1
    if (text.length < 1 << 18) continue
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    text = ''
    bar.tell({ count: written, share: written / Number(count) })
  }
  bar.clear()
  process.stdout.write(text)
}
