import type { ReadStatement } from './reads.ts'

/**
 * Counts a load, as the last statement of its transaction: whoever sees the count sees what was loaded. Loads that meet
 * here go one after the other, so a later count has the earlier loads too.
 */
export const countLoad = `insert into load_version (id, version) values (1, 1)
  on conflict (id) do update set version = load_version.version + 1`

/** One row, also where nothing was loaded yet. */
const loads = '(select coalesce(max(version), 0)::bigint as version from load_version) loads'

export const loadVersion = `select version from ${loads}`

/**
 * The same statement with the count of loads that its rows are read after: one statement sees one moment, so the two
 * belong together whatever the replica replays meanwhile, and whichever server the address leads to.
 */
export const withLoadVersion = ({ name, text, values }: ReadStatement): ReadStatement => ({
  ...(name !== undefined && { name: `${name}_with_loads` }),
  text: `select loads.version, asked.* from ${loads}
    left join (select true, found.* from (${text}) found) asked on true`,
  values,
})

/** Takes the rows of such a statement apart; without any that were found there is one that says so. */
export function versionAndRows(rows: readonly unknown[][]): { version: number; rows: unknown[][] } {
  const found = rows.filter(([, isFound]) => isFound === true)
  return { version: Number(rows[0]?.[0]), rows: found.map((row) => row.slice(2)) }
}
