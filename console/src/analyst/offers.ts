import { isProblem } from '@lastro/client/problem.ts'
import { type Product, products, type ReportProductCode } from '@lastro/contract/reports/products.ts'
import type { ReportTerms } from '@lastro/rules/money/query-price.ts'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useLanguage } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'

/** A report on sale, as the contract of this person's client has it. */
export type Offer = {
  readonly product: Product
  /** Undefined where the contract does not open the product. */
  readonly terms: ReportTerms | undefined
}

/** One that can be asked for. */
export type OpenOffer = Offer & { readonly terms: ReportTerms }

export type Offers = {
  readonly offers: readonly Offer[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** What every report costs and may add, asked of each one's own operation. */
export function useOffers(): Offers {
  const { lastro } = useSession()
  const { language } = useLanguage()
  const answers = useQueries({
    queries: products.map((product) => ({
      queryKey: ['offer', product.code, language],
      queryFn: async (): Promise<ReportTerms | 'not contracted'> => {
        try {
          return await lastro.reports.additionals(product.code as ReportProductCode)
        } catch (error) {
          if (isProblem(error, 'product_not_contracted')) return 'not contracted'
          throw error
        }
      },
      staleTime: offerStaleMs,
    })),
  })
  const failed = answers.find((one) => one.isError)
  return {
    offers: answers.every((one) => one.data !== undefined) ? products.map(offerOf(answers)) : undefined,
    error: failed?.error ?? undefined,
    retry: () => void Promise.all(answers.filter((one) => one.isError).map((one) => one.refetch())),
  }
}

/** A contract changes now and then; whoever asks for something that it no longer has is told so by the query. */
const offerStaleMs = 60_000

const offerOf =
  (answers: readonly UseQueryResult<ReportTerms | 'not contracted'>[]) =>
  (product: Product, at: number): Offer => {
    const terms = answers[at]?.data
    return { product, terms: terms === 'not contracted' ? undefined : terms }
  }
