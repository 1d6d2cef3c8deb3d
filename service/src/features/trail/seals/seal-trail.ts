import { setTimeout as pause } from 'node:timers/promises'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import type { Clock } from '../../../clock.ts'
import type { TrailStore } from '../trail-store.ts'

export type SealingDeps = {
  readonly trail: Pick<TrailStore, 'newestSeal' | 'seal'>
  readonly clock: Clock
  /** Where it is written down outside the database. */
  readonly onSealed: (seal: Seal) => void
  readonly onError: (error: unknown) => void
}

/**
 * A process lets one look pass when another has sealed since its last, so two of these are the longest that records
 * stay without a seal: less than ten seconds.
 */
const lookEveryMs = 4_500

/** A seal takes a commit, and several processes may start or stop at once. */
const triesMax = 50
const retryMs = 20

export type TrailSealing = { readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

/** Seals the trail when the process starts, when it stops, and whenever there is something new in between. */
export function trailSealing({ trail, clock, onSealed, onError }: SealingDeps): TrailSealing {
  const look = sealingLook({ trail, clock, onSealed })
  let looking: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()

  const sealNow = async (): Promise<void> => {
    for (let tries = 0; tries < triesMax; tries++) {
      const sealed = await trail.seal(clock.nowMs(), 'always')
      if (typeof sealed === 'object') return onSealed(sealed)
      await pause(retryMs)
    }
    throw new Error('Others were sealing the trail all the time')
  }
  return {
    start: async () => {
      await sealNow().catch(onError)
      looking = setInterval(() => {
        underWay = look().catch(onError)
      }, lookEveryMs)
      looking.unref()
    },
    stop: async () => {
      clearInterval(looking)
      await underWay
      await sealNow().catch(onError)
    },
  }
}

/** One look: seals unless somebody else has since the last look, or nothing was recorded. No clock is compared. */
export function sealingLook({ trail, clock, onSealed }: Omit<SealingDeps, 'onError'>): () => Promise<void> {
  let seen: number | undefined
  return async () => {
    const newest = (await trail.newestSeal())?.number
    const isAnothers = newest !== seen
    seen = newest
    if (isAnothers) return
    const sealed = await trail.seal(clock.nowMs(), 'ifNew')
    if (typeof sealed !== 'object') return
    seen = sealed.number
    onSealed(sealed)
  }
}
