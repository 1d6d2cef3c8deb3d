import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { addressGuard } from '../../src/features/alerts/webhooks/address-guard.ts'
import type { Credentials } from '../../src/features/declared-sources/declared-source.ts'
import type { Question, SectionAnswers } from '../../src/features/reports/source.ts'
import { openExchange } from '../../src/sources/outward/exchange.ts'
import { type CallState, outwardCalls } from '../../src/sources/outward/outward-calls.ts'
import type { Provider } from '../../src/sources/outward/provider.ts'
import { cleanUp } from '../clean-up.ts'

/** A provider over the kit that calls it, without a service around it. */
export type AskedProvider = {
  readonly ask: (
    document: DocumentNumber,
    sections: readonly SectionId[],
    more?: Partial<Question>,
  ) => Promise<SectionAnswers>
  readonly state: () => CallState
  readonly clock: { ms: number; readonly nowMs: () => number }
}

/** As long as a machine may take that is busy with something else. */
const patientMs = 60_000

export function askedProvider(
  provider: Provider,
  { url, credentials, countMax = 10 }: { url: string; credentials: Credentials; countMax?: number },
): AskedProvider {
  const clock = { ms: Date.parse('2026-11-16T12:00:00-03:00'), nowMs: () => clock.ms }
  const guard = addressGuard({ networks: ['127.0.0.0/8'] })
  const exchange = openExchange({ url, guard, connectionsMax: countMax, timeoutMs: patientMs })
  const calls = outwardCalls({ exchange, limits: { countMax, clientCountMax: countMax }, clock })
  cleanUp(calls.close)
  const forever = new AbortController().signal
  const account = provider.openAccount({
    credentials,
    clock,
    call: (request) => calls.call(request, { clientId: '', signal: forever }),
  })
  return {
    ask: (document, sections, more = {}) => {
      const question: Question = {
        document,
        sections,
        wholeLists: false,
        united: [],
        contactData: true,
        today: '2026-11-16' as Day,
        signal: forever,
        ...more,
      }
      const { signal } = question
      const query = (request: Parameters<typeof calls.call>[0]) =>
        calls.call(request, { clientId: 'cli_1', signal })
      return account.ask({ question, query: query as Parameters<typeof account.ask>[0]['query'] })
    },
    state: calls.state,
    clock,
  }
}
