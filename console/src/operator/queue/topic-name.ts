import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { queueTopics } from '@lastro/contract/operator/queue-topics.ts'
import type { Language, Text } from '@lastro/contract/text.ts'

const names: Readonly<Record<string, Text>> = { ...alertEvents, ...queueTopics }

/** What waits under a topic. A newer release may have topics that this one cannot name. */
export const topicName = (topic: string, language: Language): string =>
  names[topic]?.[language].replace(/\.$/, '') ?? topic
