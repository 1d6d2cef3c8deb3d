import { hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { queryOf } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'

/**
 * What a commit has to itself while it decides what is billed: the queries that may be somebody's repeat, and the keys
 * they came with. They are locked in the order of these numbers everywhere, so that two commits that share several
 * wait for one another in one direction. Of a query that is billed each time nobody need wait.
 */
export function turnsOf(environment: Environment, drafts: readonly ConsultationDraft[]): readonly string[] {
  const turns = new Set<bigint>()
  for (const draft of drafts) {
    if (draft.priceCents === undefined) continue
    const whose = `${environment} ${draft.clientId} ${draft.document}`
    // What was told from a copy is paid for once since the copy was made, also without a window.
    if (draft.repeatWindowMs > 0 || draft.copiedAtMs !== undefined)
      turns.add(turnOf(`${whose} query ${queryOf(draft)}`))
    if (draft.key !== '') turns.add(turnOf(`${whose} key ${draft.key}`))
  }
  return [...BigInt64Array.from(turns).sort()].map(String)
}

/** Two that meet in 64 bits by chance wait for one another for nothing. */
const turnOf = (text: string): bigint => hash('sha256', text, 'buffer').readBigInt64BE(0)
