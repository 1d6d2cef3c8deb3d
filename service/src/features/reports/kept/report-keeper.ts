import { type LostReason, lateWriter } from '../../../jobs/late-writer.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { lengthOfBought } from './bought.ts'
import type { KeptReport, KeptReportId, KeptReportStore, SealedReport } from './kept-report.ts'
import { sealReport } from './seal-report.ts'

export type ReportToKeep = KeptReportId &
  Pick<SealedReport, 'atMs' | 'askedBy' | 'keepUntilMs'> & { readonly report: KeptReport }

export type ReportKeeper = {
  /** Takes a report that has just been answered. Nothing is sealed or written before its answer is on its way. */
  readonly keep: (report: ReportToKeep) => void
  /** Writes what waits; resolves when nothing does. */
  readonly flush: () => Promise<void>
  /** What was not kept since the start, by why. */
  readonly lost: () => Readonly<Record<LostReason, number>>
}

type KeeperDeps = {
  readonly store: Pick<KeptReportStore, 'keep'>
  readonly seal: Seal
  /** Told of what is not kept; never given a document. */
  readonly onLost: (reason: LostReason, count: number, error?: unknown) => void
}

/** Keeps reports after they were answered. */
export function reportKeeper({ store, seal, onLost }: KeeperDeps): ReportKeeper {
  const { take, flush, lost } = lateWriter<ReportToKeep>({
    write: (batch) => {
      const sealed = batch.map(({ report, ...id }) => ({ ...id, ...sealReport(seal, id, report) }))
      return () => store.keep(sealed)
    },
    lengthOf: ({ report }) => report.body.length + lengthOfBought(report.bought),
    onLost,
  })
  return { keep: take, flush, lost }
}
