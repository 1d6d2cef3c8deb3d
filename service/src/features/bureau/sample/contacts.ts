import { between, type Dice, type Draw, dayWithin, digits, pick, someOf, upTo } from './chance.ts'
import { sampleWords as words } from './words.ts'

export type City = (typeof words.cities)[number]

type ContactKind = { readonly code: string; readonly name: string; readonly mobile?: true }

const homeKind = { code: '1', name: 'RESIDENCIAL' }
export const workKind = { code: '2', name: 'COMERCIAL' }
const mobileKind = { code: '3', name: 'CELULAR', mobile: true } as const

export const personAddresses: readonly ContactKind[] = [homeKind, homeKind, workKind]
export const personPhones: readonly ContactKind[] = [mobileKind, homeKind, workKind]
export const companyPhones: readonly ContactKind[] = [workKind, mobileKind]

type Contacts = {
  readonly home: City
  readonly addresses: readonly Address[]
  readonly phones: readonly ContactKind[]
  /** How long there has been anyone to reach. */
  readonly reachableDays: number
}

/** Older contacts no longer reach anyone. */
const contactDaysMax = 8 * 365

export function contacts(dice: Dice, { home, addresses, phones, reachableDays }: Contacts) {
  const { draw } = dice
  const updateDate = () => dayWithin(dice, Math.min(reachableDays, contactDaysMax))
  const known = draw() < 0.2 ? [] : someOf(draw, phones)
  return {
    address: { city: home.city, state: home.state },
    addresses: addresses.map((one) => ({ ...one, updateDate: updateDate() })),
    phones: known.map((kind) => ({ ...phone(draw, home, kind), updateDate: updateDate() })),
  }
}

export type Address = ReturnType<typeof address>

export function address(draw: Draw, home: City, { code, name }: ContactKind) {
  return {
    addressLine: pick(draw, words.streets),
    addressTypeCode: code,
    addressTypeDescription: name,
    addressNumber: String(upTo(draw, 3999)),
    district: pick(draw, words.districts),
    zipCode: zipCode(draw, home),
    country: 'BRASIL',
    city: home.city,
    state: home.state,
    ...(draw() < 0.4 && { addressComplement: pick(draw, words.complements) }),
  }
}

function phone(draw: Draw, { areaCode }: City, { code, name, mobile }: ContactKind) {
  return {
    regionCode: '55',
    areaCode,
    phoneNumber: mobile ? `9${between(draw, { from: 6, until: 9 })}${digits(draw, 7)}` : landline(draw),
    phoneType: name,
    phoneTypeCode: code,
  }
}

export const landline = (draw: Draw): string => `${between(draw, { from: 2, until: 5 })}${digits(draw, 7)}`

function zipCode(draw: Draw, { zipFrom, zipUntil }: City): string {
  const zone = between(draw, { from: Number(zipFrom), until: Number(zipUntil) })
  // From 900 on, the last three digits belong to great receivers and post offices.
  return String(zone * 1_000 + between(draw, { from: 0, until: 899 })).padStart(8, '0')
}
