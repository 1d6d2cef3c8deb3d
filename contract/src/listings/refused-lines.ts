import { type Static, Type } from 'typebox'
import { described } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { invalidLine, refusedLine } from './batches.ts'
import { Listing } from './listings.ts'

/** A line of a batch that was not taken. The debt that a rule refused is on record; of what could not be read, nothing is. */
export const RefusedBatchLine = Type.Union([
  Type.Object({
    ...refusedLine,
    listing: Type.Optional(Listing),
  }),
  Type.Object(invalidLine),
])
export type RefusedBatchLine = Static<typeof RefusedBatchLine>

export const RefusedBatchLinesAnswer = success(
  Type.Object({
    lines: Type.Array(RefusedBatchLine),
    cursor: Type.Optional(
      Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })),
    ),
  }),
)
