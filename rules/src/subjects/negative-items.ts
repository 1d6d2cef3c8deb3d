import { natures } from '@lastro/contract/listings/natures.ts'
import type { Cheque, NegativeItem, Protest, Subject } from '@lastro/contract/reports/subject.ts'
import { waitingPeriodEnd } from '../calendar/business-days.ts'
import { addDays, addYears, type Day } from '../calendar/day.ts'
import { ageOfOwing, isPerson } from '../listings/insertion/admission.ts'

/** CDC art. 43 §1: nothing negative is shown for longer than five years. */
const negativeYearsMax = 5

/** What a debtor has after a notice, whoever gave it: a state that gives more is known of the debtor's address alone. */
const waitingDays = 10

/** A debt or a cheque as it was loaded, with the words of its nature. */
const shownItem = (item: NegativeItem) => ({
  ...item,
  principal: item.principal ?? 'true',
  flagSubJudice: item.flagSubJudice ?? 'false',
  legalNature: natures[item.legalNatureId],
})

export type Occurrence = ReturnType<typeof shownItem> | Cheque | Protest

type Noticed = Pick<Cheque, 'notifiedBy' | 'notifiedOn'>

/** CDC art. 43 §2: who told the debtor, and when, travels with what is loaded. Protests are public records. */
export const isNoticed = ({ notifiedBy, notifiedOn }: Noticed): boolean =>
  notifiedBy !== undefined && notifiedOn !== undefined

/** The days on which something negative may be read, both included. */
export type ReadableDays = { readonly from: Day; readonly until: Day }

/** The last day on which a loaded debt, cheque or protest may be shown. */
export const lastShownDay = ({ occurrenceDate }: Pick<Protest, 'occurrenceDate'>): Day =>
  addYears(occurrenceDate as Day, negativeYearsMax)

const always = '0000-01-01' as Day

/** Undefined of a debt or a cheque of which nobody is known to have told the debtor, and of one that is void. */
export function readableDays(
  one: NegativeItem | Cheque | Protest,
  kind: 'noticed' | 'public',
  owingFrom: Day,
): ReadableDays | undefined {
  const until = lastShownDay(one)
  if (kind === 'public') return { from: always, until }
  if (one.occurrenceDate < owingFrom) return undefined
  const { notifiedBy, notifiedOn } = one as Noticed
  if (notifiedBy === undefined || notifiedOn === undefined) return undefined
  return { from: firstReadableDay(notifiedOn as Day), until }
}

/** The day after the waiting period. A load asks for the same few thousand days over and over. */
function firstReadableDay(notifiedOn: Day): Day {
  const known = firstReadableDays.get(notifiedOn)
  if (known !== undefined) return known
  const day = addDays(waitingPeriodEnd(notifiedOn, waitingDays), 1)
  if (firstReadableDays.size >= knownDayCountMax) firstReadableDays.clear()
  firstReadableDays.set(notifiedOn, day)
  return day
}

const firstReadableDays = new Map<Day, Day>()

/** The days of more than five years, after which nothing is shown. */
const knownDayCountMax = 4_000

export const isReadableOn = (days: ReadableDays | undefined, today: Day): boolean =>
  days !== undefined && days.from <= today && today <= days.until

/** The last day, from today on, until which the same can be read as today. */
export const sameUntil = (all: readonly (ReadableDays | undefined)[], today: Day): Day =>
  all.reduce<Day>((first, days) => {
    if (days === undefined || today > days.until || days.from > days.until) return first
    const last = today < days.from ? addDays(days.from, -1) : days.until
    return last < first ? last : first
  }, endOfTime)

export const endOfTime = '9999-12-31' as Day

/** Everything negative that is known of a subject, by the section that shows it. */
export function negativeItems(subject: Subject): readonly NegativeEntry[] {
  const { negativeItems: debts = [], cheques = [], protests = [] } = subject
  // Most have nothing of the kind.
  if (debts.length + cheques.length + protests.length === 0) return []
  const from = owesFrom(subject)
  return [
    ...debts.map((one) => entryOf(one.section, shownItem(one), 'noticed', from)),
    ...cheques.map((one) => entryOf('check', one, 'noticed', from)),
    ...protests.map((one) => entryOf('notary', one, 'public', from)),
  ]
}

/** The day from which on a debt of a subject can stand: of a person under 16 it is void. Always, of one of no known age. */
export function owesFrom({ documento, registration }: Pick<Subject, 'documento' | 'registration'>): Day {
  const birthDate = registration?.birthDate
  return birthDate !== undefined && isPerson(documento) ? addYears(birthDate as Day, ageOfOwing) : always
}

export type NegativeEntry = {
  readonly section: NegativeItem['section'] | 'check' | 'notary'
  readonly item: Occurrence
  readonly days: ReadableDays | undefined
}

const entryOf = (
  section: NegativeEntry['section'],
  item: Occurrence,
  kind: 'noticed' | 'public',
  owingFrom: Day,
): NegativeEntry => ({ section, item, days: readableDays(item, kind, owingFrom) })

/** How many debts and cheques of a subject nobody may read, for want of a notice. */
export const withoutNotice = ({ negativeItems = [], cheques = [] }: Subject): number =>
  [...negativeItems, ...cheques].filter((one) => !isNoticed(one)).length
