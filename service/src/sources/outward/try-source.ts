import type { SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import { sectionIds } from '@lastro/contract/reports/sections.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import type { SectionAnswer } from '../../features/reports/source.ts'
import type { OpenSource } from './declared-sources.ts'

/** In the place of a client, whose limits and budget a test has. */
const testsShare = 'operador'

/** A test logs in first, and may wait for a place: it gets the time of a few calls. */
const callsOfTest = 3

/** Asks a source for one document on the operator's account, and tells section by section what was understood. */
export async function trySource(
  { declared, source, state }: OpenSource,
  document: DocumentNumber,
  clock: Clock,
): Promise<SourceTestResult> {
  const covered = source.covers(documentType(document))
  const sections = sectionIds.filter((id) => covered.has(id))
  const begunAtMs = clock.nowMs()
  const answers = await source.ask({
    document,
    sections,
    wholeLists: false,
    united: [],
    contactData: true,
    today: dayAt(begunAtMs),
    asker: {
      clientId: testsShare,
      terms: [{ source: declared.name, paidBy: 'operator' }],
      requestId: '',
      mode: 'call',
    },
    signal: AbortSignal.timeout(declared.timeoutMs * callsOfTest),
  })
  const { lastFault } = state()
  return {
    ...(lastFault !== undefined && lastFault.atMs >= begunAtMs && { fault: lastFault.fault }),
    tookMs: clock.nowMs() - begunAtMs,
    sections: sections.map((section) => ({ section, ...testedOf(answers[section]) })),
  }
}

function testedOf(answer: SectionAnswer | undefined) {
  switch (answer?.kind) {
    case 'found':
      return { outcome: 'found' as const, content: JSON.parse(answer.text) as unknown }
    case 'nothing':
    case 'withheld':
      return { outcome: answer.kind }
    case 'failed':
      return { outcome: 'failed' as const, code: answer.code }
    case undefined:
      return { outcome: 'failed' as const, code: 'source_answer_invalid' as const }
  }
}
