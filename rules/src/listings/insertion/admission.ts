import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { RefusalCode, ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { addYears, type Day, parseDay } from '../../calendar/day.ts'
import { documentType, parseDocument } from '../../documents/document-number.ts'
import { type Cents, centsOf } from '../../money/cents.ts'
import { contractKey } from './debt-identity.ts'
import { postcodeFits } from './postcodes.ts'

/** CDC art. 43 §1 and Súmula 323: at most five years, counted from the day after the due date. */
export const expiryOf = (dueDate: Day): Day => addYears(dueDate, 5)

const amountCentsMin: Cents = 10_00n

/** More than any debt seen in this field: past it somebody has mistyped. */
const amountCentsMax: Cents = 999_999_999_99n

/** Why a debt cannot be listed, of itself; undefined when it can. */
export function refusalOf(
  request: ListingRequest,
  creditor: Creditor | undefined,
  today: Day,
): RefusalCode | undefined {
  if (parseDocument(request.documento).kind === 'fault') return '029'
  if (creditor === undefined) return '089'
  if (request.contractId === undefined || contractKey(request.contractId) === '') return '085'
  if (!Object.hasOwn(natures, request.legalNatureId)) return '035'
  const dueDate = parseDay(request.dueDate)
  if (dueDate === undefined) return '014'
  if (dueDate >= today) return '016'
  if (today > expiryOf(dueDate)) return '017'
  return amountRefusal(centsOf(request.amount)) ?? partyRefusal(request, { creditor, dueDate, today })
}

export const amountRefusal = (cents: Cents): RefusalCode | undefined => {
  if (cents < amountCentsMin) return '057'
  return cents > amountCentsMax ? '381' : undefined
}

type Owing = { readonly creditor: Creditor; readonly dueDate: Day; readonly today: Day }

/** What holds for a debtor and for a guarantor alike. */
export function partyRefusal(
  party: GuarantorRequest,
  { creditor, dueDate, today }: Owing,
): RefusalCode | undefined {
  const parsed = parseDocument(party.documento)
  if (parsed.kind === 'fault') return '029'
  if (parsed.document === creditor.document) return '286'
  return addressRefusal(party.address) ?? birthRefusal(parsed.document, party.birthDate, dueDate, today)
}

export function addressRefusal(address: GuarantorRequest['address']): RefusalCode | undefined {
  const { addressLine, district, city, state, zipCode } = address
  if (addressLine === undefined) return '109'
  if (district === undefined) return '110'
  if (city === undefined) return '111'
  if (state === undefined) return '112'
  if (zipCode === undefined) return '113'
  return postcodeFits({ zipCode, state }) ? undefined : '491'
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
  return isUnder(16, day, dueDate) ? '121' : undefined
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

const isPerson = (document: string): boolean => {
  const parsed = parseDocument(document)
  return parsed.kind === 'document' && documentType(parsed.document) === 'CPF'
}

const isUnder = (years: number, birthDate: Day, on: Day): boolean => addYears(birthDate, years) > on
