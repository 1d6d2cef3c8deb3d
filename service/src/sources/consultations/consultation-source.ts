import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { addYears, dayAt, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { monthAt } from '@lastro/rules/calendar/month.ts'
import { countedOnce } from '@lastro/rules/trail/counted-once.ts'
import type { Clock } from '../../clock.ts'
import type { ClientStore } from '../../features/clients/client-store.ts'
import {
  coversAlways,
  type Question,
  type SectionAnswer,
  type Source,
} from '../../features/reports/source.ts'
import type { TrailStore } from '../../features/trail/trail-store.ts'

/** The segment of a client whose contract names none. */
const segmentDefault = 'OUTROS'

type Deps = {
  readonly trail: Pick<TrailStore, 'consultedBy'>
  readonly clients: Pick<ClientStore, 'clientSegments'>
  readonly clock: Clock
}

/** Who consulted a document in the last year, by month and segment, from our own trail; never by name. */
export function consultationSource({ trail, clients, clock }: Deps, environment: Environment): Source {
  return {
    name: 'consultations',
    ...coversAlways(['inquiry']),
    ask: async (question) => {
      const nowMs = clock.nowMs()
      const fromMs = startOfDayMs(addYears(dayAt(nowMs), -1))
      const shown = await trail.consultedBy(environment, question.document, { fromMs, untilMs: nowMs })
      const consulted = countedOnce(shown)
      if (consulted.length === 0) return { inquiry: { kind: 'nothing' } }
      const segments = await clients.clientSegments([...new Set(consulted.map((one) => one.clientId))])
      const counts = new Map<string, number>()
      for (const { clientId, atMs } of consulted) {
        const key = `${monthAt(atMs)} ${segments.get(clientId) ?? segmentDefault}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      return { inquiry: inquiry(counts, consulted.length, question) }
    },
  }
}

function inquiry(
  counts: ReadonlyMap<string, number>,
  total: number,
  { wholeLists }: Question,
): SectionAnswer {
  const all = [...counts]
    .map(([key, count]) => ({ month: key.slice(0, 7), segment: key.slice(8), count: String(count) }))
    .toSorted((a, b) => (a.month === b.month ? (a.segment < b.segment ? -1 : 1) : a.month < b.month ? 1 : -1))
  const listed = wholeLists ? all : all.slice(0, listedCountMax)
  const summary = {
    count: String(total),
    ...(listed.length < all.length && { listed: String(listed.length) }),
  }
  return { kind: 'found', text: JSON.stringify({ inquiryResponse: listed, summary }) }
}
