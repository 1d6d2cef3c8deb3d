import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'

type QueryAnswered = {
  readonly requestId: string
  readonly product: string
  readonly result: { readonly document: string }
}

/**
 * The newest kept report on the same document and of the same product from before this one. The list tells the order:
 * the clock of whoever reads it need not be right.
 */
export function earlierKept(
  newestFirst: readonly ConsultationItem[],
  { requestId, product, result }: QueryAnswered,
): ConsultationItem | undefined {
  const place = newestFirst.findIndex((one) => one.requestId === requestId && one.outcome !== 'replayed')
  if (place === -1) return undefined
  return newestFirst
    .slice(place + 1)
    .find(
      (one) =>
        one.report !== undefined &&
        one.requestId !== requestId &&
        one.product === product &&
        one.document === result.document,
    )
}
