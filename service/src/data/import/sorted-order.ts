/**
 * The places of keys in ascending order, equal ones as they came. Numbers are sorted without a comparison in
 * JavaScript by packing key and place into one, where both fit: keys of digits always do.
 */
export function sortedOrder(keys: Float64Array, count: number): Uint32Array {
  const order = new Uint32Array(count)
  let least = Number.POSITIVE_INFINITY
  let most = 0
  let isSorted = true
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number
    if (key < most) isSorted = false
    if (key < least) least = key
    if (key > most) most = key
    order[at] = at
  }
  if (isSorted) return order
  if ((most - least + 1) * count > Number.MAX_SAFE_INTEGER) {
    return order.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
  }
  const packed = new Float64Array(count)
  for (let at = 0; at < count; at++) packed[at] = ((keys[at] as number) - least) * count + at
  packed.sort()
  for (let at = 0; at < count; at++) order[at] = (packed[at] as number) % count
  return order
}
