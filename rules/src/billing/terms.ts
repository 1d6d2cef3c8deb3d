import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { BillingTerms } from './statement.ts'

/** What a contract says about money. */
export const termsOf = ({
  prices = {},
  tiers = [],
  monthlyMinimum = 0,
}: Pick<ClientContract, 'prices' | 'tiers' | 'monthlyMinimum'>): BillingTerms => ({
  prices,
  tiers,
  minimumCents: monthlyMinimum,
})
