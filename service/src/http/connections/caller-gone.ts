/** An answer could not be sent to its end. */
export class CallerGone extends Error {
  constructor(cause: unknown) {
    super('The caller has gone away', { cause })
  }
}
