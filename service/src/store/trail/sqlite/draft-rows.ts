import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'

/** What differs from one query of a client to its next. */
type OwnValues = [atMs: number, document: DocumentNumber | '', requestId: string]

/** Everything else. */
type SharedValues = [
  clientId: string,
  purpose: string,
  product: string,
  features: string,
  listings: string,
  address: string,
  outcome: string,
  priceCents: number | null,
  key: string,
  repeatWindowMs: number,
  userId: string,
]

/**
 * Drafts on their way to the thread that writes them, as text: values alone, for their names are many times their
 * length, and what is as in the draft before is not said again.
 */
export function draftsText(drafts: readonly ConsultationDraft[]): string {
  const rows: (OwnValues | [...OwnValues, ...SharedValues])[] = []
  let before: ConsultationDraft | undefined
  for (const one of drafts) {
    const own: OwnValues = [one.atMs, one.document, one.requestId]
    rows.push(before !== undefined && isLike(before, one) ? own : [...own, ...sharedBy(one)])
    before = one
  }
  return JSON.stringify(rows)
}

const sharedBy = (of: ConsultationDraft): SharedValues => [
  of.clientId,
  of.purpose,
  of.product,
  of.features,
  of.listings,
  of.address,
  of.outcome,
  of.priceCents ?? null,
  of.key,
  of.repeatWindowMs,
  of.userId ?? '',
]

const isLike = (one: ConsultationDraft, other: ConsultationDraft): boolean =>
  one.clientId === other.clientId &&
  one.purpose === other.purpose &&
  one.product === other.product &&
  one.features === other.features &&
  one.listings === other.listings &&
  one.address === other.address &&
  one.outcome === other.outcome &&
  one.priceCents === other.priceCents &&
  one.key === other.key &&
  one.repeatWindowMs === other.repeatWindowMs &&
  one.userId === other.userId

const ownCount = 3

export function draftsOf(text: string): ConsultationDraft[] {
  let shared: SharedValues
  return (JSON.parse(text) as [...OwnValues, ...SharedValues][]).map((row) => {
    if (row.length > ownCount) shared = row.slice(ownCount) as SharedValues
    return {
      atMs: row[0],
      clientId: shared[0],
      purpose: shared[1],
      document: row[1],
      product: shared[2],
      features: shared[3],
      listings: shared[4],
      address: shared[5],
      requestId: row[2],
      outcome: shared[6],
      priceCents: shared[7] ?? undefined,
      key: shared[8],
      repeatWindowMs: shared[9],
      userId: shared[10] === '' ? undefined : shared[10],
    }
  })
}
