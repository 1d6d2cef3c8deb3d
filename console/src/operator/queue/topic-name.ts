import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { queueTopics } from '@lastro/contract/operator/queue-topics.ts'
import type { Language, Text } from '@lastro/contract/text.ts'

const names: Readonly<Record<string, Text>> = { ...alertEvents, ...queueTopics }

/** What waits under a topic. A newer release may have topics that this one cannot name. */
export const topicName = (topic: string, language: Language): string =>
  names[topic]?.[language].replace(/\.$/, '') ?? topic

const topics = Object.keys(names).toSorted((one, other) => other.length - one.length)

/** A piece of work, whose id begins with its topic, and may hold the topic of what it follows from. */
export function jobName(id: string, language: Language): string {
  const topic = topics.find((one) => id.startsWith(`${one}.`))
  if (topic === undefined) return id
  const rest = topics.reduce((left, one) => left.replaceAll(`${one}.`, ''), id)
  return `${topicName(topic, language)} ${rest}`
}
