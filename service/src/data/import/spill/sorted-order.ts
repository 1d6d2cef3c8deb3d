/**
 * The places of keys in ascending order, equal ones as they came. Key and place are packed into one number and sorted
 * as such, which asks no function of ours; the few keys too large for that (CNPJs with letters) are sorted apart.
 */
export function sortedOrder(keys: Float64Array, count: number): Uint32Array {
  const order = new Uint32Array(count)
  const packed = new Float64Array(count)
  const largest = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(count, 1)) - 1
  const large: number[] = []
  let small = 0
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number
    if (key > largest) large.push(at)
    else packed[small++] = key * count + at
  }
  packed.subarray(0, small).sort()
  for (let at = 0; at < small; at++) order[at] = (packed[at] as number) % count
  large.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
  order.set(large, small)
  return order
}
