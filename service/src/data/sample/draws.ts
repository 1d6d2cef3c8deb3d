/** A number from 0 up to 1, another each time; alike in every run from the same beginning. */
export type Draw = () => number

/** Mulberry32, begun from a seed and the place of what is invented, so that any can be invented by itself. */
export function drawsOf(seed: number, stream: number, index: number): Draw {
  let state =
    Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const whole = (draw: Draw, from: number, until: number): number =>
  from + Math.floor(draw() * (until - from + 1))

export function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  const found = items[Math.floor(draw() * items.length)]
  if (found === undefined) throw new Error('there is nothing to pick from')
  return found
}

export const digits = (draw: Draw, count: number): string =>
  String(Math.floor(draw() * 10 ** count)).padStart(count, '0')
