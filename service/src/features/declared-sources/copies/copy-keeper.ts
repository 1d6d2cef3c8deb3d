import { type LostReason, lateWriter } from '../../../jobs/late-writer.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { sealCopy } from './seal-copy.ts'
import type { CopyId, CopyStore, SealedCopy, SourceCopy } from './source-copy.ts'

export type CopyToKeep = CopyId &
  Pick<SealedCopy, 'atMs' | 'requestId' | 'keepUntilMs'> & { readonly copy: SourceCopy }

export type CopyKeeper = {
  /** Takes what a source has just answered. Nothing is sealed or written before the report is on its way. */
  readonly keep: (copy: CopyToKeep) => void
  /** Writes what waits; resolves when nothing does. */
  readonly flush: () => Promise<void>
  /** Resolves when no copy of a source's answer on a document is waiting to be written; undefined if none is. */
  readonly settled: (of: Omit<CopyId, 'section'>) => Promise<void> | undefined
  /** What was not kept since the start, by why. */
  readonly lost: () => Readonly<Record<LostReason, number>>
}

type KeeperDeps = {
  readonly store: Pick<CopyStore, 'keep'>
  readonly seal: Seal
  /** Told of what is not kept; never given a document. */
  readonly onLost: (reason: LostReason, count: number, error?: unknown) => void
}

/** Keeps copies of what sources answered, after it was. */
export function copyKeeper({ store, seal, onLost }: KeeperDeps): CopyKeeper {
  const { take, flush, settled, lost } = lateWriter<CopyToKeep>({
    write: (batch) => {
      const sealed = batch.map(({ copy, ...id }) => ({ ...id, ...sealCopy(seal, id, copy) }))
      return () => store.keep(sealed)
    },
    lengthOf: ({ copy }) => (copy.answer.kind === 'found' ? copy.answer.text.length : 0),
    onLost,
  })
  return {
    keep: take,
    flush,
    settled: ({ clientId, sourceId, document }) =>
      settled((one) => one.clientId === clientId && one.sourceId === sourceId && one.document === document),
    lost,
  }
}
