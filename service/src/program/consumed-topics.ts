import { alertTopics } from '../features/alerts/alert-topics.ts'
import { listingTopics } from '../features/listings/notices/outbox-rows.ts'
import { coverageEndingTopic } from '../features/operator/remind-coverage.ts'
import { switchedTopic } from '../features/public-data/data-catalogue.ts'
import { eventTopics } from '../store/alerts/fan-out.ts'
import type { Store } from '../store/store.ts'
import { ConfigError } from './config.ts'

/** Everything that this program writes into the outbox. */
export const writtenTopics: readonly string[] = [
  ...new Set([...listingTopics, ...alertTopics, switchedTopic, coverageEndingTopic]),
]

/**
 * Work and events of a topic that nobody takes up would wait in the outbox for ever, and nobody would know. So the
 * program does not start: neither with a topic of its own that it has forgotten, nor with one that another release
 * has left waiting. What a newer release has left is not ours to judge: a release can be taken back.
 */
export async function assertTopicsConsumed(
  { queue, isNewer }: Pick<Store, 'queue' | 'isNewer'>,
  handled: readonly string[],
  { written = writtenTopics, nowMs }: { readonly written?: readonly string[]; readonly nowMs: number },
): Promise<void> {
  const waiting = isNewer ? [] : (await queue.topics(nowMs, 1)).map(({ topic }) => topic)
  const consumed = new Set([...handled, ...eventTopics])
  const left = [...new Set([...written, ...waiting])].filter((topic) => !consumed.has(topic))
  if (left.length === 0) return
  const topics = left.toSorted().join(', ')
  throw new ConfigError({
    pt: `Ninguém neste programa cuida do que espera na fila sob ${topics}. Inicie a versão que o conhece.`,
    en: `Nobody in this program takes up what waits in the outbox under ${topics}. Start the release that knows it.`,
  })
}
