import { openUnderOwnKey, type SealedUnderOwnKey, sealUnderOwnKey } from '../../sealing/own-key.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type CopyId, copyOwner, type SealedCopy, type SourceCopy } from './source-copy.ts'

export const sealCopy = (seal: Seal, id: CopyId, copy: SourceCopy): SealedUnderOwnKey =>
  sealUnderOwnKey(seal, copyOwner(id), JSON.stringify(copy))

/** Throws when it was sealed under another key, is of another client, source, document or section, or was changed. */
export const openCopy = (seal: Seal, kept: SealedCopy): SourceCopy =>
  JSON.parse(openUnderOwnKey(seal, copyOwner(kept), kept))
