import { WatchRequest, watchLineCountMax } from '@lastro/contract/alerts/alert-registrations.ts'
import { watchColumns } from '@lastro/contract/alerts/watch-columns.ts'
import { fill, problems } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Clock } from '../../../clock.ts'
import { type BodyLine, readBody } from '../../../csv/read-body.ts'
import { type ReadRecord, recordReader } from '../../../csv/read-records.ts'
import { lineError } from '../../../http/body/line-error.ts'
import { validator } from '../../../http/body/validate.ts'
import type { FieldError, Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { WatchedDocument } from '../alert.ts'
import type { WatchedDocumentStore } from '../alert-store.ts'

export type WatchLinesDeps = {
  readonly documents: Pick<WatchedDocumentStore, 'insert'>
  readonly clock: Clock
  /** By the clock of the register that the documents are watched in. */
  readonly nowMs: () => number | Promise<number>
  /** Throws where whoever sends the body may not any more; asked before each commit. */
  readonly admit: () => Promise<void>
}

export type WatchLinesSending = {
  readonly format: 'ndjson' | 'csv'
  readonly language: Language
  readonly watch: (request: WatchRequest) => Promise<WatchedDocument | Refusal>
}

/** A registration is a few dozen bytes; a line of a batch has the same limit, and the same words for it. */
const lineBytesMax = 16 * 1024

/** Few enough that others never wait long for their turn to write, enough that a commit is worth its cost. */
const commitLineCount = 250

/** A line with more than this is not mended by naming the rest. */
const errorCountMax = 3

type Settled = { readonly status: 'created' | 'existing' | 'invalid'; readonly answer: string }
type Counts = { lines: number } & Record<Settled['status'], number>

/**
 * Takes in registrations line by line, no faster than they are committed, and yields an answer for each; the last
 * counts them. A line whose document is watched already is left as it is, so that a body may be sent again whole.
 */
export async function* watchLines(
  deps: WatchLinesDeps,
  sending: WatchLinesSending,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<string> {
  const counts: Counts = { lines: 0, created: 0, existing: 0, invalid: 0 }
  for await (const lines of readLines(sending, body)) {
    for (let from = 0; from < lines.length; from += commitLineCount) {
      // Before its lines are judged: what they may name is asked of the contract of now.
      await deps.admit()
      const settled = await settle(deps, await entriesOf(lines.slice(from, from + commitLineCount), sending))
      for (const { status } of settled) counts[status] += 1
      counts.lines += settled.length
      yield settled.map((one) => one.answer).join('')
    }
  }
  yield `${JSON.stringify({ end: counts })}\n`
}

type Entry = { readonly line: number; readonly content: WatchedDocument | readonly FieldError[] }

const readLines = (
  { format }: WatchLinesSending,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<BodyLine<Read>[]> => {
  const read = recordReader(format, watchColumns)
  return readBody<Read>(body, { lineBytesMax, lineCountMax: watchLineCountMax, read, past: tooMany })
}

async function entriesOf(lines: readonly BodyLine<Read>[], sending: WatchLinesSending): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const { line, read } of lines) entries.push({ line, content: await contentOf(read, sending) })
  return entries
}

type Read = ReadRecord | typeof tooMany

const tooMany = {
  kind: 'unreadable',
  faults: [{ fault: 'too_many_lines', field: '(line)', values: { limit: String(watchLineCountMax) } }],
} as const

const contentOf = async (
  read: Exclude<Read, { kind: 'heading' }>,
  sending: WatchLinesSending,
): Promise<Entry['content']> =>
  read.kind === 'value'
    ? watchIn(read.value, sending)
    : read.faults
        .slice(0, errorCountMax)
        .map(({ field, fault, values }) => lineError(field, fault, sending.language, values))

const watchLine = validator(WatchRequest)

async function watchIn(
  value: unknown,
  { format, language, watch }: WatchLinesSending,
): Promise<WatchedDocument | readonly FieldError[]> {
  const asked = format === 'csv' ? withEvents(value as Readonly<Record<string, string>>) : value
  if (!watchLine.accepts(asked)) return watchLine.errorsOf(asked, language).slice(0, errorCountMax)
  const watched = await watch(asked)
  return isRefusal(watched) ? errorsOf(watched, language) : watched
}

/** A cell holds a text, so the events in it are separated by blanks. */
const withEvents = ({ events, ...rest }: Readonly<Record<string, string>>): unknown =>
  events === undefined ? rest : { ...rest, events: events.split(/\s+/) }

const errorsOf = ({ code, errors, values }: Refusal, language: Language): readonly FieldError[] =>
  errors ?? [{ field: fieldOf(code), code, message: fill(problems[code].detail[language], values ?? {}) }]

/** A policy may be refused for itself, or because the contract does not open it; the rest is about the document. */
const fieldOf = (code: Refusal['code']): string =>
  code.startsWith('policy_') || code === 'product_not_contracted' ? 'policy' : 'documento'

async function settle(
  { documents, clock, nowMs }: WatchLinesDeps,
  entries: readonly Entry[],
): Promise<readonly Settled[]> {
  // From its commit on, and not from when its body began: a body may take hours.
  const createdAtMs = await nowMs()
  const wanted = entries
    .map(({ content }) => content)
    .filter(isWatch)
    .map((one) => ({ ...one, createdAtMs }))
  // A document that comes twice in one body is registered by its first line.
  const first = [...new Map(wanted.toReversed().map((one) => [one.document, one])).values()]
  const outcomes = await documents.insert(first, clock.nowMs())
  const byDocument = new Map(outcomes.map((one) => [one.document.document, one]))
  return entries.map(({ line, content }): Settled => {
    if (isErrors(content)) return answered(line, 'invalid', { errors: content })
    const outcome = byDocument.get(content.document)
    if (outcome === undefined) throw new Error('The store answered for no registration')
    return answered(line, outcome.document.id === content.id ? 'created' : 'existing', {
      id: outcome.document.id,
    })
  })
}

const isWatch = (content: Entry['content']): content is WatchedDocument => !isErrors(content)
const isErrors = (content: Entry['content']): content is readonly FieldError[] => Array.isArray(content)

const answered = (line: number, status: Settled['status'], rest: object): Settled => ({
  status,
  answer: `${JSON.stringify({ line, status, ...rest })}\n`,
})
