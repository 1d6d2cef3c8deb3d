import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import {
  isDistress,
  type SpecialStanding,
  type Standing,
  specialStandingOf,
  specialStandings,
  standingOf,
  standings,
} from '@lastro/contract/reports/registration-standing.ts'
import { knowsSpecialStatus, nameInSources } from '@lastro/contract/reports/source-names.ts'
import { dayNumber, lastDayOf, monthsBetween } from '../../calendar/day-number.ts'
import { between, exactly, from, type Span, unknown } from '../span.ts'
import { countOf, hundredthsOf, membersOf, told } from './leaves.ts'
import { answeredSection, answerOf, countedSection, figureOf, type ReportReading } from './report-reading.ts'

type Reader = (reading: ReportReading) => Span

const registers = ['registration', 'identificationReport']

/**
 * The more serious of two standings. A register that failed or is not completely covered may hold a more serious one,
 * so the other counts only if it says closed.
 */
export const registrationStatus: Reader = (reading) => {
  const found = new Set<Standing>()
  let isDark = false
  for (const name of registers) {
    const answer = answerOf(reading, name)
    if (answer === 'absent') continue
    const { statusRegistration } = answeredSection(reading, name) ?? {}
    const standing = typeof statusRegistration === 'string' ? standingOf(statusRegistration) : undefined
    if (standing !== undefined) found.add(standing)
    if (answer !== 'answered' || (standing === undefined && typeof statusRegistration === 'string'))
      isDark = true
  }
  const heaviest = standings.find((one) => found.has(one))
  return heaviest === undefined || (isDark && heaviest !== 'closed')
    ? unknown
    : exactly(standings.indexOf(heaviest))
}

/** Distress stated by either section is certain; its absence is certain only from a source that publishes it. */
export const companySpecialStatus: Reader = (reading) => {
  if (reading.documentType !== 'CNPJ') return unknown
  const found = new Set<SpecialStanding>()
  let [isDark, isKnown] = [false, false]
  for (const name of registers) {
    const answer = answerOf(reading, name)
    if (answer === 'absent') continue
    const { specialStatus } = answeredSection(reading, name) ?? {}
    if (typeof specialStatus === 'string') found.add(specialStandingOf(specialStatus))
    if (answer !== 'answered') isDark = true
    else isKnown ||= knowsSpecialStatus(reading.sources?.[nameInSources(name)] ?? '')
  }
  const heaviest = specialStandings.find((one) => found.has(one)) ?? (isKnown ? 'none' : undefined)
  return heaviest === undefined || (isDark && !isDistress(heaviest))
    ? unknown
    : exactly(specialStandings.indexOf(heaviest))
}

const { choices } = policyValues['registration.state']

export const registrationState: Reader = (reading) => {
  for (const name of registers) {
    if (isUncertain(reading, name)) return unknown
    const { state } = membersOf(answeredSection(reading, name)?.address)
    const place = choices.indexOf(String(state))
    if (place >= 0) return exactly(place)
  }
  return unknown
}

export const companyAge: Reader = (reading) => {
  if (reading.documentType !== 'CNPJ') return unknown
  for (const [name, member] of foundations) {
    const day = answeredSection(reading, name)?.[member]
    if (day !== undefined) return figureOf(reading, name, monthsSince(day, reading.today))
    if (isUncertain(reading, name)) return unknown
  }
  return unknown
}

const foundations = [
  ['identificationReport', 'companyFoundation'],
  ['registration', 'foundationDate'],
] as const

/** Another section replaces one without the value, but not one that might hold a different value. */
function isUncertain(reading: ReportReading, name: string): boolean {
  const answer = answerOf(reading, name)
  return answer === 'partial' || answer === 'notCovered'
}

/** Whole months since a day; unknown of a day that no calendar has, or that has not come. */
export function monthsSince(day: unknown, today: string): Span {
  if (typeof day !== 'string' || dayNumber(day) === undefined || day > today) return unknown
  return exactly(monthsBetween({ since: day, until: today }))
}

export const companyCapital: Reader = (reading) => {
  const { socialCapitalValue } = membersOf(answeredSection(reading, 'QSAReport')?.companyData)
  return figureOf(reading, 'QSAReport', told(hundredthsOf(socialCapitalValue)))
}

export const restricted =
  (report: string, list: string): Reader =>
  (reading) => {
    const { [list]: listed, summary } = membersOf(answeredSection(reading, 'QSAReport')?.[report])
    const count = countOf(membersOf(summary).count)
    if (!Array.isArray(listed))
      return count === undefined ? unknown : figureOf(reading, 'QSAReport', { least: 0, most: count })
    let [least, most] = [0, Math.max((count ?? 0) - listed.length, 0)]
    for (const one of listed) {
      const { restrictionSign } = membersOf(one)
      if (restrictionSign === 'true') least += 1
      if (restrictionSign !== 'false') most += 1
    }
    return figureOf(reading, 'QSAReport', { least, most })
  }

export const summed =
  (section: string, member: 'count' | 'balance'): Reader =>
  (reading) => {
    const counted = countedSection(reading, section)
    const leaf = membersOf(counted?.section.summary)[member]
    const figure = member === 'count' ? countOf(leaf) : hundredthsOf(leaf)
    return counted?.isPart === true && figure !== undefined ? from(figure) : told(figure)
  }

/** The report counts by month: one that began before the window may lie in it or not. */
export const consultations =
  (withinDays: number): Reader =>
  (reading) => {
    const section = answeredSection(reading, 'inquiry')
    if (section === undefined) return unknown
    const firstDay = reading.todayNumber - withinDays
    let [least, doubtful, listed] = [0, 0, 0]
    for (const item of Array.isArray(section.inquiryResponse) ? section.inquiryResponse : []) {
      const { month, count: text } = membersOf(item)
      const count = countOf(text)
      const isIn = isInWindow(month, firstDay)
      listed += count ?? 0
      if (isIn === true && count !== undefined) least += count
      else if (isIn !== false) doubtful += count ?? Number.POSITIVE_INFINITY
    }
    const total = countOf(membersOf(section.summary).count) ?? 0
    const most = least + doubtful + Math.max(total - listed, 0)
    return figureOf(reading, 'inquiry', between({ least, most }))
  }

/** Undefined of a month that reaches into the window, or that no calendar has. */
function isInWindow(month: unknown, firstDay: number): boolean | undefined {
  const first = typeof month === 'string' ? dayNumber(`${month}-01`) : undefined
  if (first === undefined) return undefined
  const last = first + lastDayOf(Number(String(month).slice(0, 4)), Number(String(month).slice(5))) - 1
  if (first >= firstDay) return true
  return last < firstDay ? false : undefined
}

/** `score.score`, in digits; its section has no list. One beyond what scores go to is of another kind. */
export const score: Reader = (reading) => {
  const points = countOf(answeredSection(reading, 'score')?.score)
  const isScore = points !== undefined && points <= (policyValues.score.most ?? points)
  return figureOf(reading, 'score', told(isScore ? points : undefined))
}
