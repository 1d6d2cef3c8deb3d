import type { Subject } from '@lastro/contract/reports/subject.ts'
import { between, type DaysAgo, dayWithin, drawsOf, pick, type Sample, someOf, weighted } from './chance.ts'
import { address, contacts, personAddresses, personPhones } from './contacts.ts'
import { negativeData } from './negative-data.ts'
import { sampleDocument } from './sample-document.ts'
import { sampleWords as words } from './words.ts'

type Person = {
  readonly consumerName: string
  readonly motherName: string
  readonly consumerGender: 'F' | 'M'
  readonly bornDaysAgo: number
}

export function personSubject(sample: Sample, daysAgo: DaysAgo): Subject {
  const { bornDaysAgo, ...names } = personOf(sample)
  const dice = { draw: drawsOf(sample, 'contacts'), daysAgo }
  const home = pick(dice.draw, words.cities)
  return {
    documento: sampleDocument(sample),
    registration: {
      ...names,
      birthDate: daysAgo(bornDaysAgo),
      statusRegistration: weighted(dice.draw, personStatuses),
      statusDate: dayWithin(dice, statusDaysMax),
      ...contacts(dice, {
        home,
        addresses: someOf(dice.draw, personAddresses).map((kind) => address(dice.draw, home, kind)),
        phones: personPhones,
        reachableDays: adultDays(bornDaysAgo),
      }),
    },
    ...negativeData(
      { draw: drawsOf(sample, 'debts'), daysAgo },
      { home, exposedDays: adultDays(bornDaysAgo), amountReaisMax: 120_000 },
    ),
  }
}

/** Who a person is can be told from the index alone, so that a company may name its partners truly. */
export function personOf(sample: Sample): Person {
  const draw = drawsOf(sample, 'identity')
  const consumerGender = draw() < 0.51 ? 'F' : 'M'
  const givenNames = consumerGender === 'F' ? words.womenNames : words.menNames
  const secondName = draw() < 0.3 ? ` ${pick(draw, givenNames)}` : ''
  const mothersSurname = pick(draw, words.surnames)
  return {
    consumerName: `${pick(draw, givenNames)}${secondName} ${mothersSurname} ${pick(draw, words.surnames)}`,
    motherName: `${pick(draw, words.womenNames)} ${pick(draw, words.surnames)} ${mothersSurname}`,
    consumerGender,
    bornDaysAgo: between(draw, { from: majorityDays + 30, until: 90 * 365 }),
  }
}

/** Leap days counted in full, so that no one is a day short of eighteen. */
const majorityDays = 18 * 366
export const adultDays = (bornDaysAgo: number): number => bornDaysAgo - majorityDays

/** A bureau asks for a person's status again every few years. */
const statusDaysMax = 4 * 365

const personStatuses = [
  [9200, 'REGULAR'],
  [300, 'PENDENTE DE REGULARIZACAO'],
  [220, 'SUSPENSA'],
  [200, 'TITULAR FALECIDO'],
  [80, 'CANCELADA'],
] as const
