import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Terms } from './statement.ts'

/** What a contract says about money. */
export const termsOf = ({
  prices = {},
  tiers = [],
  monthlyMinimum = 0,
}: Pick<ClientContract, 'prices' | 'tiers' | 'monthlyMinimum'>): Terms => ({
  prices,
  tiers,
  minimumCents: monthlyMinimum,
})
