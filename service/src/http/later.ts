/** Whoever waits for a value: told once, either way, in the turn in which it is known. */
export type Awaiting<Value> = {
  readonly came: (value: Value) => void
  readonly failed: (error: unknown) => void
}

/**
 * A value that is not there yet, for one who waits. A promise says the same, but wakes its reader by way of a
 * queue, and a query that crosses three of them pays for it as much as for its credentials.
 */
export abstract class Later<Value> {
  #awaiting: Awaiting<Value> | undefined

  /** To be called at once by whoever is handed it: a value never comes in the turn that asked for it. */
  tell(awaiting: Awaiting<Value>): void {
    this.#awaiting = awaiting
  }

  promised(): Promise<Value> {
    return new Promise((resolve, reject) => this.tell({ came: resolve, failed: reject }))
  }

  protected come(value: Value): void {
    this.#awaiting?.came(value)
  }

  protected fail(error: unknown): void {
    this.#awaiting?.failed(error)
  }
}
