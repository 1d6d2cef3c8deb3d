import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type AnswerOutcome,
  answerOutcomes,
  type CorrectionSubject,
  correctionSubjects,
  type RequestState,
  requestKinds,
  requestStates,
  statementLengthMax,
} from '@lastro/contract/person/request-codes.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { PersonRequest } from '@lastro/rules/person/request.ts'
import { answerRequest } from '@lastro/service/features/person/answer-request.ts'
import { fileLetter } from '@lastro/service/features/person/file-letter.ts'
import { giveFile } from '@lastro/service/features/person/give-file.ts'
import { letterLanguage } from '@lastro/service/features/person/letter-reply.ts'
import {
  openCorrection,
  openDispute,
  type RequestOpened,
} from '@lastro/service/features/person/open-request.ts'
import type { PersonDeps } from '@lastro/service/features/person/person-deps.ts'
import { requestLine } from '@lastro/service/features/person/request-view.ts'
import { settledByTime } from '@lastro/service/features/person/settled-by-time.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import { withPublicData } from '@lastro/service/program/with-public-data.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { type Command, Option } from 'commander'
import { documentAsked } from './document-asked.ts'
import { listingsOf } from './listings/listings-of.ts'
import { refusalOf } from './listings/refusal-of.ts'
import { type CommandAct, onRecord } from './on-record.ts'
import { jsonOption } from './options.ts'
import {
  clock,
  config,
  type Printing,
  print,
  refuse,
  say,
  table,
  tell,
  withStore,
  words,
} from './terminal.ts'

/** What an operator does for the person on file. The document comes from standard input, where no other user sees it. */
export function personCommands(program: Command): void {
  const person = program.command('person').description(
    say({
      pt: 'O titular: o que consta, contestações e correções',
      en: 'The person on file: what is held, disputes and corrections',
    }),
  )
  reading(person)
  acting(person)
}

const documentText = {
  pt: 'CPF ou CNPJ; - lê da entrada padrão',
  en: 'CPF or CNPJ; - reads it from standard input',
}
const identityText = { pt: 'Como a identidade foi conferida', en: 'How identity was checked' }

const ofPerson = (command: Command): Command =>
  command
    .requiredOption('--document <document>', say(documentText), '-')
    .requiredOption('--identity <text>', say(identityText), words)
    .option(...jsonOption)

function reading(person: Command): void {
  person
    .command('requests')
    .description(say({ pt: 'Lista os pedidos dos titulares', en: 'List the requests of people on file' }))
    .addOption(
      new Option('--state <state>', say({ pt: 'Só neste estado', en: 'Only in this state' }))
        .choices(requestStates)
        .default('open'),
    )
    .option(...jsonOption)
    .action(list)
}

function acting(person: Command): void {
  const file = ofPerson(
    person.command('file').description(
      say({
        pt: 'Tudo o que consta de um documento, em JSON ou como carta',
        en: 'Everything that is held of a document, as JSON or as a letter',
      }),
    ),
  )
    .requiredOption('--reason <text>', say({ pt: 'O motivo', en: 'The reason' }), words)
    .option('--letter <file>', say({ pt: 'Escreve a carta neste PDF', en: 'Write the letter to this PDF' }))
  onRecord(file, { operation: 'operadorTitularArquivo', work: give })

  const disputing = ofPerson(
    person
      .command('dispute')
      .description(say({ pt: 'Contesta uma anotação', en: 'Dispute a listing' }))
      .argument('<listingId>'),
  ).requiredOption('--statement <text>', say(statementText), statement)
  onRecord(disputing, { operation: 'operadorTitularContesta', target: idOf, work: dispute })

  const correcting = ofPerson(
    person.command('correct').description(say({ pt: 'Pede uma correção', en: 'Ask for a correction' })),
  )
    .addOption(
      new Option('--subject <subject>', say({ pt: 'O que se corrige', en: 'What is to be corrected' }))
        .choices(Object.keys(correctionSubjects))
        .makeOptionMandatory(),
    )
    .option('--listing <listingId>', say({ pt: 'A anotação, com listing', en: 'The listing, with listing' }))
    .requiredOption('--field <text>', say({ pt: 'O que está errado', en: 'What is wrong' }), words)
    .requiredOption('--statement <text>', say(statementText), statement)
  onRecord(correcting, { operation: 'operadorTitularCorrige', work: correct })

  const answering = person
    .command('answer')
    .description(say({ pt: 'Responde a um pedido', en: 'Answer a request' }))
    .argument('<requestId>')
    .addOption(
      new Option('--outcome <outcome>', say({ pt: 'O que se decidiu', en: 'What was decided' }))
        .choices(answerOutcomes)
        .makeOptionMandatory(),
    )
    .requiredOption('--answer <text>', say({ pt: 'A resposta ao titular', en: 'The answer' }), statement)
    .option(...jsonOption)
  onRecord(answering, { operation: 'operadorTitularResponde', target: idOf, work: answer })
}

const idOf = (id: string): string => id
const statementText = { pt: 'As palavras do titular', en: 'The words of the person' }

const statement = (text: string): string => {
  const said = words(text)
  return said.length <= statementLengthMax
    ? said
    : refuse({
        pt: `O texto passa de ${statementLengthMax} caracteres.`,
        en: `The text is over ${statementLengthMax} characters.`,
      })
}

const depsOf = (store: Store): PersonDeps => ({
  ...store,
  listing: listingsOf(store),
  clock,
  newId: randomUUID,
  contact: config.personContact,
})

type OfPerson = Printing & { document: string; identity: string }

const asking = ({ identity }: OfPerson) => ({ channel: 'operator', by: systemUser(), identity }) as const

async function give(act: CommandAct, options: OfPerson & { reason: string; letter?: string }): Promise<void> {
  const deps = depsOf(act.store)
  const document = await documentAsked(options.document)
  const { reason, letter, json } = options
  const language = letter === undefined ? config.language : letterLanguage
  const file = await withPublicData(config, act.store, (readPublicData) =>
    giveFile({ ...deps, readPublicData }, { document, reason, asking: asking(options) }, language),
  )
  act.target = file.access.requestId
  if (letter === undefined) return tell({ json }, file, JSON.stringify(file, null, 2))
  const path = resolve(config.callerDirectory, letter)
  writeFileSync(path, await fileLetter(file, deps.contact), { mode: 0o600 })
  return tell({ json }, { requestId: file.access.requestId, letter: path }, path)
}

async function dispute(
  act: CommandAct,
  listingId: string,
  options: OfPerson & { statement: string },
): Promise<void> {
  const document = await documentAsked(options.document)
  const asked = { document, listingId, statement: options.statement, asking: asking(options) }
  return opened(act, await openDispute(depsOf(act.store), asked), options)
}

type Correcting = OfPerson & {
  subject: CorrectionSubject
  listing?: string
  field: string
  statement: string
}

async function correct(act: CommandAct, options: Correcting): Promise<void> {
  const { subject, listing: listingId, field } = options
  if ((subject === 'listing') !== (listingId !== undefined)) {
    refuse({
      pt: '--listing vem com --subject listing, e só com ele.',
      en: '--listing comes with --subject listing, and with nothing else.',
    })
  }
  act.target = listingId
  const document = await documentAsked(options.document)
  const asked = { document, subject, listingId, field, statement: options.statement, asking: asking(options) }
  return opened(act, await openCorrection(depsOf(act.store), asked), options)
}

async function opened(act: CommandAct, of: RequestOpened, printing: Printing): Promise<void> {
  switch (of.kind) {
    case 'not_on_file':
      return refuse(problems.not_on_file.detail, 'not_on_file')
    case 'busy':
      return refuse(problems.listing_busy.detail, 'listing_busy')
    case 'refused':
      return refusalOf(of.refused, of.state)
    case 'opened':
      act.target = of.request.id
      return tell(printing, requestFacts(of.request), lineOf(of.request))
  }
}

async function answer(
  { store }: CommandAct,
  id: string,
  { json, ...options }: Printing & { outcome: AnswerOutcome; answer: string },
): Promise<void> {
  const answered = await answerRequest(depsOf(store), { ...options, id, operator: systemUser() })
  switch (answered.kind) {
    case 'unknown':
      return refuse(problems.request_unknown.detail, 'request_unknown')
    case 'answered':
      return refuse(problems.request_answered.detail, 'request_answered')
    case 'not_corrected':
      return refuse(problems.request_not_corrected.detail, 'request_not_corrected')
    case 'busy':
      return refuse(problems.listing_busy.detail, 'listing_busy')
    case 'refused':
      return refusalOf(answered.refused, answered.state)
    case 'done':
      return tell({ json }, requestFacts(answered.request), lineOf(answered.request))
  }
}

const requestFacts = ({ id, kind, dueOn, outcome }: PersonRequest) => ({ id, kind, dueOn, outcome })

const lineOf = ({ id, kind, dueOn, outcome }: PersonRequest): string => `${id}  ${kind}  ${outcome ?? dueOn}`

/** Enough for a screen; the console goes on from there. */
const listedCountMax = 200

async function list({ state, json }: { state: RequestState; json?: true }): Promise<void> {
  const today = dayAt(clock.nowMs())
  const found = await withStore(async (store) => {
    const asked = { state, kind: undefined, today, after: undefined, limit: listedCountMax }
    return settledByTime(depsOf(store), await store.requests.list(asked), today)
  })
  const lines = found.map((one) => requestLine(one, today))
  if (json) return print(JSON.stringify(lines))
  if (lines.length === 0) return print(say({ pt: 'Nenhum pedido.', en: 'No request.' }))
  const rows = lines.map(({ id, kind, document, dueOn, overdue, outcome }) => [
    id,
    say(requestKinds[kind]),
    document,
    dueOn,
    outcome ?? (overdue ? say({ pt: 'atrasado', en: 'overdue' }) : ''),
  ])
  print(table(['id', 'kind', 'document', 'dueOn', 'state'], rows))
}
