import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import {
  type DaysAgo,
  type Dice,
  type Draw,
  dayWithin,
  drawsOf,
  flag,
  money,
  percentText,
  pick,
  type Sample,
  upTo,
} from './chance.ts'
import { debtCount } from './negative-data.ts'
import { adultDays, personOf } from './people.ts'
import { indexOfPerson, peopleBefore, sampleDocument } from './sample-document.ts'
import { sampleWords as words } from './words.ts'

export type Company = {
  readonly trade: (typeof words.trades)[number]
  readonly nature: (typeof words.legalNatures)[keyof typeof words.legalNatures]
  readonly alias: string
  readonly companyName: string
  readonly statusRegistration: string
  readonly statusDate: Day
  readonly foundedDaysAgo: number
  readonly foundationDate: Day
}

type Partner = {
  readonly documentType: 'CPF'
  readonly documentId: DocumentNumber
  readonly name: string
  readonly sinceDaysAgo: number
  readonly restrictionSign: 'true' | 'false'
}

export function partners(sample: Sample, dice: Dice, company: Company): NonNullable<Subject['partners']> {
  const { draw } = dice
  const people = peopleOf(sample, draw, company)
  const directors = people.slice(0, upTo(draw, 3))
  return {
    companyData: companyData(dice),
    partnersList: partnersList(dice, people),
    directorsList: directors.map((person) => director(dice, company, person)),
    ...(directors.length > 1 && draw() < 0.2 && { messages: ['ADMINISTRACAO EM CONJUNTO'] }),
  }
}

/** People of the same run who come before the company, so that each of them is loaded when it is. */
function peopleOf({ index, seed }: Sample, draw: Draw, { nature, foundedDaysAgo }: Company): Partner[] {
  const known = peopleBefore(index)
  const first = Math.floor(draw() * known)
  const count = Math.min(known, upTo(draw, nature.partnersMax))
  return Array.from({ length: count }, (_, at) => {
    const person = { index: indexOfPerson((first + at) % known), seed }
    const { consumerName, bornDaysAgo } = personOf(person)
    return {
      documentType: 'CPF',
      documentId: sampleDocument(person),
      name: consumerName,
      sinceDaysAgo: upTo(draw, Math.min(foundedDaysAgo, adultDays(bornDaysAgo))),
      restrictionSign: flag(debtCount(drawsOf(person, 'debts')) > 0),
    }
  })
}

function companyData(dice: Dice) {
  const { draw } = dice
  const capitalReais = (1 + Math.floor(draw() ** 3 * 400)) * 5_000
  return {
    socialCapitalValue: money(capitalReais * 100),
    accomplishedValue: money(capitalReais * (draw() < 0.85 ? 100 : 50)),
    informationUpdateDate: dayWithin(dice, freshDays),
    countryOrigin: 'BRASIL',
    controlType: 'PRIVADO',
    nature: 'NACIONAL',
  }
}

/** A company's facts were looked at after its first quarter, the age of the youngest. */
export const freshDays = 60

function partnersList({ draw, daysAgo }: Dice, people: readonly Partner[]) {
  const shares = sharesOfCapital(draw, people.length)
  return people.map(({ sinceDaysAgo, ...person }, at) => ({
    ...person,
    sinceDate: daysAgo(sinceDaysAgo),
    nationality: 'BRASILEIRA',
    documentConsistency: flag(draw() >= 0.01),
    capitalTotalValue: percentText(shares[at] ?? 0),
    capitalVoterValue: percentText(shares[at] ?? 0),
  }))
}

/** Hundredths of a per cent; the first partner holds what the others leave. */
function sharesOfCapital(draw: Draw, count: number): number[] {
  const others = Array.from({ length: count - 1 }, () => upTo(draw, Math.floor(10_000 / count)))
  return [others.reduce((left, share) => left - share, 10_000), ...others]
}

function director(dice: Dice, { nature }: Company, { sinceDaysAgo, ...person }: Partner) {
  const { draw, daysAgo } = dice
  return {
    ...person,
    ...(nature === words.legalNatures.byShares ? mandateByShares(daysAgo, sinceDaysAgo) : openMandate),
    role: pick(draw, words.roles),
    maritalStatus: pick(draw, words.maritalStatuses),
    sinceDate: daysAgo(sinceDaysAgo),
    mandateStart: daysAgo(sinceDaysAgo),
    nationality: 'BRASILEIRA',
    documentConsistency: flag(draw() >= 0.01),
    informationUpdateDate: dayWithin(dice, freshDays),
  }
}

const openMandate = { typeOfMandate: 'INDETERMINADO' }
const mandateDays = 3 * 365

/** Only a mandate that has run out, and waits for the next meeting, has its end: no date lies ahead. */
function mandateByShares(daysAgo: DaysAgo, startDaysAgo: number) {
  const typeOfMandate = 'DETERMINADO'
  return startDaysAgo < mandateDays
    ? { typeOfMandate }
    : { typeOfMandate, mandateEnd: daysAgo(startDaysAgo - mandateDays) }
}
