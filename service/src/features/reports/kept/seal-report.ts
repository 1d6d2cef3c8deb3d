import { randomBytes } from 'node:crypto'
import { type Seal, sealUnder } from '../../sealing/sealed-secrets.ts'
import { type KeptReport, type KeptReportId, reportOwner, type SealedReport } from './kept-report.ts'

const keyBytes = 32

export type Sealing = { readonly sealedKey: string; readonly sealed: string }

/** Seals a report under a key that is drawn for it alone: without that key, wherever a copy lies, it is noise. */
export function sealReport(seal: Seal, id: KeptReportId, report: KeptReport): Sealing {
  const key = randomBytes(keyBytes)
  const owner = reportOwner(id)
  return {
    sealedKey: seal.seal(key.toString('base64url'), owner),
    sealed: sealUnder(key).seal(JSON.stringify(report), owner),
  }
}

/** Throws when it was sealed under another key, belongs to another query, or was changed. */
export function openReport(seal: Seal, kept: SealedReport): KeptReport {
  const owner = reportOwner(kept)
  const key = Buffer.from(seal.open(kept.sealedKey, owner), 'base64url')
  return JSON.parse(sealUnder(key).open(kept.sealed, owner))
}
