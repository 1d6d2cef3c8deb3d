import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'

/** The next number of a stream, from 0 up to but not including 1. */
export type Draw = () => number

export type DaysAgo = (days: number) => Day

export type Dice = { readonly draw: Draw; readonly daysAgo: DaysAgo }

export type Sample = { readonly index: number; readonly seed: number }

/** Each side of a subject draws from its own stream, so that one may be told without the others. */
const streams = { document: 1, identity: 2, contacts: 3, debts: 4 } as const

export function drawsOf({ index, seed }: Sample, stream: keyof typeof streams): Draw {
  let state = scrambled(scrambled(scrambled(seed) ^ index) ^ streams[stream])
  return () => {
    state = (state + 0x9e3779b9) | 0
    return scrambled(state) / 2 ** 32
  }
}

/** The finishing step of MurmurHash3: 32 bits in, 32 well-mixed bits out. */
function scrambled(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * Where a number of 0 … size − 1 goes when all of them are shuffled: no two go to the same place.
 * A Feistel network over a square a little larger than the range; what lands outside goes round again.
 */
export function shuffled(
  number: number,
  { size, key }: { readonly size: number; readonly key: number },
): number {
  if (number >= size) throw new RangeError('There are not as many documents as that')
  const side = Math.ceil(Math.sqrt(size))
  let place = number
  do place = feistel(place, { side, key: scrambled(key) })
  while (place >= size)
  return place
}

function feistel(place: number, { side, key }: { readonly side: number; readonly key: number }): number {
  let left = Math.floor(place / side)
  let right = place % side
  for (let round = 0; round < 4; round++) {
    const mixed = (left + scrambled(scrambled(key + round) ^ right)) % side
    left = right
    right = mixed
  }
  return left * side + right
}

export type Range = { readonly from: number; readonly until: number }

export const between = (draw: Draw, { from, until }: Range): number =>
  from + Math.floor(draw() * (until - from + 1))

export const upTo = (draw: Draw, until: number): number => between(draw, { from: 1, until })

export const dayWithin = ({ draw, daysAgo }: Dice, days: number): Day =>
  daysAgo(between(draw, { from: 0, until: days }))

export const pick = <Item>(draw: Draw, items: readonly Item[]): Item =>
  items[Math.floor(draw() * items.length)] as Item

/** The first of a list, one at the least. */
export const someOf = <Item>(draw: Draw, items: readonly Item[]): readonly Item[] =>
  items.slice(0, upTo(draw, items.length))

export type Choices<Item> = readonly (readonly [share: number, item: Item])[]

/** Picks by shares in ten thousand. */
export function weighted<Item>(draw: Draw, choices: Choices<Item>): Item {
  let left = draw() * 10_000
  for (const [share, item] of choices) {
    left -= share
    if (left < 0) return item
  }
  throw new Error('The shares of a choice add up to ten thousand')
}

/** At most nine, for a draw has no more to give. */
export const digits = (draw: Draw, count: number): string =>
  String(Math.floor(draw() * 10 ** count)).padStart(count, '0')

export const flag = (holds: boolean): 'true' | 'false' => (holds ? 'true' : 'false')

export const money = (cents: number): string => moneyText(BigInt(cents))

export const percentText = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** The days before a day, each written once however often it is asked for. */
export function calendarBefore(today: Day): DaysAgo {
  const days: Day[] = []
  return (count) => {
    days[count] ??= addDays(today, -count)
    return days[count]
  }
}
