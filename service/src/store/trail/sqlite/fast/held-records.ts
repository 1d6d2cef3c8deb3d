import { type Halves, halvesOf, keyOf, stirred } from '@lastro/rules/documents/document-key.ts'

/** What the index by document says of a record. */
export type HeldRecord = {
  readonly atMs: number
  readonly number: number
  readonly place: number
  /** Whose, and what was asked: a number of `Askers`. */
  readonly asker: number
  readonly key: string
  readonly billed: boolean
  /** Whether a report left the service. */
  readonly answered: boolean
}

/**
 * Records in memory, found by document. Tens of thousands of them stay for a while, so they lie in columns of
 * numbers: as objects they would take four times the room, and the collector would carry them from place to place.
 */
export class HeldRecords {
  #count = 0
  #lows = new Uint32Array(firstRoom)
  #highs = new Uint32Array(firstRoom)
  #times = new Float64Array(firstRoom)
  #numbers = new Float64Array(firstRoom)
  #places = new Uint32Array(firstRoom)
  #askers = new Uint32Array(firstRoom)
  #flags = new Uint8Array(firstRoom)
  /** The record before each on the same document, plus one; zero for none. */
  #before = new Uint32Array(firstRoom)
  /** Where the newest record of a document is, plus one, at or after the place that its hash names. */
  #newest = new Uint32Array(2 * firstRoom)
  /** Few records came under a key. */
  readonly #keys = new Map<number, string>()

  get count(): number {
    return this.#count
  }

  add(document: Halves, record: HeldRecord): void {
    if (this.#count === this.#lows.length) this.#grow()
    const at = this.#count++
    const slot = this.#slotOf(document)
    this.#lows[at] = document.low
    this.#highs[at] = document.high
    this.#times[at] = record.atMs
    this.#numbers[at] = record.number
    this.#places[at] = record.place
    this.#askers[at] = record.asker
    this.#flags[at] = (record.billed ? billedFlag : 0) | (record.answered ? answeredFlag : 0)
    this.#before[at] = this.#newest[slot] as number
    this.#newest[slot] = at + 1
    if (record.key !== '') this.#keys.set(at, record.key)
  }

  /** Empty again, with the room it has: to leave that to the collector would take ten times as much by and by. */
  clear(): void {
    this.#count = 0
    this.#newest.fill(0)
    this.#keys.clear()
  }

  /** The last link that any of them is of: they came in its order. */
  get lastNumber(): number {
    return this.#numbers[this.#count - 1] ?? 0
  }

  /** The newest record of a document; -1 when there is none. */
  newestOf(document: Halves): number {
    return (this.#newest[this.#slotOf(document)] as number) - 1
  }

  /** The record before one on the same document; -1 when it was the first. */
  before(at: number): number {
    return (this.#before[at] as number) - 1
  }

  isBilled(at: number): boolean {
    return ((this.#flags[at] as number) & billedFlag) !== 0
  }

  atMs(at: number): number {
    return this.#times[at] as number
  }

  asker(at: number): number {
    return this.#askers[at] as number
  }

  key(at: number): string {
    return this.#keys.get(at) ?? ''
  }

  halves(at: number): Halves {
    return { low: this.#lows[at] as number, high: this.#highs[at] as number }
  }

  record(at: number): HeldRecord {
    return {
      atMs: this.atMs(at),
      number: this.#numbers[at] as number,
      place: this.#places[at] as number,
      asker: this.asker(at),
      key: this.key(at),
      billed: this.isBilled(at),
      answered: ((this.#flags[at] as number) & answeredFlag) !== 0,
    }
  }

  /** Where the records are, document by document in the order of their keys. */
  inOrder(): Uint32Array {
    const numbers = new Float64Array(this.#count)
    const others: number[] = []
    let numberCount = 0
    for (let at = 0; at < this.#count; at++) {
      const key = keyOf(this.halves(at))
      if (typeof key === 'number') numbers[numberCount++] = key
      else if (this.before(at) === -1) others.push(at)
    }
    const ordered = new Uint32Array(this.#count)
    let placed = 0
    const place = (document: Halves) => {
      for (let at = this.newestOf(document); at !== -1; at = this.before(at)) ordered[placed++] = at
    }
    const sorted = numbers.subarray(0, numberCount).sort()
    for (let at = 0; at < numberCount; at++)
      if (sorted[at] !== sorted[at - 1]) place(halvesOf(sorted[at] as number))
    others.sort(
      (a, b) =>
        (this.#highs[a] as number) - (this.#highs[b] as number) ||
        (this.#lows[a] as number) - (this.#lows[b] as number),
    )
    for (const at of others) place(this.halves(at))
    return ordered
  }

  #slotOf(document: Halves): number {
    const mask = this.#newest.length - 1
    for (let slot = stirred(document) & mask; ; slot = (slot + 1) & mask) {
      const held = (this.#newest[slot] as number) - 1
      if (held === -1 || (this.#lows[held] === document.low && this.#highs[held] === document.high))
        return slot
    }
  }

  #grow(): void {
    this.#lows = grown(this.#lows)
    this.#highs = grown(this.#highs)
    this.#times = grown(this.#times)
    this.#numbers = grown(this.#numbers)
    this.#places = grown(this.#places)
    this.#askers = grown(this.#askers)
    this.#flags = grown(this.#flags)
    this.#before = grown(this.#before)
    this.#newest = new Uint32Array(2 * this.#lows.length)
    for (let at = 0; at < this.#count; at++) this.#newest[this.#slotOf(this.halves(at))] = at + 1
  }
}

const firstRoom = 4_096
const billedFlag = 1
const answeredFlag = 2

function grown<Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column {
  const Kind = column.constructor as new (length: number) => Column
  const larger = new Kind(2 * column.length)
  larger.set(column)
  return larger
}
