import type { Product } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { registrationStatus } from './registration-status.ts'
import { at, itemsOf, membersOf, textAt } from './report-json.ts'
import { readingOf } from './section-readings.ts'
import { loudest, type Severity } from './severity.ts'
import { filledTallies, type Tally, talliesOf } from './tally.ts'
import { centsText, dateText, grouped, moneyText } from './value-text.ts'
import { andMoreText, occurrencesText, words } from './words.ts'

/** One thing that the report says, with what it means. */
export type Finding = { readonly severity: Severity; readonly text: string }

/**
 * What a report says at a glance: facts and no score, the loudest first. It is `clear` only when everything that the
 * product promises was asked, answered, and is empty.
 */
export type Verdict = {
  readonly severity: Severity
  readonly headline: string
  readonly findings: readonly Finding[]
  /** Additionals that would have told more; undefined when all of them were asked for. */
  readonly notAsked: string | undefined
}

type Json = Readonly<Record<string, unknown>>

export type JudgedReport = {
  /** Undefined when the code is nobody's: then nothing was promised. */
  readonly product: Product | undefined
  readonly report: Json
  readonly language: Language
  /** `X-Report-Sections-Degraded`, taken apart. */
  readonly degradedSections: readonly string[] | undefined
}

export function verdictOf(judged: JudgedReport): Verdict {
  const { product, report, language } = judged
  const tallies = talliesOf(product, report)
  const findings = [
    ...statusFindings(judged),
    ...occurrenceFindings(tallies, language),
    ...restrictionFindings(report, language),
    ...unansweredFindings(tallies, judged),
    ...clearFindings(tallies, judged),
  ]
  const severity = loudest(findings.map((one) => one.severity))
  const extra = tallies.filter(({ id, answered }) => answered === 'absent' && isOffered(product, id))
  return {
    severity,
    headline: headlineOf(severity, findings, judged),
    findings,
    notAsked: namedText('notAskedFor', extra, language),
  }
}

function headlineOf(severity: Severity, findings: readonly Finding[], judged: JudgedReport): string {
  const { report, language } = judged
  if (severity !== 'closed') return words[headlines[severity]][language]
  const owes = findings.some((one) => one.severity === 'negative')
  const { text = '' } = registrationStatus(report)
  return `${words.status[language]}: ${text}${owes ? words.alsoNegative[language] : ''}`
}

const headlines = {
  negative: 'headlineNegative',
  attention: 'headlineAttention',
  unknown: 'headlineUnknown',
  clear: 'headlineClear',
} as const satisfies Record<Exclude<Severity, 'closed'>, keyof typeof words>

/**
 * A status in order is nothing to be said; of whom none is told, the other findings speak. Of whom nothing at all is
 * registered nobody knows who it is: nothing on file may be a number that was typed wrong.
 */
function statusFindings({ product, report, language }: JudgedReport): readonly Finding[] {
  const { text, severity } = registrationStatus(report)
  if (product?.sections.includes('registration') === true && !isRegistered(report))
    return [{ severity: 'unknown', text: words.notRegistered[language] }]
  if (text === undefined || severity === 'clear') return []
  const day = textAt(membersOf(report.registration), 'statusDate', 'date')
  const since = day === undefined ? '' : `, ${words.since[language]} ${day}`
  return [{ severity, text: `${words.status[language]}: ${text}${since}.` }]
}

/** Whoever has a name or a status is known; one whose registration did not answer is told as that. */
const isRegistered = (report: Json): boolean =>
  ['registration', 'identificationReport'].some((block) => {
    const members = membersOf(report[block])
    return ['consumerName', 'companyName', 'statusRegistration', 'error'].some(
      (name) => members[name] !== undefined,
    )
  })

function occurrenceFindings(tallies: readonly Tally[], language: Language): readonly Finding[] {
  const counting = filledTallies(tallies)
  if (counting.length === 0) return []
  const text = occurrencesSentence(counting, language)
  return counting.every((one) => one.isSoft)
    ? [{ severity: 'attention', text: `${text} ${words.allSoft[language]}` }]
    : [{ severity: 'negative', text }]
}

function occurrencesSentence(counting: readonly Tally[], language: Language): string {
  const count = counting.reduce((sum, one) => sum + one.count, 0)
  const cents = counting.reduce((sum, one) => sum + one.cents, 0n)
  const days = counting.flatMap((one) => one.since ?? []).toSorted()
  const [since] = days.length === counting.length ? days : []
  return `${[
    occurrencesText(count, grouped(String(count)))[language],
    // In a sentence the sign of the currency stays with its amount.
    ...(cents > 0n
      ? [amountText(moneyText(centsText(cents)).replace(' ', '\u00a0'), counting, language)]
      : []),
    ...(since === undefined ? [] : [`${words.since[language]} ${dateText(since)}`]),
  ].join(', ')}.`
}

const amountText = (amount: string, counting: readonly Tally[], language: Language): string =>
  counting.some(({ withoutAmountCount }) => withoutAmountCount > 0)
    ? `${words.atLeast[language]} ${amount}`
    : `${amount} ${words.inTotal[language]}`

const restrictedLists = [
  ['partnerCompleteReport', 'partnersList'],
  ['directorCompleteReport', 'directorsList'],
]

/** As many names as a line holds. */
const namedCountMax = 3

function restrictionFindings(report: Json, language: Language): readonly Finding[] {
  const company = membersOf(report.QSAReport)
  const restricted = restrictedLists
    .flatMap((path) => itemsOf(at(company, path)))
    .filter((one) => one.restrictionSign === 'true')
    .map((one) => textAt(one, 'name') ?? words.nameUnknown[language])
  const names = [...new Set(restricted)]
  if (names.length === 0) return []
  const more = names.length - namedCountMax
  const rest = more > 0 ? andMoreText(more)[language] : ''
  const named = names.slice(0, namedCountMax).join(', ')
  return [{ severity: 'negative', text: `${words.restricted[language]}: ${named}${rest}.` }]
}

/** What failed, what nobody was asked for though the product promises it, and what is not the last word. */
function unansweredFindings(tallies: readonly Tally[], judged: JudgedReport): readonly Finding[] {
  const { product, report, language } = judged
  const registers = (['registration', 'identificationReport'] as const)
    .filter((id) => membersOf(at(report, readingOf(id).path)).error !== undefined)
    .map((id) => ({ id }))
  const failed = tallies.filter(
    ({ answered, isPart }) => !isPart && (answered === 'failed' || answered === 'silent'),
  )
  const promised = tallies.filter(({ id, answered }) => answered === 'absent' && isPromised(product, id))
  const doubtful = tallies.filter((one) => isDoubtful(one, judged))
  const texts = [
    namedText('didNotAnswer', [...registers, ...failed], language),
    namedText('wasNotAsked', promised, language),
    namedText('mayBeIncomplete', doubtful, language),
  ].filter((one) => one !== undefined)
  if (texts.length === 0 && tallies.every((one) => one.answered === 'absent'))
    return [{ severity: 'unknown', text: words.noNegativeData[language] }]
  return texts.map((text) => ({ severity: 'unknown', text }))
}

function clearFindings(tallies: readonly Tally[], judged: JudgedReport): readonly Finding[] {
  const empty = tallies.filter(
    (one) => one.answered === 'answered' && one.count === 0 && !isDoubtful(one, judged),
  )
  const text = namedText('nothingAnywhere', empty, judged.language)
  return text === undefined ? [] : [{ severity: 'clear', text }]
}

const isPromised = (product: Product | undefined, id: SectionId): boolean =>
  product?.sections.includes(id) === true

/** Only as an additional: whoever did not want it did not ask. */
const isOffered = (product: Product | undefined, id: SectionId): boolean =>
  product?.sections.some(isNegative) === true && !product.sections.includes(id)

const isNegative = (id: SectionId): boolean => readingOf(id).occurrence !== undefined

/** Answered, while there may be more; or counted, and nothing of it listed. */
const isDoubtful = ({ id, answered, isPart }: Tally, { degradedSections }: JudgedReport): boolean =>
  isPart || (answered === 'answered' && degradedSections?.includes(readingOf(id).path.at(-1) ?? id) === true)

function namedText(
  word: keyof typeof words,
  sections: readonly { readonly id: SectionId }[],
  language: Language,
): string | undefined {
  if (sections.length === 0) return undefined
  const headings = sections.map(({ id }) => readingOf(id).heading[language])
  return `${words[word][language]}: ${headings.join(', ')}.`
}
