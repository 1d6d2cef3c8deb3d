import { moneyText } from '../../money/cents.ts'
import type { FormerDebt, Listing } from '../listing.ts'

/** A debt is one creditor, debtor and contract, however the contract is spelled. */
export type DebtIdentity = {
  readonly creditorDocument: string
  readonly document: string
  readonly contractId: string
}

/** The terms that identify a debt under another contract number. */
export type DebtTerms = FormerDebt & { readonly legalNatureId: string }

/** A debt to look for: by its contract number, and by its terms if given. */
export type SoughtDebt = DebtIdentity & { readonly terms?: DebtTerms }

/**
 * The form in which contract numbers are compared: upper case, blanks collapsed. Numbers accepted before the limit to
 * ASCII may contain invisible characters and other spellings of the same characters.
 */
export const contractKey = (contractId: string): string =>
  contractId
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/**
 * How a contract looks without punctuation and leading zeros. `joined` takes the punctuation out first and `inParts`
 * the zeros of each part: 1-001 is like 1001 by the one, and like 1-1 by the other.
 */
export const contractLooks = (contractId: string): { readonly joined: string; readonly inParts: string } => {
  const key = contractKey(contractId)
  return {
    joined: withoutZeros(key.replace(betweenParts, '')),
    inParts: key.split(betweenParts).map(withoutZeros).join(''),
  }
}

const betweenParts = /[^\p{L}\p{N}]+/gu

/** Zeros at the beginning of a number that has other signs after them. */
const leadingZeros = /(?<!\d)0+(?=[\p{L}\p{N}])/gu

const withoutZeros = (text: string): string => text.replace(leadingZeros, '')

/** What all contracts that look alike have in common, by which they are found: their signs without any zero. */
export const contractBones = (contractId: string): string =>
  contractLooks(contractId).joined.replaceAll('0', '')

/** A letter or digit of a contract; of a leading zero, that it may be left out. */
type Sign = { readonly sign: string; readonly mayGo: boolean }

function signsOf(contractId: string): readonly Sign[] {
  const parts = contractKey(contractId).split(betweenParts)
  const joined = parts.join('')
  const isLeading = new Set(leadingIn(joined, 0))
  let offset = 0
  for (const part of parts) {
    for (const at of leadingIn(part, offset)) isLeading.add(at)
    offset += part.length
  }
  return joined.split('').map((sign, at) => ({ sign, mayGo: isLeading.has(at) }))
}

const leadingIn = (text: string, offset: number): readonly number[] =>
  [...text.matchAll(leadingZeros)].flatMap(({ 0: zeros, index }) =>
    Array.from(zeros, (_, at) => offset + index + at),
  )

/** Whether leaving out punctuation, and any of their leading zeros, makes the two one. */
function areAlike(a: string, b: string): boolean {
  const others = signsOf(b)
  // At each place, whether what was read of the one so far can be written as that much of the other.
  let reached = withGone([true], others)
  for (const { sign, mayGo } of signsOf(a)) {
    const next = others.map((other, at) => reached[at] === true && other.sign === sign)
    reached = withGone(
      [false, ...next].map((is, at) => is || (mayGo && reached[at] === true)),
      others,
    )
  }
  return reached[others.length] === true
}

const withGone = (reached: readonly boolean[], signs: readonly Sign[]): readonly boolean[] => {
  const all = [...reached]
  for (const [at, { mayGo }] of signs.entries()) all[at + 1] ||= mayGo && all[at] === true
  return all
}

/** The identity of a listing; undefined where it names no creditor or no contract. */
export const identityOf = ({ creditor, document, contractId }: Listing): DebtIdentity | undefined =>
  creditor === undefined || contractId === undefined
    ? undefined
    : { creditorDocument: creditor.document, document, contractId }

export const isSameDebt = (a: DebtIdentity, b: DebtIdentity): boolean =>
  isSameParties(a, b) && contractKey(a.contractId) === contractKey(b.contractId)

/**
 * Told apart by punctuation or leading zeros alone, or claimed by another branch of the same company: probably the same
 * debt, and only a person can tell.
 */
export function isLikeDebt(a: DebtIdentity, b: DebtIdentity): boolean {
  if (a.document !== b.document || creditorKey(a) !== creditorKey(b) || isSameDebt(a, b)) return false
  return areAlike(a.contractId, b.contractId)
}

/** A company's branches are one legal person, told by the root of their numbers. */
export const creditorKey = ({ creditorDocument }: Pick<DebtIdentity, 'creditorDocument'>): string =>
  creditorDocument.length === cnpjLength ? creditorDocument.slice(0, rootLength) : creditorDocument

const cnpjLength = 14
const rootLength = 8

const isSameParties = (a: DebtIdentity, b: DebtIdentity): boolean =>
  a.creditorDocument === b.creditorDocument && a.document === b.document

/** The terms of a debt: the current ones, then those before each change. */
export function termsOf({
  amountCents,
  dueDate,
  formerDebts,
  legalNatureId,
}: Pick<Listing, 'amountCents' | 'dueDate' | 'formerDebts' | 'legalNatureId'>): readonly [
  DebtTerms,
  ...DebtTerms[],
] {
  const former = formerDebts.map((one) => ({ ...one, legalNatureId }))
  return [{ amount: moneyText(amountCents), dueDate, legalNatureId }, ...former]
}

/** Parties and terms as one text: two debts with the same are probably one, whatever their contract numbers. */
export const termsKey = (parties: Omit<DebtIdentity, 'contractId'>, terms: DebtTerms): string =>
  JSON.stringify([creditorKey(parties), parties.document, terms.amount, terms.dueDate, terms.legalNatureId])
