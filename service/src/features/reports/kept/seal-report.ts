import { openUnderOwnKey, type SealedUnderOwnKey, sealUnderOwnKey } from '../../sealing/own-key.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type KeptReport, type KeptReportId, reportOwner, type SealedReport } from './kept-report.ts'

export const sealReport = (seal: Seal, id: KeptReportId, report: KeptReport): SealedUnderOwnKey =>
  sealUnderOwnKey(seal, reportOwner(id), JSON.stringify(report))

/** Throws when it was sealed under another key, belongs to another query, or was changed. */
export const openReport = (seal: Seal, kept: SealedReport): KeptReport =>
  JSON.parse(openUnderOwnKey(seal, reportOwner(kept), kept))
