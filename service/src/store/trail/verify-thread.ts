import { parentPort, workerData } from 'node:worker_threads'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { systemClock } from '../../clock.ts'
import { type Verification, verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import type { StoreLocation } from '../open-store.ts'
import { openTrail } from '../open-trail.ts'

export type VerifyAsked = StoreLocation & {
  readonly environment: Environment
  readonly expected: string | undefined
}

export type VerifyMessage =
  | { readonly kind: 'progress'; readonly links: number; readonly records: number }
  | { readonly kind: 'found'; readonly found: Verification }

/** A step of this many links takes some hundredths of a second. */
const progressEvery = 500

/** Walks the chain on a thread with separate connections, so that requests do not wait. */
const { environment, expected, ...location } = workerData as VerifyAsked
const post = (message: VerifyMessage): void => parentPort?.postMessage(message)
const today = dayAt(systemClock.nowMs())
const { trail, close } = await openTrail(location)
try {
  const found = await verifyTrail(trail, environment, { expected, today }, (links, records) => {
    if (links % progressEvery === 0) post({ kind: 'progress', links, records })
  })
  post({ kind: 'found', found })
} finally {
  await close()
}
