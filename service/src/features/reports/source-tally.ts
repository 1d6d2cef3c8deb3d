import { performance } from 'node:perf_hooks'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Clock } from '../../clock.ts'

/** How far back figures reach, and in what steps they are forgotten. */
export const tallyMinutes = 5
const minuteMs = 60_000

/** Times are counted in steps of half a doubling, from a twentieth of a millisecond to over a minute. */
const stepCount = 43
const shortestMs = 0.05
const stepsADoubling = 2

export type TallyFigures = {
  readonly calls: number
  readonly failures: number
  /** Half, and nineteen in twenty, took no longer; undefined when nothing was asked. */
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
  readonly lastFailure: { readonly atMs: number; readonly kind: SourceFault } | undefined
}

/**
 * How a source has answered of late. It stands on the way of every query, so that a call costs a few additions in
 * arrays that are there already, and makes nothing.
 */
export class SourceTally {
  readonly #clock: Clock
  readonly #elapsedMs: () => number
  /** Which minute each slot counts. */
  readonly #minutes = new Float64Array(tallyMinutes).fill(-1)
  readonly #calls = new Uint32Array(tallyMinutes)
  readonly #failures = new Uint32Array(tallyMinutes)
  readonly #steps = new Uint32Array(tallyMinutes * stepCount)
  #failedAtMs = 0
  #failedBy: SourceFault | undefined

  constructor(clock: Clock, elapsedMs: () => number = () => performance.now()) {
    this.#clock = clock
    this.#elapsedMs = elapsedMs
  }

  /** Taken before a source is asked, and handed back with what it answered. */
  begin(): number {
    return this.#elapsedMs()
  }

  end(begunAtMs: number, fault: SourceFault | undefined): void {
    const nowMs = this.#elapsedMs()
    const slot = this.#slotAt(Math.floor(nowMs / minuteMs))
    this.#calls[slot] = (this.#calls[slot] ?? 0) + 1
    const step = slot * stepCount + stepOf(nowMs - begunAtMs)
    this.#steps[step] = (this.#steps[step] ?? 0) + 1
    if (fault === undefined) return
    this.#failures[slot] = (this.#failures[slot] ?? 0) + 1
    this.#failedAtMs = this.#clock.nowMs()
    this.#failedBy = fault
  }

  figures(): TallyFigures {
    const minute = Math.floor(this.#elapsedMs() / minuteMs)
    const steps = new Array<number>(stepCount).fill(0)
    let calls = 0
    let failures = 0
    for (let slot = 0; slot < tallyMinutes; slot++) {
      if ((this.#minutes[slot] ?? -1) <= minute - tallyMinutes) continue
      calls += this.#calls[slot] ?? 0
      failures += this.#failures[slot] ?? 0
      for (let at = 0; at < stepCount; at++) {
        steps[at] = (steps[at] ?? 0) + (this.#steps[slot * stepCount + at] ?? 0)
      }
    }
    return {
      calls,
      failures,
      p50Ms: timeWithin(steps, calls * 0.5),
      p95Ms: timeWithin(steps, calls * 0.95),
      lastFailure:
        this.#failedBy === undefined ? undefined : { atMs: this.#failedAtMs, kind: this.#failedBy },
    }
  }

  /** The slot of a minute, emptied when it held an earlier one. */
  #slotAt(minute: number): number {
    const slot = minute % tallyMinutes
    if (this.#minutes[slot] !== minute) {
      this.#minutes[slot] = minute
      this.#calls[slot] = 0
      this.#failures[slot] = 0
      this.#steps.fill(0, slot * stepCount, (slot + 1) * stepCount)
    }
    return slot
  }
}

const stepOf = (tookMs: number): number =>
  tookMs <= shortestMs
    ? 0
    : Math.min(stepCount - 1, Math.ceil(stepsADoubling * Math.log2(tookMs / shortestMs)))

/** The upper end of the step in which that many calls have been counted. */
function timeWithin(steps: readonly number[], count: number): number | undefined {
  if (count === 0) return undefined
  let counted = 0
  const at = steps.findIndex((of) => {
    counted += of
    return counted >= count
  })
  return Number((shortestMs * 2 ** (at / stepsADoubling)).toPrecision(2))
}
