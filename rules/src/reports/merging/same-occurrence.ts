import { contractLooks, creditorKey } from '../../listings/insertion/debt-identity.ts'
import { plainName } from '../../subjects/plain-name.ts'

/** An item of a section of negative data, as a report shows it. */
export type Occurrence = Readonly<Partial<Record<string, string>>>

/** Which kind of thing the items of a section are. */
export type OccurrenceKind = 'debt' | 'cheque' | 'protest'

/**
 * The keys under which an item is looked for among others: two that are the same thing share one of them. What shares
 * a key is not yet the same: `isSameOccurrence` decides.
 */
export function keysOf(kind: OccurrenceKind, item: Occurrence): readonly string[] {
  if (kind !== 'debt') return [wholeKey(kind, item)]
  const contract = contractOf(item)
  const looks = contract === undefined ? [] : [`joined ${contract.joined}`, `parts ${contract.inParts}`]
  return [...looks, `${item.amount} ${item.occurrenceDate}`]
}

export const isSameOccurrence = (kind: OccurrenceKind, a: Occurrence, b: Occurrence): boolean =>
  kind === 'debt' ? isSameDebt(a, b) : wholeKey(kind, a) === wholeKey(kind, b)

/**
 * One creditor and one contract. Sources spell both in their own ways, and nobody can look before a report leaves:
 * punctuation, zeros, accents and the form of a company tell no two debts apart. Where one of them names no contract,
 * its amount and its day stand for it; a creditor that is not named is no other creditor.
 */
export function isSameDebt(a: Occurrence, b: Occurrence): boolean {
  if (!mayBeOneCreditor(a, b)) return false
  const [one, other] = [contractOf(a), contractOf(b)]
  if (one === undefined || other === undefined)
    return a.amount !== undefined && a.amount === b.amount && a.occurrenceDate === b.occurrenceDate
  return one.joined === other.joined || one.inParts === other.inParts
}

/** Undefined of what is no contract, though something stands in its place: zeros, dashes. */
function contractOf({ contractId }: Occurrence): ReturnType<typeof contractLooks> | undefined {
  if (contractId === undefined || /^[\s\p{P}\p{S}0]*$/u.test(contractId.normalize('NFKC'))) return undefined
  return contractLooks(contractId)
}

/** By their numbers where both tell them, whichever branch it is; otherwise by their names. */
function mayBeOneCreditor(a: Occurrence, b: Occurrence): boolean {
  if (a.creditorDocument !== undefined && b.creditorDocument !== undefined)
    return (
      creditorKey({ creditorDocument: a.creditorDocument }) ===
      creditorKey({ creditorDocument: b.creditorDocument })
    )
  const [one, other] = [creditorName(a), creditorName(b)]
  return one === '' || other === '' || one === other
}

/** The name without the form of the company at its end: one writes S.A., another S/A, a third nothing. */
const creditorName = ({ creditorName = '' }: Occurrence): string =>
  plainName(creditorName.replace(/\bs\s*[./]\s*a\b\.?/giu, ' SA ')).replace(companyForms, '')

const companyForms = /(?: (?:SA|S A|LTDA|LIMITADA|ME|EPP|EIRELI|MEI|FILIAL|CIA))+$/

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
