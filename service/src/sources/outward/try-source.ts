import type { SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import { type SectionId, sectionIds } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { operatorOnTrail, testOnRecord } from '@lastro/rules/trail/source-test.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { Clock } from '../../clock.ts'
import { combineOccurrences } from '../../features/reports/query/sections/combine-occurrences.ts'
import type { CombinedFor } from '../../features/reports/query/sections/combined.ts'
import { isTold, type SectionAnswer } from '../../features/reports/source.ts'
import type { Recorder } from '../../features/trail/recorder.ts'
import { sectionPrecedence } from '../section-precedence.ts'
import type { OpenSource } from './declared-sources.ts'

/** A test logs in first, and may wait for a slot: it gets the time of a few calls. */
const callsOfTest = 3

export type TestDeps = {
  readonly clock: Clock
  /** Puts the test on record. Nothing is told before. */
  readonly record: Recorder
  /** The debts of the document that have a listing here. */
  readonly readHeld: (document: DocumentNumber, today: Day) => Awaitable<readonly HeldDebt[]>
}

export type TestAsked = {
  readonly document: DocumentNumber
  /** Who of the operator's people asks, and in which request. */
  readonly userId: string
  readonly requestId: string
}

/**
 * Asks a source for one document on the operator's account, and tells section by section what was understood, as a
 * report would show it. It is a consultation of the person like any other, and is on record as one.
 */
export async function trySource(
  { clock, record, readHeld }: TestDeps,
  { declared, source, state }: OpenSource,
  { document, userId, requestId }: TestAsked,
): Promise<SourceTestResult> {
  const covered = source.covers(documentType(document))
  const sections = sectionIds.filter((id) => covered.has(id))
  const begunAtMs = clock.nowMs()
  const today = dayAt(begunAtMs)
  const answers = await source.ask({
    document,
    sections,
    wholeLists: false,
    united: [],
    contactData: true,
    today,
    asker: {
      // The limits and the budget of a test are those of a client.
      clientId: operatorOnTrail,
      terms: [{ source: declared.name, paidBy: 'operator' }],
      requestId,
      mode: 'call',
    },
    signal: AbortSignal.timeout(declared.timeoutMs * callsOfTest),
  })
  const tookMs = clock.nowMs() - begunAtMs
  const { lastFault } = state()
  const view = { wholeLists: false, today, held: await readHeld(document, today) }
  const isAnswered = sections.some((section) => isTold(answers[section]))
  const tested = { document, userId, requestId, source: declared.name, isAnswered, atMs: clock.nowMs() }
  await record('production', testOnRecord(tested))
  return {
    ...(lastFault !== undefined && lastFault.atMs >= begunAtMs && { fault: lastFault.fault }),
    tookMs,
    sections: sections.map((section) => ({
      section,
      ...testedOf(shownOf(section, answers[section], view)),
    })),
  }
}

/** Nothing is shown to an operator that no report may show: what has a listing here, or is past its five years. */
function shownOf(
  section: SectionId,
  answer: SectionAnswer | undefined,
  view: CombinedFor,
): SectionAnswer | undefined {
  const precedence = sectionPrecedence[section]
  return answer?.kind === 'found' && precedence?.rule === 'occurrences'
    ? combineOccurrences(precedence, [{ source: '', answer }], view).answer
    : answer
}

function testedOf(answer: SectionAnswer | undefined) {
  switch (answer?.kind) {
    case 'found':
      return { outcome: 'found' as const, content: JSON.parse(answer.text) as unknown }
    case 'nothing':
    case 'withheld':
    case 'uncovered':
      return { outcome: answer.kind }
    case 'failed':
      return { outcome: 'failed' as const, code: answer.code }
    case undefined:
      return { outcome: 'failed' as const, code: 'source_answer_invalid' as const }
  }
}
