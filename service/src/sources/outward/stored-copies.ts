import { setTimeout as wait } from 'node:timers/promises'
import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import { isCut, listedOnly } from '@lastro/rules/reports/listed-only.ts'
import type { Clock } from '../../clock.ts'
import type { CopyKeeper } from '../../features/declared-sources/copies/copy-keeper.ts'
import { openCopy } from '../../features/declared-sources/copies/seal-copy.ts'
import type { CopyStore, SealedCopy, SourceCopy } from '../../features/declared-sources/copies/source-copy.ts'
import {
  type Asker,
  failed,
  isTold,
  type Question,
  type SectionAnswers,
  type ToldAnswer,
} from '../../features/reports/source.ts'
import type { Seal } from '../../features/sealing/sealed-secrets.ts'

export type CopyDeps = {
  readonly store: Pick<CopyStore, 'find'>
  readonly keeper: CopyKeeper
  readonly seal: Seal
  readonly clock: Clock
  /** Told when a copy cannot be read; never given a document. */
  readonly onError: (error: unknown) => void
}

/** Who asks which source for what, on which terms. */
export type CopiesOf = {
  readonly sourceId: string
  readonly question: Question
  readonly asker: Asker
  readonly terms: SourceTerm
}

/** What there are copies of, as they answer the question that was asked. */
export type FoundCopies = ReadonlyMap<SectionId, { readonly answer: ToldAnswer; readonly atMs: number }>

const dayMs = 86_400_000

/** A copy is written after its answer was sent. A query waits at most this long for it before it calls the source. */
const copyWaitMs = 1_000

/** The interval for polling the store for a copy that another process may be writing. */
const copyPollMs = 50

/**
 * The copies that may answer a query. If the source should not be called, waits for those still being written. If the
 * store cannot be read, there are no copies, which is not an error.
 */
export async function findCopies(deps: CopyDeps | undefined, of: CopiesOf): Promise<FoundCopies> {
  const { question, asker, sourceId } = of
  if (deps === undefined || termMsOf(of) === 0) return noCopies
  const id = { clientId: asker.clientId, sourceId, document: question.document }
  try {
    if (asker.mode !== 'call') await within(copyWaitMs, deps.keeper.settled(id), question.signal)
    const nowMs = deps.clock.nowMs()
    const found = await readCopies(deps, of, nowMs)
    // Another process that shares the store may have answered the first query.
    const isRecent = asker.paidAtMs !== undefined && nowMs - asker.paidAtMs < copyWaitMs
    return isRecent && found.size < question.sections.length ? await polledCopies(deps, of) : found
  } catch (error) {
    if (!question.signal.aborted) deps.onError(error)
    return noCopies
  }
}

async function readCopies(deps: CopyDeps, of: CopiesOf, nowMs: number): Promise<FoundCopies> {
  const { question, asker, sourceId } = of
  const { document, sections } = question
  const kept = await deps.store.find({ clientId: asker.clientId, sourceId, document, sections }, nowMs)
  const usable = kept.filter((one) => isInTime(one, of, nowMs))
  return new Map(usable.flatMap((one) => usableCopy(one, openCopy(deps.seal, one), question)))
}

async function polledCopies(deps: CopyDeps, of: CopiesOf): Promise<FoundCopies> {
  let found = noCopies
  for (let waitedMs = 0; waitedMs < copyWaitMs; waitedMs += copyPollMs) {
    await wait(copyPollMs, undefined, { signal: of.question.signal })
    found = await readCopies(deps, of, deps.clock.nowMs())
    if (found.size === of.question.sections.length) break
  }
  return found
}

async function within(ms: number, settled: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (settled === undefined) return
  const done = new AbortController()
  const timeout = wait(ms, undefined, { signal: AbortSignal.any([done.signal, signal]) })
  await Promise.race([settled.finally(() => done.abort()), timeout]).catch((error: unknown) => {
    if (!done.signal.aborted) throw error
  })
}

const noCopies: FoundCopies = new Map()

const termMsOf = ({ terms: { copyDays = 0 } }: Pick<CopiesOf, 'terms'>): number => copyDays * dayMs

/** The contract's word of today counts, and a report is not confirmed by what is older than it. */
function isInTime({ atMs, requestId }: SealedCopy, of: CopiesOf, nowMs: number): boolean {
  const { asker } = of
  const isNewEnough =
    asker.mode !== 'copies' || atMs >= (asker.copiedSinceMs ?? 0) || requestId === asker.requestId
  return isNewEnough && nowMs < atMs + termMsOf(of)
}

/** Half a list passes for no whole one, and what was asked for without contact data says nothing of it. */
function usableCopy(
  { section, atMs }: SealedCopy,
  { answer, isWhole, contactData }: SourceCopy,
  question: Question,
): [SectionId, { answer: ToldAnswer; atMs: number }][] {
  if (question.contactData && !contactData) return []
  const comesWhole = wantsWhole(question, section)
  if (comesWhole && !isWhole) return []
  return [[section, { answer: comesWhole ? answer : withListed(answer), atMs }]]
}

const wantsWhole = ({ wholeLists, united }: Question, section: SectionId): boolean =>
  wholeLists || united.includes(section)

const withListed = (answer: ToldAnswer): ToldAnswer =>
  answer.kind === 'nothing'
    ? answer
    : { ...answer, text: JSON.stringify(listedOnly(JSON.parse(answer.text))) }

/** Hands what a source has told to the keeper, section by section, where its contract keeps copies. */
export function keepCopies(
  deps: CopyDeps | undefined,
  of: CopiesOf,
  answers: SectionAnswers,
  askedAtMs: number,
): void {
  const termMs = termMsOf(of)
  if (deps === undefined || termMs === 0) return
  const { question, asker, sourceId } = of
  for (const section of question.sections) {
    const answer = answers[section]
    // What may be wrong is not repeated later, when nobody would know any more that it was.
    if (answer === undefined || !isTold(answer) || answer.isDoubtful === true) continue
    // A copy that the provider answered from is of the day it was made: its term runs from there.
    const atMs = Math.min(askedAtMs, answer.copy?.atMs ?? askedAtMs)
    deps.keeper.keep({
      clientId: asker.clientId,
      sourceId,
      document: question.document,
      section,
      atMs,
      requestId: asker.requestId,
      keepUntilMs: atMs + termMs,
      copy: {
        answer,
        isWhole:
          wantsWhole(question, section) || answer.kind === 'nothing' || !isCut(JSON.parse(answer.text)),
        contactData: question.contactData,
      },
    })
  }
}

/** Copies in the place of what failed. */
export function withCopies(answers: SectionAnswers, copies: FoundCopies): SectionAnswers {
  if (copies.size === 0) return answers
  return Object.fromEntries(
    Object.entries(answers).map(([section, answer]) => [
      section,
      answer.kind === 'failed' ? (copyOf(copies, section as SectionId, answer.code) ?? answer) : answer,
    ]),
  )
}

/**
 * Copies alone, where the source is not called; and where there is none, what it was paid for before. What there is
 * neither of is not known.
 */
export const copiesAlone = (
  { sections }: Question,
  copies: FoundCopies,
  bought: SectionAnswers = {},
): SectionAnswers =>
  Object.fromEntries(
    sections.map((section) => [
      section,
      copyOf(copies, section) ?? bought[section] ?? failed('source_unavailable'),
    ]),
  )

function copyOf(copies: FoundCopies, section: SectionId, fault?: SourceFault): ToldAnswer | undefined {
  const copy = copies.get(section)
  return copy && { ...copy.answer, copy: { atMs: copy.atMs, ...(fault !== undefined && { fault }) } }
}
