import { plainName } from '../../subjects/plain-name.ts'
import { type ContractSpelling, contractSpelling, mayBeOne, visibleCount } from './contract-spelling.ts'
import {
  areTwoCreditors,
  type CreditorSpelling,
  creditorSpelling,
  mayBeOneCreditor,
} from './creditor-spelling.ts'

/** An item of a section of negative data, as a report shows it. */
export type Occurrence = Readonly<Partial<Record<string, string>>>

/** Which kind of thing the items of a section are. */
export type OccurrenceKind = 'debt' | 'cheque' | 'protest'

/**
 * The keys under which an item is found, and those under which it looks for others: two that are the same thing meet
 * by one of them. What meets is not yet the same: `isSameOccurrence` decides.
 */
export type OccurrenceKeys = { readonly found: readonly string[]; readonly sought: readonly string[] }

export function keysOf(kind: OccurrenceKind, item: Occurrence): OccurrenceKeys {
  if (kind !== 'debt') return { found: [wholeKey(kind, item)], sought: [wholeKey(kind, item)] }
  const { contract } = spelledOf(item)
  const { looks = [], withoutInstalment = [] } = contract ?? {}
  const instalment = (look: string) => `instalment of ${look}`
  const [day, masked] = [`day ${item.occurrenceDate}`, `masked ${item.occurrenceDate}`]
  const price = `${item.amount} ${item.occurrenceDate}`
  const isMasked = contract?.mask !== undefined
  return {
    found: [...looks, ...withoutInstalment.map(instalment), price, day, ...(isMasked ? [masked] : [])],
    sought: [...looks, ...looks.map(instalment), ...withoutInstalment, price, isMasked ? day : masked],
  }
}

export const isSameOccurrence = (kind: OccurrenceKind, a: Occurrence, b: Occurrence): boolean =>
  kind === 'debt' ? isSameReportedDebt(a, b) : wholeKey(kind, a) === wholeKey(kind, b)

/**
 * One creditor and one contract. Sources spell both in their own ways, and nobody can look before a report leaves:
 * punctuation, zeros, accents and the form of a company tell no two debts apart. Where one of them names no contract,
 * its amount and its day stand for it. Debts are sold: with contract, amount and day a creditor's name tells no two apart.
 */
export function isSameReportedDebt(a: Occurrence, b: Occurrence): boolean {
  const [one, other] = [spelledOf(a), spelledOf(b)]
  if (areTwoCreditors(one.creditor, other.creditor)) return false
  const isSamePriceAndDay = isSamePrice(a, b) && isSameDay(a, b)
  const isNamedAlike = mayBeOneCreditor(one.creditor, other.creditor)
  if (one.contract === undefined || other.contract === undefined) return isNamedAlike && isSamePriceAndDay
  if (!isNamedAlike) return isSamePriceAndDay && isSameContract(one.contract, other.contract)
  return isSameContract(one.contract, other.contract) || isSameInPart(one.contract, other.contract, a, b)
}

export const namesContract = (item: Occurrence): boolean => spelledOf(item).contract !== undefined

const isSameContract = (a: ContractSpelling, b: ContractSpelling): boolean => shares(a.looks, b.looks)

/**
 * One is told as an instalment of the other, or masked: the day decides, for the amount of a debt grows. Where a mask
 * leaves little to be seen the amount decides too.
 */
function isSameInPart(one: ContractSpelling, other: ContractSpelling, a: Occurrence, b: Occurrence): boolean {
  if (!isSameDay(a, b)) return false
  if (shares(one.withoutInstalment, other.looks) || shares(other.withoutInstalment, one.looks)) return true
  const isPart = shares(one.withoutPart, other.looks) || shares(other.withoutPart, one.looks)
  if (isPart && isSamePrice(a, b)) return true
  if (!mayBeOne(one, other)) return false
  const seen = [one.mask, other.mask].filter((mask) => mask !== undefined).map(visibleCount)
  return Math.min(...seen) >= seenEnough || isSamePrice(a, b)
}

/** The last four of a number are what a mask usually leaves: by them its owner tells it from its others. */
const seenEnough = 4

const shares = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one))

const isSameDay = (a: Occurrence, b: Occurrence): boolean =>
  a.occurrenceDate !== undefined && a.occurrenceDate === b.occurrenceDate

const isSamePrice = (a: Occurrence, b: Occurrence): boolean => a.amount !== undefined && a.amount === b.amount

type Spelled = { readonly contract: ContractSpelling | undefined; readonly creditor: CreditorSpelling }

/** Read once of each item, which is compared with many. */
function spelledOf(item: Occurrence): Spelled {
  const known = spelled.get(item)
  if (known !== undefined) return known
  const made = {
    contract: contractSpelling(item.contractId),
    creditor: creditorSpelling(item.creditorName, item.creditorDocument),
  }
  spelled.set(item, made)
  return made
}

const spelled = new WeakMap<Occurrence, Spelled>()

/** A cheque is its number at its bank; a protest is its office, day and amount. */
function wholeKey(kind: 'cheque' | 'protest', item: Occurrence): string {
  const parts = kind === 'cheque' ? chequeParts(item) : protestParts
  return parts.map((name) => plainName(item[name] ?? '').replace(/^0+(?=.)/, '')).join('\n')
}

const protestParts = ['officeNumber', 'city', 'federalUnit', 'occurrenceDate', 'amount']

const chequeParts = ({ checkNumber }: Occurrence): readonly string[] =>
  checkNumber === undefined
    ? ['bankId', 'bankAgencyId', 'alinea', 'occurrenceDate', 'checkCount']
    : ['bankId', 'bankAgencyId', 'checkNumber']
