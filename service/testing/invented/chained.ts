import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { chainStart, type Link, linkOf } from '@lastro/rules/trail/chain.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'

/** A query that was answered and paid for, unless it says otherwise. */
export const draftOf = (of: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: Date.parse('2026-11-16T12:00:00-03:00'),
  clientId: 'cli_ana',
  purpose: 'credit_analysis',
  document: '52998224725' as DocumentNumber,
  product: 'relato',
  features: '',
  listings: '',
  address: '203.0.113.7',
  requestId: 'request-1',
  outcome: 'answered',
  priceCents: 150,
  key: '',
  repeatWindowMs: 0,
  ...of,
})

export const billingOf = ({ priceCents }: ConsultationDraft): Billing =>
  priceCents === undefined ? 'unbilled' : 'billed'

/** The chain of these commits, as the store writes it. */
export function chainOf(commits: readonly (readonly ConsultationDraft[])[], environment = 'sandbox') {
  const links: Link[] = []
  let previous = { number: 0, hash: chainStart }
  for (const drafts of commits) {
    const link = linkOf(environment, previous, drafts, drafts.map(billingOf))
    links.push(link)
    previous = link
  }
  return links
}
