import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import type { Store } from '../store.ts'
import { BackupFault } from './backup-fault.ts'
import type { Manifest } from './manifest.ts'

export type TrailHeads = Manifest['trail']

/** Walks both chains: where each ends, and whether it is whole with all that stands beside it. */
export const trailHeads = async (trail: Store['trail'], today: Day): Promise<TrailHeads> => ({
  production: await headOf(trail, 'production', today),
  sandbox: await headOf(trail, 'sandbox', today),
})

async function headOf(trail: Store['trail'], environment: Environment, today: Day) {
  const { head, broken, besides } = await verifyTrail(trail, environment, { today })
  const lanes = (await trail.heads(environment)).map(({ number, hash }) => ({ number, hash }))
  return { head, lanes, isWhole: broken === undefined && besides.length === 0 }
}

/** Walks both chains, and throws where one lacks what it held or is broken where it was whole. */
export async function assertHolds(trail: Store['trail'], heads: TrailHeads, today: Day): Promise<void> {
  for (const environment of ['production', 'sandbox'] as const) {
    const expected = heads[environment]
    const { holdsExpected, broken, besides } = await verifyTrail(trail, environment, {
      expected: expected.head,
      today,
    })
    const isWhole = broken === undefined && besides.length === 0
    const hasLinks = await holdsLinks(trail, environment, expected.lanes)
    if (!holdsExpected || !hasLinks || (expected.isWhole && !isWhole)) {
      throw new BackupFault('differs', environment)
    }
  }
}

/** A seal says nothing of what came after it: each lane is held to the last link that it had. */
async function holdsLinks(
  trail: Store['trail'],
  environment: Environment,
  lanes: TrailHeads[Environment]['lanes'],
): Promise<boolean> {
  if (lanes.length === 0) return true
  const hashes = await trail.linkHashes(
    environment,
    lanes.map(({ number }) => number),
  )
  return lanes.every(({ number, hash }) => hashes.get(number) === hash)
}
