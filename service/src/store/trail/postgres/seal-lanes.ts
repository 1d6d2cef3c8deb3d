import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { linksPerLane } from '@lastro/rules/trail/lane.ts'
import { headsText, type LaneHead, type Seal, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import type { Pool } from 'pg'
import type { TrailStore } from '../../../features/trail/trail-store.ts'
import { advisoryLocks } from '../../engine/database/advisory-locks.ts'

/**
 * Seals the lanes, whichever process comes first. It reads heads and the newest seal in one statement, so that a later
 * seal never has an earlier head, and writes in another, so that nothing is held between the two.
 */
export const postgresSealing =
  (pool: Pool): TrailStore['seal'] =>
  async (atMs, when) => {
    const { rows } = await pool.query<Standing>({ name: 'lanes_standing', text: standingText })
    const { newest, heads } = rows[0] ?? { newest: null, heads: [] }
    const seal = sealOf(newest ?? sealStart, heads.map(headOf), atMs)
    if (when === 'ifNew' && headsText(seal.heads) === (newest?.heads ?? '[]')) return 'nothingNew'
    const { rowCount } = await pool.query({
      name: 'write_seal',
      text: writeSealText,
      values: [seal.number, seal.atMs, seal.previous, headsText(seal.heads), seal.hash],
    })
    return rowCount === 1 ? seal : 'busy'
  }

type Standing = {
  readonly newest: (Pick<Seal, 'number' | 'hash'> & { readonly heads: string }) | null
  readonly heads: readonly (readonly [Environment, number, string])[]
}

const headOf = ([environment, number, hash]: Standing['heads'][number]): LaneHead => ({
  environment,
  number,
  hash,
})

const standingText = `select
    (select row_to_json(seal) from (select number, hash, heads from trail_seal order by number desc limit 1) seal)
      as newest,
    (select coalesce(json_agg(json_build_array(environment, number, hash)), '[]') from (
      select environment, number, hash from trail_head where number > 0
      union all
      select environment, number, hash from trail_lane where number > lane * cast(${linksPerLane} as bigint)
    ) head) as heads`

/** Whoever comes while another writes its seal goes away without waiting. */
const writeSealText = `insert into trail_seal (number, at_ms, previous, heads, hash)
  select $1, $2, $3, $4, $5 where pg_try_advisory_xact_lock(${advisoryLocks.seal}) on conflict do nothing`
