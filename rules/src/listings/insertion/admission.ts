import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { RefusalCode, ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { addYears, type Day, parseDay } from '../../calendar/day.ts'
import { documentType, parseDocument } from '../../documents/document-number.ts'
import { type Cents, centsOf } from '../../money/cents.ts'
import { forbiddenCharacter } from './contract-number.ts'
import { contractKey } from './debt-identity.ts'
import { postcodeFits } from './postcodes.ts'

/** CDC art. 43 §1 and Súmula 323: at most five years, counted from the day after the due date. */
export const expiryOf = (dueDate: Day): Day => addYears(dueDate, 5)

/** The due date that a listing's time runs from: its own, or an earlier one that was told of the debt before it came. */
export const runsFrom = ({ dueDate, expiresOn }: { readonly dueDate: Day; readonly expiresOn: Day }): Day =>
  expiresOn < expiryOf(dueDate) ? addYears(expiresOn, -5) : dueDate

/** Código Civil art. 3: below this age nobody owes anything. */
export const ageOfOwing = 16

const amountCentsMin: Cents = 10_00n

/** More than any debt seen in this field: past it somebody has mistyped. */
const amountCentsMax: Cents = 999_999_999_99n

/** A rule that a debt breaks, and the member where it is mended. */
export type RefusedMember = { readonly field: string; readonly code: RefusalCode }

/** Why a debt cannot be listed, of itself; undefined when it can. */
export const refusalOf = (
  request: ListingRequest,
  creditor: Creditor | undefined,
  today: Day,
): RefusalCode | undefined => refusalsOf(request, creditor, today)[0]?.code

/** Everything for which it cannot, so that whoever mends it mends it once; the first is what it is refused for. */
export function refusalsOf(
  request: ListingRequest,
  creditor: Creditor | undefined,
  today: Day,
): readonly RefusedMember[] {
  const { contractId = '', legalNatureId, amount } = request
  const dueDate = parseDay(request.dueDate)
  return [
    ...documentRefusals(request),
    ...at('creditorDocument', creditor === undefined ? '089' : undefined),
    ...at('contractId', contractRefusal(contractId)),
    ...at('legalNatureId', Object.hasOwn(natures, legalNatureId) ? undefined : '035'),
    ...at('dueDate', dueDateRefusal(dueDate, today)),
    ...at('amount', amountRefusal(centsOf(amount))),
    ...debtorRefusals(request, { creditor, dueDate, today }),
  ]
}

const at = (field: string, code: RefusalCode | undefined): readonly RefusedMember[] =>
  code === undefined ? [] : [{ field, code }]

/** Checks only what is sent: a number accepted before this rule is not checked again. */
const contractRefusal = (contractId: string): RefusalCode | undefined => {
  if (forbiddenCharacter(contractId) !== undefined) return 'contract_character'
  return contractKey(contractId) === '' ? '085' : undefined
}

function dueDateRefusal(dueDate: Day | undefined, today: Day): RefusalCode | undefined {
  if (dueDate === undefined) return '014'
  if (dueDate >= today) return '016'
  return today > expiryOf(dueDate) ? '017' : undefined
}

export const amountRefusal = (cents: Cents): RefusalCode | undefined => {
  if (cents < amountCentsMin) return '057'
  return cents > amountCentsMax ? '381' : undefined
}

type Owing = {
  readonly creditor: Creditor | undefined
  readonly dueDate: Day | undefined
  readonly today: Day
}

/** What holds for a debtor and for a guarantor alike. */
export const partyRefusal = (party: GuarantorRequest, owing: Owing): RefusalCode | undefined =>
  partyRefusals(party, owing)[0]?.code

export const partyRefusals = (party: GuarantorRequest, owing: Owing): readonly RefusedMember[] => [
  ...documentRefusals(party),
  ...debtorRefusals(party, owing),
]

const documentRefusals = ({ documento }: GuarantorRequest): readonly RefusedMember[] =>
  at('documento', parseDocument(documento).kind === 'fault' ? '029' : undefined)

/** An age is counted at a due date: where there is none, nothing is said of it. */
function debtorRefusals(
  { documento, address, birthDate }: GuarantorRequest,
  { creditor, dueDate, today }: Owing,
): readonly RefusedMember[] {
  const parsed = parseDocument(documento)
  const isCreditor = parsed.kind === 'document' && parsed.document === creditor?.document
  return [
    ...at('documento', isCreditor ? '286' : undefined),
    ...addressRefusals(address),
    ...at('birthDate', dueDate && birthRefusal(documento, birthDate, dueDate, today)),
  ]
}

export const addressRefusal = (address: GuarantorRequest['address']): RefusalCode | undefined =>
  addressRefusals(address)[0]?.code

function addressRefusals(address: GuarantorRequest['address']): readonly RefusedMember[] {
  const { addressLine, district, city, state, zipCode } = address
  const isElsewhere = state !== undefined && zipCode !== undefined && !postcodeFits({ zipCode, state })
  return [
    ...at('address.addressLine', addressLine === undefined ? '109' : undefined),
    ...at('address.district', district === undefined ? '110' : undefined),
    ...at('address.city', city === undefined ? '111' : undefined),
    ...at('address.state', state === undefined ? '112' : undefined),
    ...at('address.zipCode', zipCode === undefined ? '113' : isElsewhere ? '491' : undefined),
  ]
}

export function birthRefusal(
  document: string,
  birthDate: string | undefined,
  dueDate: Day,
  today: Day,
): RefusalCode | undefined {
  if (birthDate === undefined || !isPerson(document)) return undefined
  const day = parseDay(birthDate)
  if (day === undefined) return '014'
  if (day > today) return '016'
  return isUnder(ageOfOwing, day, dueDate) ? '121' : undefined
}

/**
 * A debt of a person under 16 is void. One of 16 or 17 may stand, if the parents assisted; the operator looks.
 * The age counts at the contract; the due date is the day nearest to it that a creditor tells us.
 */
export function reviewOf(
  document: string,
  birthDate: string | undefined,
  dueDate: Day,
): ReviewCause | undefined {
  if (!isPerson(document)) return undefined
  if (birthDate === undefined) return 'birth_date_unknown'
  return isUnder(18, birthDate as Day, dueDate) ? 'minor' : undefined
}

export const isPerson = (document: string): boolean => {
  const parsed = parseDocument(document)
  return parsed.kind === 'document' && documentType(parsed.document) === 'CPF'
}

const isUnder = (years: number, birthDate: Day, on: Day): boolean => addYears(birthDate, years) > on
