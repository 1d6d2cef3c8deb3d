import { confirmTopic } from './emails/confirm-email.ts'
import { clientTopics, tellClientTopic } from './emails/tell-client.ts'

/** Work that is nothing but a message to a client: given up, it costs no one else anything. */
export const messageTopics: ReadonlySet<string> = new Set([confirmTopic, tellClientTopic, ...clientTopics])
