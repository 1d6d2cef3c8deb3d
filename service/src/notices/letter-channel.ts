import type { Channel } from './notice.ts'

/** A letter is on its way once it is in the queue; the operator's next lot takes it, and its posting is the proof. */
export const letterChannel: Channel = {
  name: 'letter',
  reaches: ({ address }) => address !== undefined,
  send: async () => ({ kind: 'sent' }),
}
