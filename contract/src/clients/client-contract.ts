import { type Static, Type } from 'typebox'
import { payers, sourceNamePattern } from '../operator/source-kinds.ts'
import { contractedScopes, type Product, services } from '../reports/products.ts'
import { type Purpose, purposes } from '../reports/purposes.ts'

/** A creditor as reports name it. */
export const Creditor = Type.Object(
  {
    /** With its mask or without; it is kept bare. */
    document: Type.String({ minLength: 11, maxLength: 18 }),
    name: Type.String({ minLength: 1, maxLength: 70 }),
  },
  { additionalProperties: false },
)
export type Creditor = Static<typeof Creditor>

/** From so many billed in a month on, the product costs this; its features cost what they do. */
export const PriceTier = Type.Object(
  {
    product: Type.String({ minLength: 1, maxLength: 100 }),
    /** The first that costs less, counted from 1. */
    from: Type.Integer({ minimum: 2, maximum: 1_000_000_000 }),
    /** Cents. */
    price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  },
  { additionalProperties: false },
)
export type PriceTier = Static<typeof PriceTier>

/** What a bureau said a month ago answers no credit decision of today, and it is about people. */
export const copyDaysMax = 30

/** A declared source that a client's reports may use, and who pays it. */
export const SourceTerm = Type.Object(
  {
    source: Type.String({ pattern: sourceNamePattern }),
    paidBy: Type.Enum([...payers]),
    /** Cents that this client's reports may cost there in a month. */
    monthlyBudget: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000_000 })),
    /** Days that a copy of its answers is kept for this client, to answer when the source fails; 0 keeps none. */
    copyDays: Type.Optional(Type.Integer({ minimum: 0, maximum: copyDaysMax })),
  },
  { additionalProperties: false },
)
export type SourceTerm = Static<typeof SourceTerm>

/** A credit line is looked at again within a year. What is older nobody works with, and it is about people. */
export const reportDaysMax = 365

/** What a client may do. `*` stands for everything there is and everything that will be. */
export const ClientContract = Type.Object(
  {
    products: Type.Array(Type.String()),
    features: Type.Array(Type.String()),
    scopes: Type.Array(Type.Enum([...contractedScopes])),
    purposes: Type.Array(Type.Enum(Object.keys(purposes) as Purpose[])),
    defaultPurpose: Type.Optional(Type.Enum(Object.keys(purposes) as Purpose[])),
    /** Networks (CIDR) a query may come from; an empty list allows any. */
    networks: Type.Array(Type.String()),
    /** Cents for each product and feature code; what is not named costs nothing. */
    prices: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 100_000_000 }))),
    /** Prices by the month's count. They apply on the statement; records keep the list price. */
    tiers: Type.Optional(Type.Array(PriceTier, { maxItems: 100 })),
    /** Cents that a month costs at least, on the statement. */
    monthlyMinimum: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000_000 })),
    /** An equal query within this many hours is not billed again. */
    repeatWindowHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_760 })),
    /** The line of business that others see in place of the client's name. */
    segment: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** Creditors it may list debts for; the first is the client itself. */
    creditors: Type.Optional(Type.Array(Creditor, { maxItems: 1_000 })),
    requestsPerSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    monthlyQuota: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    /** Days that a report stays readable for which one of its users asked in the console; 0 keeps none. */
    sessionReportDays: Type.Optional(Type.Integer({ minimum: 0, maximum: reportDaysMax })),
    /** The same of reports that were asked for with its keys. */
    keyReportDays: Type.Optional(Type.Integer({ minimum: 0, maximum: reportDaysMax })),
    /** Declared sources, in the order in which they are believed; none where it names none. */
    sources: Type.Optional(Type.Array(SourceTerm, { maxItems: 20 })),
  },
  { additionalProperties: false, $id: 'ClientContract' },
)
export type ClientContract = Static<typeof ClientContract>

/** The repeat window of a contract that sets none. */
export const repeatWindowHoursDefault = 24

/** How long a contract keeps reports that does not say: what a person works with, and nothing for a program. */
const reportDaysDefault = { session: 30, key: 0 } as const

/** For how many days a client's reports are kept, by who asked for them. */
export const keptReportDays = (contract: ClientContract, askedBy: 'session' | 'key'): number =>
  (askedBy === 'session' ? contract.sessionReportDays : contract.keyReportDays) ?? reportDaysDefault[askedBy]

/** Whom a sandbox client lists debts for, unless its contract says otherwise. */
export const sandboxCreditor: Creditor = { document: '99999999000191', name: 'CREDOR DE EXEMPLO LTDA' }

/** Contracted for everything. */
export const wholeContract: ClientContract = {
  products: ['*'],
  features: ['*'],
  scopes: [...contractedScopes],
  purposes: Object.keys(purposes) as Purpose[],
  defaultPurpose: 'credit_analysis',
  networks: [],
}

/** A new sandbox client is contracted for everything, and finds every report again: it is there to be tried. */
export const sandboxContract: ClientContract = { ...wholeContract, keyReportDays: 30 }

/** A new production client is contracted for nothing until its contract is set. */
export const emptyContract: ClientContract = {
  products: [],
  features: [],
  scopes: [],
  purposes: ['credit_analysis'],
  defaultPurpose: 'credit_analysis',
  networks: [],
}

export const contractHas = (list: readonly string[], code: string): boolean =>
  list.includes('*') || list.includes(code)

/** The scopes a token of this client may carry: one for each product contracted, and those beside them. */
export function contractScopes(contract: ClientContract, products: readonly Product[]): string[] {
  const codes = [...products, ...services].map((one) => one.code)
  return [...codes.filter((code) => contractHas(contract.products, code)), ...contract.scopes]
}
