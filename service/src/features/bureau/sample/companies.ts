import type { Subject } from '@lastro/contract/reports/subject.ts'
import {
  type DaysAgo,
  type Dice,
  type Draw,
  dayWithin,
  digits,
  drawsOf,
  percentText,
  pick,
  type Sample,
  upTo,
  weighted,
} from './chance.ts'
import { type Address, address, type City, companyPhones, contacts, landline, workKind } from './contacts.ts'
import { negativeData } from './negative-data.ts'
import { type Company, freshDays, partners } from './partners.ts'
import { sampleDocument } from './sample-document.ts'
import { sampleWords as words } from './words.ts'

export function companySubject(sample: Sample, daysAgo: DaysAgo): Subject {
  const dice = { draw: drawsOf(sample, 'identity'), daysAgo }
  const company = companyOf(dice)
  const home = pick(dice.draw, words.cities)
  const office = address(dice.draw, home, workKind)
  return {
    documento: sampleDocument(sample),
    registration: companyRegistration(dice, company, { home, office }),
    identification: identification(dice, company, { home, office }),
    partners: partners(sample, dice, company),
    ...negativeData(
      { draw: drawsOf(sample, 'debts'), daysAgo },
      { home, exposedDays: company.foundedDaysAgo, amountReaisMax: 400_000 },
    ),
  }
}

type Seat = { readonly home: City; readonly office: Address }

function companyRegistration(dice: Dice, company: Company, { home, office }: Seat) {
  const { companyName, statusRegistration, statusDate, foundationDate, foundedDaysAgo } = company
  const reach = contacts(dice, {
    home,
    addresses: [office],
    phones: companyPhones,
    reachableDays: foundedDaysAgo,
  })
  return { companyName, foundationDate, statusRegistration, statusDate, ...reach }
}

function companyOf(dice: Dice): Company {
  const { draw, daysAgo } = dice
  const trade = pick(draw, words.trades)
  const nature = words.legalNatures[weighted(draw, natureShares)]
  const alias = aliasOf(draw, trade)
  const foundedDaysAgo = companyDaysMin + Math.floor(draw() ** 2 * companyDaysSpan)
  return {
    trade,
    nature,
    alias,
    companyName: `${alias} ${nature.suffix}`,
    statusRegistration: weighted(draw, companyStatuses),
    statusDate: dayWithin(dice, foundedDaysAgo),
    foundedDaysAgo,
    foundationDate: daysAgo(foundedDaysAgo),
  }
}

/** A quarter, the age of the youngest: longer than the days within which its facts were looked at. */
const companyDaysMin = 90

/** Squared above, because most companies are young. */
const companyDaysSpan = 45 * 365

const aliasOf = (draw: Draw, { trade }: Company['trade']): string =>
  `${trade} ${pick(draw, words.emblems)} ${pick(draw, words.origins)}`

const natureShares = [
  [6200, 'limited'],
  [2600, 'soleTrader'],
  [700, 'simple'],
  [500, 'byShares'],
] as const

const companyStatuses = [
  [8400, 'ATIVA'],
  [900, 'BAIXADA'],
  [500, 'INAPTA'],
  [200, 'SUSPENSA'],
] as const

function identification(
  dice: Dice,
  company: Company,
  { home, office }: Seat,
): NonNullable<Subject['identification']> {
  const { draw } = dice
  const { trade, nature, alias, companyName, statusRegistration, foundationDate } = company
  const nireNumber = `${words.stateCodes[home.state]}${nature.nireKind}${digits(draw, 8)}`
  return {
    updateDate: dayWithin(dice, freshDays),
    statusRegistration,
    companyName,
    companyAlias: alias,
    partnership: nature.partnership,
    companyRegister: nireNumber,
    companyRegisterDate: foundationDate,
    companyFoundation: foundationDate,
    numberEmployees: String(Math.floor(draw() ** 6 * 800)),
    taxOption: weighted(draw, taxOptions),
    stateRegistration: draw() < 0.25 ? 'ISENTO' : `${digits(draw, 9)}${digits(draw, 3)}`,
    economicActivity: trade.economicActivity,
    importPurchases: percentText(draw() < 0.06 ? upTo(draw, 8000) : 0),
    exportSales: percentText(draw() < 0.04 ? upTo(draw, 6000) : 0),
    cnae: trade.cnae,
    serasaActiveCode: `${trade.sector}${trade.cnae.slice(0, 4)}`,
    branchOffices: String(draw() < 0.15 ? upTo(draw, 12) : 0),
    nireNumber,
    legalNatureCode: nature.legalNatureCode,
    ...headOffice(draw, home, office),
    ...(draw() < 0.3 && { companyUrl: pageOf(alias) }),
    ...predecessors(dice, company),
  }
}

const taxOptions = [
  [7200, 'SIMPLES NACIONAL'],
  [2100, 'LUCRO PRESUMIDO'],
  [700, 'LUCRO REAL'],
] as const

/** The domain `example` is nobody's, by RFC 2606. */
const pageOf = (alias: string): string => `www.${alias.replaceAll(' ', '').toLowerCase()}.example`

function headOffice(draw: Draw, { areaCode }: City, office: Address) {
  const { addressLine, addressNumber, zipCode, district, country, city, state } = office
  return {
    address: {
      addressLine: `${addressLine}, ${addressNumber}`,
      zipCode,
      district,
      country,
      city,
      state,
      countryCode: '1058',
    },
    phone: { areaCode, phoneNumber: landline(draw) },
  }
}

function predecessors(dice: Dice, { trade, nature, foundedDaysAgo }: Company) {
  const { draw } = dice
  if (draw() >= 0.12) return undefined
  const predecessorName = `${aliasOf(draw, trade)} ${nature.suffix}`
  return {
    predecessorList: [{ predecessorName, predecessorDate: dayWithin(dice, foundedDaysAgo) }],
  }
}
