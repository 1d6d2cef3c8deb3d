import type { Channel } from './channel.ts'

/**
 * A letter is on its way once it is in the queue: the operator's next lot takes it, and its posting is the proof.
 * Until the operator has said how to contest, none can be written, and they wait.
 */
export const letterChannel = ({ isReady }: { readonly isReady: boolean }): Channel => ({
  name: 'letter',
  reaches: ({ address }) => address !== undefined,
  send: async () =>
    isReady
      ? { kind: 'sent' }
      : { kind: 'later', reason: 'not_configured', detail: 'LASTRO_NOTICE_CONTACT is not set' },
})
