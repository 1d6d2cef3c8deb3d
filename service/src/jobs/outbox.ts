/** Something to do, or to tell, once the change that caused it is durable: written in the same commit. */
export type NewOutboxRow = {
  readonly id: string
  readonly topic: string
  /** Whose clock and data it belongs to. */
  readonly register: string
  /** Whom it concerns. */
  readonly clientId: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly createdAtMs: number
  /** Not before this time. */
  readonly dueAtMs: number
}

export type OutboxRow = NewOutboxRow & { readonly attempts: number }

export type ClaimRequest = {
  readonly topics: readonly string[]
  /** Only those of one register, where a sandbox has moved its clock. */
  readonly register?: string
  readonly nowMs: number
  readonly claimedUntilMs: number
  readonly limit: number
}

export type JobFault = { readonly atMs: number; readonly text: string }

/** Rows are claimed, worked on, and either done or given back for later. Rows of a topic nobody asks for wait. */
export type OutboxStore = {
  /** Takes rows that are due and that nobody holds, up to the limit of each topic. Several processes may ask at once; each row goes to one. */
  readonly claim: (request: ClaimRequest) => Promise<readonly OutboxRow[]>
  readonly done: (id: string, nowMs: number) => Promise<void>
  /** `fault` is what went wrong, for the operator to read; absent when nothing did and it only has to wait. */
  readonly retry: (id: string, dueAtMs: number, fault?: JobFault) => Promise<void>
  /** Adds rows; one whose id is known already is left as it is. */
  readonly add: (rows: readonly NewOutboxRow[]) => Promise<void>
  /** A sandbox has moved its clock ahead: what waits in it under these topics comes nearer, and so do the ends of claims. */
  readonly bringNearer: (register: string, topics: readonly string[], byMs: number) => Promise<void>
  /** Deletes what was done before this time; returns how much. */
  readonly forget: (doneBeforeMs: number) => Promise<number>
  /** The rows of a topic in the order in which they were written. */
  readonly read: (topic: string, limit: number) => Promise<readonly OutboxRow[]>
}
