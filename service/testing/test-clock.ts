/** A clock that a test moves. */
export class TestClock {
  #nowMs: number

  constructor(instant = '2026-11-16T10:00:00-03:00') {
    this.#nowMs = Date.parse(instant)
  }

  nowMs = (): number => this.#nowMs

  set(instant: string): void {
    this.#nowMs = Date.parse(instant)
  }

  add(ms: number): void {
    this.#nowMs += ms
  }
}
