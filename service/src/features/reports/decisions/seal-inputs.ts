import { randomBytes } from 'node:crypto'
import type { Decision } from '@lastro/contract/policies/decision.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { DecisionInputs } from '@lastro/rules/policies/decision-inputs.ts'
import type { Given } from '../../../http/reply.ts'
import { type Seal, sealUnder } from '../../sealing/sealed-secrets.ts'
import { type DecisionId, inputsOwner, type SealedInputs } from './decision-store.ts'

/** What a decision rests on, and what was decided: all that is about somebody. */
export type KeptInputs = {
  readonly document: DocumentNumber
  readonly purpose: string
  /** The consultation that it rests on. */
  readonly given: Given
  readonly missingSections: readonly string[]
  readonly inputs: DecisionInputs
  readonly decision: Decision
}

const keyBytes = 32

/** Seals them under a key that is drawn for them alone: without that key, wherever a copy lies, they are noise. */
export function sealInputs(seal: Seal, id: DecisionId, kept: KeptInputs): SealedInputs {
  const key = randomBytes(keyBytes)
  const owner = inputsOwner(id)
  return {
    sealedKey: seal.seal(key.toString('base64url'), owner),
    sealed: sealUnder(key).seal(JSON.stringify(kept), owner),
  }
}

/** Throws when they were sealed under another key, belong to another decision, or were changed. */
export function openInputs(seal: Seal, sealed: DecisionId & SealedInputs): KeptInputs {
  const owner = inputsOwner(sealed)
  const key = Buffer.from(seal.open(sealed.sealedKey, owner), 'base64url')
  return JSON.parse(sealUnder(key).open(sealed.sealed, owner))
}
