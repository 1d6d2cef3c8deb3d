import { linksPerLane } from '@lastro/rules/trail/lane.ts'
import type { Engine } from '../src/store/engine/tables.ts'
import { changeRows } from './change-rows.ts'
import type { Place } from './engines.ts'

/** Where a fresh store of an engine keeps what it records: the embedded one in lane 0, the other from lane 1 on. */
export const trailNames = (engine: Engine) =>
  engine === 'sqlite'
    ? { firstLink: 1, owners: 'trail_owner', usage: 'usage_day' }
    : { firstLink: linksPerLane + 1, owners: 'trail_lane_owner', usage: 'usage_lane' }

/** Makes the links that are there those of a store from before lanes, and from before owners were written down. */
export async function asBeforeOwners(place: Place, linkCount: number): Promise<void> {
  const { firstLink, owners } = trailNames(place.engine)
  const statements = [
    `update trail_link set number = number - ${firstLink - 1}`,
    `delete from ${owners}`,
    `update trail_unowned set number = ${linkCount}`,
  ]
  for (const one of statements) await changeRows(place, 'trail.db', one)
}
