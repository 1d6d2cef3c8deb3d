import { Worker } from 'node:worker_threads'
import type { WalkChain } from '../../features/operator/verify-chain.ts'
import type { StoreLocation } from '../open-store.ts'
import type { VerifyAsked, VerifyMessage } from './verify-thread.ts'

export type ChainWalker = { readonly walk: WalkChain; readonly close: () => Promise<void> }

/** Walks chains on a thread each. `close` ends those under way: they are begun again by whoever wants them. */
export function chainWalker({ databaseUrl, dataDirectory }: StoreLocation): ChainWalker {
  const threads = new Set<Worker>()
  return {
    walk: (environment, expected, onVerified) =>
      new Promise((resolve, reject) => {
        const workerData: VerifyAsked = { databaseUrl, dataDirectory, environment, expected }
        const thread = new Worker(new URL('./verify-thread.ts', import.meta.url), { workerData })
        threads.add(thread)
        thread.on('message', (message: VerifyMessage) => {
          if (message.kind === 'found') resolve(message.found)
          else onVerified(message.links, message.records)
        })
        thread.on('error', reject)
        thread.on('exit', () => {
          threads.delete(thread)
          reject(new Error('The thread that walks the trail has ended'))
        })
      }),
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
