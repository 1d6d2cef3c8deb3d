import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import {
  companySearchScope,
  contactDataScope,
  decisionScope,
  features,
  policyScope,
  products,
  services,
} from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { reaisOf } from '../../parts/forms/amount.ts'
import { contractWords } from '../../words/operator/contract.ts'
import { figureNames } from './contract-draft.ts'

/** One thing that saving would change: what is there no more, and what comes. */
export type ContractChange = { readonly name: string; readonly gone: string; readonly comes: string }

/** What differs between a contract as it stands and as it was typed, in the order of the form. */
export function contractChanges(
  before: ClientContract,
  after: ClientContract,
  language: Language,
): readonly ContractChange[] {
  const say = (word: keyof typeof contractWords) => contractWords[word][language]
  const money = (cents: number | undefined) => (cents === undefined ? '' : `R$ ${reaisOf(cents)}`)
  const one = (name: string, gone: string, comes: string) => (gone === comes ? [] : [{ name, gone, comes }])
  const many = (name: string, was: readonly string[], is: readonly string[]) =>
    one(name, without(was, is).join(', '), without(is, was).join(', '))
  const named = (codes: readonly string[]) => codes.map((code) => nameOf(code, language))
  const creditors = ({ creditors: all = [] }: ClientContract) =>
    all.map(({ document, name }) => `${printable(name)} (${documentText(document)})`)
  const tiers = ({ tiers: all = [] }: ClientContract) =>
    all.map(({ product, from, price }) => `${nameOf(product, language)}, ${from}: ${money(price)}`)
  const sources = ({ sources: all = [] }: ClientContract) =>
    all.map(({ source, paidBy, monthlyBudget, copyDays = 0 }) =>
      [
        source,
        say(paidBy === 'client' ? 'paidByClient' : 'paidByOperator'),
        money(monthlyBudget),
        copyDays === 0 ? '' : `${say('copyDays')}: ${copyDays}`,
      ]
        .filter((part) => part !== '')
        .join(', '),
    )
  const priced = [...new Set([...Object.keys(before.prices ?? {}), ...Object.keys(after.prices ?? {})])]
  const listed = many(say('creditors'), creditors(before), creditors(after))
  return [
    ...many(say('products'), named(before.products), named(after.products)),
    ...many(say('features'), named(before.features), named(after.features)),
    ...many(say('scopes'), named(before.scopes), named(after.scopes)),
    ...many(say('purposes'), named(before.purposes), named(after.purposes)),
    ...one(
      say('defaultPurpose'),
      nameOf(before.defaultPurpose ?? '', language),
      nameOf(after.defaultPurpose ?? '', language),
    ),
    ...figureNames.flatMap((name) => one(say(name), String(before[name] ?? ''), String(after[name] ?? ''))),
    ...many(say('sources'), sources(before), sources(after)),
    ...one(say('segment'), before.segment ?? '', after.segment ?? ''),
    ...many(say('networks'), before.networks, after.networks),
    ...priced.flatMap((code) =>
      one(
        `${say('priceOf')} ${nameOf(code, language)}`,
        money(before.prices?.[code]),
        money(after.prices?.[code]),
      ),
    ),
    ...many(say('tiers'), tiers(before), tiers(after)),
    ...one(say('monthlyMinimum'), money(before.monthlyMinimum), money(after.monthlyMinimum)),
    ...listed,
    // The first of them is the client itself.
    ...(listed.length > 0
      ? []
      : one(say('firstCreditor'), creditors(before)[0] ?? '', creditors(after)[0] ?? '')),
  ]
}

const without = (all: readonly string[], others: readonly string[]) =>
  all.filter((each) => !others.includes(each))

const names: Readonly<Record<string, Text>> = {
  '*': contractWords.all,
  [contactDataScope]: contractWords.contactData,
  [companySearchScope]: contractWords.companySearch,
  [policyScope]: contractWords.policies,
  [decisionScope]: contractWords.decisions,
  ...purposes,
  ...Object.fromEntries([...products, ...services].map(({ code, name }) => [code, name])),
  ...Object.fromEntries(Object.entries(features).map(([code, { name }]) => [code, name])),
}

/** What is sold no more has no name but its code. */
const nameOf = (code: string, language: Language): string =>
  Object.hasOwn(names, code) ? (names[code]?.[language] ?? code) : code
