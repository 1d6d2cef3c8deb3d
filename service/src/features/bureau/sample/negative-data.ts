import type { Cheque, NegativeItem, Protest, Subject } from '@lastro/contract/reports/subject.ts'
import {
  between,
  type Choices,
  type Dice,
  type Draw,
  digits,
  flag,
  money,
  pick,
  type Range,
  upTo,
  weighted,
} from './chance.ts'
import type { City } from './contacts.ts'
import { sampleWords as words } from './words.ts'

type Debtor = {
  readonly home: City
  /** How long it has been able to owe: no debt is older than its debtor's majority or foundation. */
  readonly exposedDays: number
  readonly amountReaisMax: number
}

type NegativeData = Pick<Subject, 'negativeItems' | 'cheques' | 'protests'>

export function negativeData(dice: Dice, debtor: Debtor): NegativeData {
  const { draw } = dice
  const count = debtCount(draw)
  if (count === 0) return {}
  const mainSection = weighted(draw, sectionShares)
  const negativeItems = Array.from({ length: count }, () => {
    const section = draw() < 0.7 ? mainSection : weighted(draw, sectionShares)
    return negativeItem(dice, debtor, section)
  })
  return {
    negativeItems,
    ...(draw() < 0.06 && { cheques: upToThree(draw, () => cheque(dice, debtor)) }),
    ...(draw() < 0.1 && { protests: upToThree(draw, () => protest(dice, debtor)) }),
  }
}

/** What a stream of debts gives first, so that whether a person owes is told without inventing the debts. */
export function debtCount(draw: Draw): number {
  return between(draw, weighted(draw, debtCounts))
}

const debtCounts: Choices<Range> = [
  [6000, { from: 0, until: 0 }],
  [3195, { from: 1, until: 5 }],
  [800, { from: 6, until: 25 }],
  [5, { from: 26, until: 60 }],
]

const sectionShares = [
  [5500, 'listingP'],
  [3000, 'listingR'],
  [1500, 'collectionRecords'],
] as const

function negativeItem(dice: Dice, debtor: Debtor, section: NegativeItem['section']): NegativeItem {
  const { draw } = dice
  const { natureIds, names } = pick<Creditors>(draw, words.creditors[section])
  const { city, state } = placeOf(draw, debtor)
  const days = occurrenceDays(draw, debtor)
  return {
    section,
    occurrenceDate: dice.daysAgo(days),
    legalNatureId: pick(draw, natureIds),
    contractId: `${digits(draw, 9)}${digits(draw, 7)}`,
    creditorName: pick(draw, names),
    amount: amount(draw, debtor),
    legalSquare: city,
    federalUnit: state,
    principal: flag(draw() >= 0.05),
    flagSubJudice: flag(draw() < 0.02),
    ...noticed(dice, days),
  }
}

type Creditors = (typeof words.creditors)[NegativeItem['section']][number]

function cheque(dice: Dice, debtor: Debtor): Cheque {
  const { draw } = dice
  const { city, state } = placeOf(draw, debtor)
  const days = occurrenceDays(draw, debtor)
  return {
    occurrenceDate: dice.daysAgo(days),
    alinea: weighted(draw, alineas),
    ...pick(draw, words.banks),
    bankAgencyId: digits(draw, 4),
    checkNumber: digits(draw, 6),
    checkCount: String(upTo(draw, 5)),
    city,
    federalUnit: state,
    amount: amount(draw, debtor),
    ...noticed(dice, days),
  }
}

/** Returned for want of funds, a second time for it, for a closed account, for spurious practice. */
const alineas = [
  [2500, '11'],
  [5500, '12'],
  [1500, '13'],
  [500, '14'],
] as const

function protest(dice: Dice, debtor: Debtor): Protest {
  const { draw } = dice
  const { city, state } = placeOf(draw, debtor)
  return {
    occurrenceDate: dice.daysAgo(occurrenceDays(draw, debtor)),
    amount: amount(draw, debtor),
    officeNumber: String(upTo(draw, 10)).padStart(2, '0'),
    city,
    federalUnit: state,
  }
}

const upToThree = <Item>(draw: Draw, make: () => Item): Item[] => Array.from({ length: upTo(draw, 3) }, make)

/** Most debts are made where the debtor lives. */
const placeOf = (draw: Draw, { home }: Debtor): City => (draw() < 0.85 ? home : pick(draw, words.cities))

/** A day less than five years at the least, so that every item of a fresh run is still shown. */
const occurrenceDaysMax = 5 * 365 - 1

/** Old enough that the notice of two days later has run its course. */
const occurrenceDaysMin = 20

const occurrenceDays = (draw: Draw, { exposedDays }: Debtor): number =>
  between(draw, { from: occurrenceDaysMin, until: Math.min(exposedDays, occurrenceDaysMax) })

const noticed = ({ daysAgo }: Dice, occurrenceDays: number) => ({
  notifiedBy: 'BIRO INVENTADO SA',
  notifiedOn: daysAgo(occurrenceDays - 2),
})

const amountReaisMin = 30

/** The logarithm of an amount lies in a bell that leans to the small: most are hundreds, few are a fortune. */
function amount(draw: Draw, { amountReaisMax }: Debtor): string {
  const bell = (draw() + draw() + draw()) / 3
  const reais = amountReaisMin * (amountReaisMax / amountReaisMin) ** (bell ** 1.4)
  return money(Math.round(reais * 100))
}
