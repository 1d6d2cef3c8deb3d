import type { Clock } from '../clock.ts'
import { copyKeeper } from '../features/declared-sources/copies/copy-keeper.ts'
import type { CopyStore } from '../features/declared-sources/copies/source-copy.ts'
import type { Seal } from '../features/sealing/sealed-secrets.ts'
import type { CopyDeps } from '../sources/outward/stored-copies.ts'

type SourceCopyDeps = {
  readonly store: CopyStore
  readonly seal: Seal
  readonly clock: Clock
  readonly warn: (of: object, text: string) => void
}

/** Where copies of what providers answer are kept and found. */
export const sourceCopies = ({ store, seal, clock, warn }: SourceCopyDeps): CopyDeps => ({
  store,
  keeper: copyKeeper({
    store,
    seal,
    onLost: (reason, count, error) =>
      warn({ reason, count, err: error }, 'copies of what sources answered were not kept'),
  }),
  seal,
  clock,
  onError: (error) => warn({ err: error }, 'copies of what sources answered cannot be read'),
})
