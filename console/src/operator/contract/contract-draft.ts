import type {
  ClientContract,
  Creditor,
  PriceTier,
  SourceTerm,
} from '@lastro/contract/clients/client-contract.ts'
import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import { centsOf, reaisOf } from '../../parts/forms/amount.ts'
import { digitsAndLetters } from '../../parts/forms/form-values.ts'

/** A contract as it is typed: figures and prices are texts until they are sent. */
export type ContractDraft = {
  /** `*` stands for everything there is and will be. */
  readonly products: readonly string[]
  readonly features: readonly string[]
  readonly scopes: readonly string[]
  readonly purposes: readonly string[]
  readonly defaultPurpose: string
  /** One on each line. */
  readonly networks: string
  readonly requestsPerSecond: string
  readonly monthlyQuota: string
  readonly repeatWindowHours: string
  readonly sessionReportDays: string
  readonly keyReportDays: string
  /** In reais, by the code of the product or feature. */
  readonly prices: Readonly<Record<string, string>>
  readonly tiers: readonly TypedTier[]
  /** In reais. */
  readonly monthlyMinimum: string
  readonly segment: string
  readonly creditors: readonly Creditor[]
  readonly sources: readonly TypedSource[]
}

/** A declared source, who pays it, and in reais what the client may cost there in a month; empty is no limit. */
export type TypedSource = {
  readonly source: string
  readonly paidBy: Payer
  readonly monthlyBudget: string
  readonly copyDays: string
}

/** The first query of the tier, and the product's price in reais. */
export type TypedTier = { readonly product: string; readonly from: string; readonly price: string }

export const draftOf = (contract: ClientContract): ContractDraft => ({
  products: contract.products,
  features: contract.features,
  scopes: contract.scopes,
  purposes: contract.purposes,
  defaultPurpose: contract.defaultPurpose ?? '',
  networks: contract.networks.join('\n'),
  requestsPerSecond: String(contract.requestsPerSecond ?? ''),
  monthlyQuota: String(contract.monthlyQuota ?? ''),
  repeatWindowHours: String(contract.repeatWindowHours ?? ''),
  sessionReportDays: String(contract.sessionReportDays ?? ''),
  keyReportDays: String(contract.keyReportDays ?? ''),
  prices: Object.fromEntries(
    Object.entries(contract.prices ?? {}).map(([code, cents]) => [code, reaisOf(cents)]),
  ),
  tiers: (contract.tiers ?? []).map(({ product, from, price }) => ({
    product,
    from: String(from),
    price: reaisOf(price),
  })),
  monthlyMinimum: contract.monthlyMinimum === undefined ? '' : reaisOf(contract.monthlyMinimum),
  segment: contract.segment ?? '',
  creditors: contract.creditors ?? [],
  sources: (contract.sources ?? []).map(({ source, paidBy, monthlyBudget, copyDays }) => ({
    source,
    paidBy,
    monthlyBudget: monthlyBudget === undefined ? '' : reaisOf(monthlyBudget),
    copyDays: copyDays === undefined ? '' : String(copyDays),
  })),
})

/** The contract that was typed, or what is wrong with it by the names that the service gives its members. */
export function contractOf(draft: ContractDraft): {
  readonly contract: ClientContract
  readonly wrong: readonly string[]
} {
  const prices = Object.entries(draft.prices)
    .filter(([, typed]) => typed.trim() !== '')
    .map(([code, typed]) => [code, centsOf(typed)] as const)
  const figures = Object.fromEntries(
    figureNames.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, figureOf(draft[name])]])),
  )
  const tiers = draft.tiers.map(({ product, from, price }) => ({
    product,
    from: figureOf(from),
    price: centsOf(price),
  }))
  const minimum = draft.monthlyMinimum.trim() === '' ? undefined : { cents: centsOf(draft.monthlyMinimum) }
  const creditors = draft.creditors
    .map(({ document, name }) => ({ document: digitsAndLetters(document), name: name.trim() }))
    .filter(({ document, name }) => document !== '' || name !== '')
  const sources = draft.sources.map(({ source, paidBy, monthlyBudget: typed, copyDays }) => ({
    source,
    paidBy,
    ...(typed.trim() !== '' && { monthlyBudget: centsOf(typed) }),
    ...(copyDays.trim() !== '' && { copyDays: figureOf(copyDays) }),
  }))
  return {
    contract: {
      products: [...draft.products],
      features: [...draft.features],
      scopes: draft.scopes as ClientContract['scopes'],
      purposes: draft.purposes as Purpose[],
      ...(draft.defaultPurpose !== '' && { defaultPurpose: draft.defaultPurpose as Purpose }),
      networks: draft.networks
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      ...figures,
      ...(prices.length > 0 && { prices: Object.fromEntries(prices) as Record<string, number> }),
      ...(tiers.length > 0 && { tiers: tiers as PriceTier[] }),
      ...(minimum?.cents !== undefined && { monthlyMinimum: minimum.cents }),
      ...(draft.segment.trim() !== '' && { segment: draft.segment.trim() }),
      ...(creditors.length > 0 && { creditors }),
      ...(sources.length > 0 && { sources: sources as SourceTerm[] }),
    },
    wrong: [
      ...prices.filter(([, cents]) => cents === undefined).map(([code]) => `prices.${code}`),
      ...tiers.flatMap(({ from, price }, at) => [
        ...(from === undefined ? [`tiers[${at}].from`] : []),
        ...(price === undefined ? [`tiers[${at}].price`] : []),
      ]),
      ...sources.flatMap((one, at) => [
        ...('monthlyBudget' in one && one.monthlyBudget === undefined
          ? [`sources[${at}].monthlyBudget`]
          : []),
        ...('copyDays' in one && one.copyDays === undefined ? [`sources[${at}].copyDays`] : []),
      ]),
      ...(minimum !== undefined && minimum.cents === undefined ? ['monthlyMinimum'] : []),
      ...Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [name] : [])),
    ],
  }
}

export const figureNames = [
  'requestsPerSecond',
  'monthlyQuota',
  'repeatWindowHours',
  'sessionReportDays',
  'keyReportDays',
] as const

const figureOf = (typed: string): number | undefined => {
  const bare = typed.trim().replace(/\.(?=\d{3}(\D|$))/g, '')
  return /^\d{1,10}$/.test(bare) ? Number(bare) : undefined
}
