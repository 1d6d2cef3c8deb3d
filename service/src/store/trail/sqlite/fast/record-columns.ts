import { hashKey, joinKey, type SplitKey, splitKey } from '@lastro/rules/documents/document-key.ts'

/** What the index by document says of a record. */
export type ColumnRecord = {
  readonly atMs: number
  readonly number: number
  readonly place: number
  /** Whose, and what was asked: an id of `InternedQueries`. */
  readonly query: number
  readonly key: string
  readonly billed: boolean
  /** Whether a report left the service. */
  readonly answered: boolean
}

/**
 * Records in memory, found by document through a hash table. Tens of thousands of them stay for a while, so they are
 * kept as columns of numbers: as objects they would take four times the memory, and the garbage collector would copy
 * them again and again.
 */
export class RecordColumns {
  #count = 0
  #lows = new Uint32Array(initialCapacity)
  #highs = new Uint32Array(initialCapacity)
  #times = new Float64Array(initialCapacity)
  #numbers = new Float64Array(initialCapacity)
  #places = new Uint32Array(initialCapacity)
  #queries = new Uint32Array(initialCapacity)
  #flags = new Uint8Array(initialCapacity)
  /** The record before each on the same document, plus one; zero for none. */
  #before = new Uint32Array(initialCapacity)
  /** The hash table (open addressing): the newest record of a document, plus one; zero where a slot is free. */
  #newest = new Uint32Array(2 * initialCapacity)
  /** Few records came under a key. */
  readonly #keys = new Map<number, string>()

  get count(): number {
    return this.#count
  }

  add(document: SplitKey, record: ColumnRecord): void {
    if (this.#count === this.#lows.length) this.#grow()
    const at = this.#count++
    const slot = this.#slotOf(document)
    this.#lows[at] = document.low
    this.#highs[at] = document.high
    this.#times[at] = record.atMs
    this.#numbers[at] = record.number
    this.#places[at] = record.place
    this.#queries[at] = record.query
    this.#flags[at] = (record.billed ? billedFlag : 0) | (record.answered ? answeredFlag : 0)
    this.#before[at] = this.#newest[slot] as number
    this.#newest[slot] = at + 1
    if (record.key !== '') this.#keys.set(at, record.key)
  }

  /** Empties it and keeps its memory, which the next records will fill again. */
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
  newestOf(document: SplitKey): number {
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

  query(at: number): number {
    return this.#queries[at] as number
  }

  key(at: number): string {
    return this.#keys.get(at) ?? ''
  }

  document(at: number): SplitKey {
    return { low: this.#lows[at] as number, high: this.#highs[at] as number }
  }

  record(at: number): ColumnRecord {
    return {
      atMs: this.atMs(at),
      number: this.#numbers[at] as number,
      place: this.#places[at] as number,
      query: this.query(at),
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
      const key = joinKey(this.document(at))
      if (typeof key === 'number') numbers[numberCount++] = key
      else if (this.before(at) === -1) others.push(at)
    }
    const ordered = new Uint32Array(this.#count)
    let placed = 0
    const place = (document: SplitKey) => {
      for (let at = this.newestOf(document); at !== -1; at = this.before(at)) ordered[placed++] = at
    }
    const sorted = numbers.subarray(0, numberCount).sort()
    for (let at = 0; at < numberCount; at++)
      if (sorted[at] !== sorted[at - 1]) place(splitKey(sorted[at] as number))
    others.sort(
      (a, b) =>
        (this.#highs[a] as number) - (this.#highs[b] as number) ||
        (this.#lows[a] as number) - (this.#lows[b] as number),
    )
    for (const at of others) place(this.document(at))
    return ordered
  }

  #slotOf(document: SplitKey): number {
    const mask = this.#newest.length - 1
    for (let slot = hashKey(document) & mask; ; slot = (slot + 1) & mask) {
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
    this.#queries = grown(this.#queries)
    this.#flags = grown(this.#flags)
    this.#before = grown(this.#before)
    this.#newest = new Uint32Array(2 * this.#lows.length)
    for (let at = 0; at < this.#count; at++) this.#newest[this.#slotOf(this.document(at))] = at + 1
  }
}

const initialCapacity = 4_096
const billedFlag = 1
const answeredFlag = 2

function grown<Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column {
  const Kind = column.constructor as new (length: number) => Column
  const larger = new Kind(2 * column.length)
  larger.set(column)
  return larger
}
