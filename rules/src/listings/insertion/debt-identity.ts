import type { Listing } from '../listing.ts'

/** A debt is one creditor, debtor and contract, however the contract is spelled. */
export type DebtIdentity = {
  readonly creditorDocument: string
  readonly document: string
  readonly contractId: string
}

/** What a contract is compared by: signs that look the same, capitals, and single blanks. Signs without a shape say nothing. */
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
const withoutZeros = (text: string): string => text.replace(/(?<!\d)0+(?=[\p{L}\p{N}])/gu, '')

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
  const [first, second] = [contractLooks(a.contractId), contractLooks(b.contractId)]
  return first.joined === second.joined || first.inParts === second.inParts
}

/** A company's branches are one legal person, told by the root of their numbers. */
export const creditorKey = ({ creditorDocument }: Pick<DebtIdentity, 'creditorDocument'>): string =>
  creditorDocument.length === cnpjLength ? creditorDocument.slice(0, rootLength) : creditorDocument

const cnpjLength = 14
const rootLength = 8

const isSameParties = (a: DebtIdentity, b: DebtIdentity): boolean =>
  a.creditorDocument === b.creditorDocument && a.document === b.document
