import type { Batch, BatchesAnswer, BatchLine } from '@lastro/contract/listings/batches.ts'
import type { RefusedBatchLine, RefusedBatchLinesAnswer } from '@lastro/contract/listings/refused-lines.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, step } from '../transport/connection.ts'
import { type KeyedLineOptions, type Lines, linesOfBody } from '../transport/line-body.ts'
import { type Paged, paged } from '../transport/pages.ts'
import type { Transport } from '../transport/transport.ts'

/** Debts by the hundred thousand. Cut off, a batch goes on under its key with the first line not answered. */
export type Batches = Lines<BatchLine, Batch, KeyedLineOptions> &
  Paged<Batch, object> & {
    /** How far it has come. */
    readonly get: (id: string, options?: CallOptions) => Promise<Batch>
    /** What was not taken, and everything to mend in it; kept for 30 days. */
    readonly refused: (id: string) => Paged<RefusedBatchLine, object>
  }

const path = '/negativacao/v2/lotes'

export const batches = (transport: Transport): Batches => ({
  ...linesOfBody<BatchLine, Batch>(transport, {
    path,
    repeats: 'keyed',
    endMember: 'batch',
  }),
  ...paged(transport, path, (result: ResultOf<typeof BatchesAnswer>) => result.batches),
  get: (id, options) => transport.get(`${path}/${step(id)}`, options),
  refused: (id) =>
    paged(
      transport,
      `${path}/${step(id)}/recusadas`,
      (result: ResultOf<typeof RefusedBatchLinesAnswer>) => result.lines,
    ),
})
