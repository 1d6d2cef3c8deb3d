import { rowsToken } from './search-tokens.ts'

/**
 * The statement behind `SnapshotReader.blocks`, for either engine. It goes through the blocks of the first token in
 * their order, asks the index for each other group, and stops at the limit. `parameters` gives the sign of the next
 * value, which are: the first token, the key, the tokens of each other group, the limit.
 */
export function blocksStatement(
  table: string,
  otherSizes: readonly number[],
  parameter: () => string,
): string {
  const first = parameter()
  const key = parameter()
  const others = otherSizes.map((size) => {
    const tokens = Array.from({ length: size }, parameter).join(', ')
    return `and exists (select 1 from ${table} other where other.key in (${tokens}) and other."order" = a."order")`
  })
  return `select a."order" as block from ${table} a where a.key = ${first}
    and a."order" >= coalesce((select max("order") from ${table} where key = ${rowsToken} and "order" <= ${key}), 0)
    ${others.join('\n    ')}
    order by a."order" limit ${parameter()}`
}
