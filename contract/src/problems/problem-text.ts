import type { Text } from '../text.ts'

/** A problem of the catalogue. `{name}` in its detail is filled by the operation that fails. */
export type ProblemText = { readonly status: number; readonly title: Text; readonly detail: Text }
