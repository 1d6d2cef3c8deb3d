import type { OperationSpec } from '../../operation.ts'

/** An operation of the operator, with what only these have. */
export type OperatorSpec = OperationSpec & {
  readonly isVersioned?: true
  /** The same answer in forms for people. */
  readonly documents?: readonly string[]
}
