/** Something an operator set out to do. What it was about is an id: no document, no secret, no name typed in. */
export type NewAct = {
  readonly id: string
  readonly atMs: number
  readonly userId: string
  readonly userName: string
  /** The operation's id in the contract, or the command that has no such operation. */
  readonly operation: string
  readonly target: string | undefined
  readonly requestId: string
}

/** `outcome` is `done`, `replayed` or the code of a refusal, `refused` where it has none; undefined when the process stopped half way. */
export type OperatorAct = NewAct & { readonly outcome: string | undefined }

export type ActFilter = {
  readonly userId: string | undefined
  readonly after: { readonly createdAtMs: number; readonly id: string } | undefined
  readonly limit: number
}

/** Written before the act and finished after it, so that nothing an operator did can be missing. */
export type ActStore = {
  readonly begin: (act: NewAct) => Promise<void>
  readonly end: (
    id: string,
    ended: { readonly outcome: string; readonly target: string | undefined },
  ) => Promise<void>
  /** Newest first. */
  readonly list: (filter: ActFilter) => Promise<readonly OperatorAct[]>
}
