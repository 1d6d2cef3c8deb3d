import type { Product } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { coverageOf, datedNames, extentOf, nothingAmong, oldestDate, sourcesOf } from './coverage.ts'
import { isCutShort } from './outline-section.ts'
import { registrationStatus, type SpecialStatus, specialStatus } from './registration-status.ts'
import { at, itemsOf, membersOf, textAt } from './report-json.ts'
import { readableSections, readingOf } from './section-readings.ts'
import { loudest, type Severity } from './severity.ts'
import { filledTallies, isWhole, type TalliedReport, type Tally, talliesOf } from './tally.ts'
import { brasiliaDay, centsText, dateText, grouped, moneyText } from './value-text.ts'
import { andMoreText, coverageWords, occurrencesText, words } from './words.ts'

/** One thing that the report says, with what it means. */
export type Finding = { readonly severity: Severity; readonly text: string }

/**
 * What a report says at a glance: facts and no score, the most serious first. It is `clear` only when every section of
 * negative data that the product promises, and every one that was requested, is completely covered, was answered and
 * is empty.
 */
export type Verdict = {
  readonly severity: Severity
  readonly headline: string
  /** Which sources answered sections of negative data; undefined when none did. */
  readonly consulted: string | undefined
  /** What was not consulted, because no source covers it; undefined when everything was. */
  readonly notConsulted: string | undefined
  readonly findings: readonly Finding[]
  /** Additionals that would have told more; undefined when all of them were asked for. */
  readonly notAsked: string | undefined
}

type Json = Readonly<Record<string, unknown>>

export type JudgedReport = TalliedReport & { readonly language: Language }

/** Undefined if the product has no negative data and nothing is wrong with the registration. */
export function verdictOf(
  judged: JudgedReport,
  requested: readonly Tally[] = talliesOf(judged),
): Verdict | undefined {
  const { product, report, language } = judged
  const findings = [
    ...specialFindings(judged),
    ...statusFindings(judged),
    ...occurrenceFindings(requested, language),
    ...restrictionFindings(report, language),
    ...unansweredFindings(requested, report, language),
    ...partialFindings(requested, judged),
    ...clearFindings(requested, language),
  ]
  const uncovered = uncoveredIn(requested, judged)
  if (requested.length === 0 && findings.length === 0 && uncovered.length === 0) return undefined
  const severity = severityOf(findings, requested, judged)
  const extra = readableSections(product).filter(
    (id) => isNegative(id) && isOffered(product, id) && !requested.some((one) => one.id === id),
  )
  return {
    severity,
    headline: headlineOf(severity, { findings, requested, judged }),
    consulted: consultedText(requested, judged),
    notConsulted: notConsultedText(uncovered, requested, judged),
    findings,
    notAsked: namedText(
      'notAskedFor',
      extra.map((id) => ({ id })),
      language,
    ),
  }
}

function severityOf(
  findings: readonly Finding[],
  requested: readonly Tally[],
  judged: JudgedReport,
): Severity {
  const serious = findings.map((one) => one.severity).filter((one) => one !== 'partial' && one !== 'clear')
  if (serious.length > 0) return loudest(serious)
  if (requested.every((one) => one.answered === 'absent')) return 'unknown'
  const { product, report } = judged
  const promised = product?.sections ?? []
  const isAllCovered =
    promised.some(isNegative) && promised.every((id) => coverageOf(id, report, judged) !== 'none')
  return isAllCovered && requested.every(isWhole) ? 'clear' : 'partial'
}

type Judgement = {
  readonly findings: readonly Finding[]
  readonly requested: readonly Tally[]
  readonly judged: JudgedReport
}

function headlineOf(severity: Severity, { findings, requested, judged }: Judgement): string {
  const { report, language } = judged
  const special = specialStatus(report)
  const distressed = special && distressWords(special)
  const ownCount = distressed === undefined ? 0 : 1
  const owes = findings.filter((one) => one.severity === 'negative').length > ownCount
  const alsoNegative = owes ? words.alsoNegative[language] : ''
  if (special !== undefined && distressed !== undefined && severity !== 'closed')
    return `${distressed[language]}: ${special.text}${alsoNegative}`
  switch (severity) {
    case 'negative':
      return words.headlineNegative[language]
    case 'attention':
      return words.headlineAttention[language]
    case 'closed': {
      const { text = '' } = registrationStatus(report)
      return `${words.status[language]}: ${text}${alsoNegative}`
    }
    case 'unknown':
      if (isNotLocated(judged)) return words.headlineNotLocated[language]
      return requested.length > 0 && findings.length === 0
        ? coverageWords.noData[language]
        : words.headlineUnknown[language]
    case 'partial':
    case 'clear':
      return nothingFoundText(severity, requested, judged)
  }
}

/**
 * The headline when nothing was found: the sources and the date of their data, or the creditors if only they were
 * consulted.
 */
function nothingFoundText(
  severity: 'partial' | 'clear',
  requested: readonly Tally[],
  judged: JudgedReport,
): string {
  const { product, report, language } = judged
  const answered = requested.filter(isAnswered)
  const extents = answered.map(({ id, coverage }) =>
    coverage === 'partial' ? extentOf(id, report, judged, language) : undefined,
  )
  const counts = extents.map((one) => (one?.kind === 'creditors' ? one.count : ''))
  const [count = ''] = counts
  const promisesNegative = product === undefined || product.sections.some(isNegative)
  const isPartly =
    severity === 'partial' && promisesNegative && answered.some((one) => one.coverage === 'complete')
  const text =
    count !== '' && counts.every((one) => one === count)
      ? nothingAmong(count, language)
      : `${nothingInSources(answered, judged)}${isPartly ? coverageWords.partly[language] : ''}`
  // For a product without negative data, mention only the requested features.
  if (promisesNegative) return text
  const named = answered.map(({ id }) => readingOf(id).heading[language]).join(', ')
  return `${named}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function nothingInSources(answered: readonly Tally[], judged: JudgedReport): string {
  const { language } = judged
  // If all data is partial, do not say that any source has nothing on file.
  if (answered.every((one) => one.coverage === 'partial')) return coverageWords.partlyEmpty[language]
  const sources = answered.map(({ id }) => sourcesOf(id, judged, language))
  const nameCount = new Set(sources.flat().map(({ name }) => name)).size
  if (nameCount === 0) return coverageWords.nothingConsulted[language]
  const counted = coverageWords[nameCount === 1 ? 'oneSource' : 'sources'][language].replace(
    '{count}',
    String(nameCount),
  )
  const date = dataDate(answered, judged)
  const until = date === undefined ? '' : coverageWords.until[language].replace('{date}', dateText(date))
  return `${coverageWords.nothingIn[language].replace('{sources}', counted)}${until}`
}

/** The oldest date of all consulted data; undefined if any date is unknown. */
function dataDate(answered: readonly Tally[], judged: JudgedReport): string | undefined {
  const sources = answered.flatMap(({ id }) => {
    const named = sourcesOf(id, judged, judged.language)
    const copiedAt = membersOf(at(judged.report, readingOf(id).path)).copiedAt
    const copied = typeof copiedAt === 'string' ? [{ name: '', date: brasiliaDayOf(copiedAt) }] : []
    return [...(named.length === 0 ? [{ name: '', date: undefined }] : named), ...copied]
  })
  return oldestDate(sources)
}

const brasiliaDayOf = (instant: string): string | undefined => {
  const atMs = Date.parse(instant)
  return Number.isNaN(atMs) ? undefined : brasiliaDay(atMs)
}

const isAnswered = ({ answered }: Tally): boolean => answered === 'answered'

/** If the sources of a section are unknown, the section is named instead. */
function consultedText(requested: readonly Tally[], judged: JudgedReport): string | undefined {
  const { language } = judged
  const answered = requested.filter(isAnswered).map(({ id }) => ({
    heading: readingOf(id).heading[language],
    sources: sourcesOf(id, judged, language),
  }))
  if (answered.length === 0) return undefined
  const named = [
    ...datedNames(
      answered.flatMap((one) => one.sources),
      language,
    ),
    ...answered.filter((one) => one.sources.length === 0).map((one) => one.heading),
  ]
  return `${coverageWords.consulted[language]}: ${named.join(', ')}.`
}

/** Negative data first: it is what the verdict is about. */
function uncoveredIn(requested: readonly Tally[], judged: JudgedReport): readonly SectionId[] {
  const { report, language } = judged
  const negative = requested
    .filter((one) => one.coverage === 'none')
    .map(({ id }) => id)
    // Its sources were consulted on the report's day; a reopened report leaves out what is no longer confirmed.
    .filter((id) => coverageOf(id, report, judged) === 'none' || sourcesOf(id, judged, language).length === 0)
  const others = readableSections(judged.product).filter(
    (id) => !isNegative(id) && coverageOf(id, report, judged) === 'none',
  )
  return [...negative, ...others]
}

function notConsultedText(
  uncovered: readonly SectionId[],
  requested: readonly Tally[],
  { product, language }: JudgedReport,
): string | undefined {
  const named = uncovered.map((id) => readingOf(id).heading[language]).join(', ')
  const isAboutOther = product?.sections.some(isNegative) === false && requested.length > 0
  const sentences = [
    ...(named === '' ? [] : [`${coverageWords.notConsulted[language]}: ${named}.`]),
    ...(isAboutOther ? [coverageWords.noOtherNegativeData[language]] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

/** The words for a status of distress; undefined for any other status. */
const distressWords = ({ standing }: SpecialStatus): Text | undefined =>
  standing === 'other' || standing === 'none' ? undefined : words[standing]

/** Distress comes first, even if no debt is on file. */
function specialFindings({ report, language }: JudgedReport): readonly Finding[] {
  const special = specialStatus(report)
  if (special === undefined) return []
  const distressed = distressWords(special)
  const name = (distressed ?? words.specialStatus)[language]
  const since = special.date === undefined ? '' : `, ${words.since[language]} ${special.date}`
  return [
    {
      severity: distressed === undefined ? 'attention' : 'negative',
      text: `${name}: ${special.text}${since}.`,
    },
  ]
}

/**
 * A status in order is nothing to be said; of whom none is told, the other findings speak. Of whom nothing at all is
 * registered nobody knows who it is: nothing on file may be a number that was typed wrong.
 */
function statusFindings(judged: JudgedReport): readonly Finding[] {
  const { report, language } = judged
  const { text, severity } = registrationStatus(report)
  if (isNotLocated(judged)) return [{ severity: 'unknown', text: words.notRegistered[language] }]
  if (text === undefined || severity === 'clear') return []
  const day = textAt(membersOf(report.registration), 'statusDate', 'date')
  const since = day === undefined ? '' : `, ${words.since[language]} ${day}`
  return [{ severity, text: `${words.status[language]}: ${text}${since}.` }]
}

/** The registration is covered, was answered, and has nothing about this document. One that was withheld says nothing. */
export function isNotLocated(judged: JudgedReport): boolean {
  if (isCutShort(judged)) return false
  return registerOf(judged) !== undefined && !isRegistered(judged.report) && isRegisterConsulted(judged)
}

/** Whether a source was asked who this is, as far as the product asks at all. */
export function isRegisterConsulted(judged: JudgedReport): boolean {
  const register = registerOf(judged)
  return register === undefined || coverageOf(register, judged.report, judged) !== 'none'
}

const registerOf = ({ product }: JudgedReport) => registers.find((id) => product?.sections.includes(id))

const registers = ['registration', 'identificationReport'] as const

/** A document with a name or a status is known; a registration that failed is not "not found". */
const isRegistered = (report: Json): boolean =>
  registers.some((block) => {
    const members = membersOf(report[block])
    return ['consumerName', 'companyName', 'statusRegistration', 'error'].some(
      (name) => members[name] !== undefined,
    )
  })

function occurrenceFindings(requested: readonly Tally[], language: Language): readonly Finding[] {
  const counting = filledTallies(requested)
  if (counting.length === 0) return []
  const text = occurrencesSentence(counting, { language, isAtLeast: !requested.every(isWhole) })
  return counting.every((one) => one.isSoft)
    ? [{ severity: 'attention', text: `${text} ${words.allSoft[language]}` }]
    : [{ severity: 'negative', text }]
}

/** If not everything was consulted, counts and sums are minimums. */
function occurrencesSentence(
  counting: readonly Tally[],
  { language, isAtLeast }: { readonly language: Language; readonly isAtLeast: boolean },
): string {
  const count = counting.reduce((sum, one) => sum + one.count, 0)
  const days = counting.flatMap((one) => one.since ?? []).toSorted()
  const [since] = days.length === counting.length ? days : []
  const atLeast = words.atLeast[language]
  const bound = isAtLeast ? `${atLeast.charAt(0).toUpperCase()}${atLeast.slice(1)} ` : ''
  return `${bound}${[
    occurrencesText(count, grouped(String(count)))[language],
    ...sumWords(counting, language),
    ...(since === undefined ? [] : [`${words.since[language]} ${dateText(since)}`]),
  ].join(', ')}.`
}

function sumWords(counting: readonly Tally[], language: Language): readonly string[] {
  const cents = counting.reduce((sum, one) => sum + one.cents, 0n)
  const isAtLeast = counting.some((one) => one.withoutAmountCount > 0)
  if (cents === 0n) return isAtLeast ? [words.sumUnknown[language]] : []
  // The non-breaking space keeps the currency sign with its amount.
  const money = `${moneyText(centsText(cents)).replace(' ', '\u00a0')} ${words.inTotal[language]}`
  return [isAtLeast ? `${words.atLeast[language]} ${money}` : money]
}

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

/** The sections that failed or may be out of date. */
function unansweredFindings(
  requested: readonly Tally[],
  report: Json,
  language: Language,
): readonly Finding[] {
  const failedRegisters = registers
    .filter((id) => membersOf(at(report, readingOf(id).path)).error !== undefined)
    .map((id) => ({ id }))
  const failed = requested.filter(
    ({ answered, isDoubtful }) => !isDoubtful && (answered === 'failed' || answered === 'silent'),
  )
  const doubtful = requested.filter((one) => one.isDoubtful)
  return [
    namedText('didNotAnswer', [...failedRegisters, ...failed], language),
    namedText('mayBeIncomplete', doubtful, language),
  ].flatMap((text) => (text === undefined ? [] : [{ severity: 'unknown', text }]))
}

const emptyIn = (requested: readonly Tally[]): readonly Tally[] =>
  requested.filter((one) => isAnswered(one) && one.count === 0 && !one.isDoubtful)

/** Sections of which only part was consulted and nothing was found: one line per extent. */
function partialFindings(requested: readonly Tally[], judged: JudgedReport): readonly Finding[] {
  const { report, language } = judged
  const partial = emptyIn(requested).filter((one) => one.coverage === 'partial')
  const byExtent = Map.groupBy(partial, ({ id }) => {
    const extent = extentOf(id, report, judged, language)
    if (extent.kind === 'creditors') return nothingAmong(extent.count, language)
    const sources = extent.kind === 'sources' ? ` (${extent.names.join(', ')})` : ''
    return `${coverageWords.partlyEmpty[language]}${sources}`
  })
  return [...byExtent].map(([begin, of]) => {
    const headings = of.map(({ id }) => readingOf(id).heading[language])
    return { severity: 'partial', text: `${begin}: ${headings.join(', ')}.` }
  })
}

function clearFindings(requested: readonly Tally[], language: Language): readonly Finding[] {
  const complete = emptyIn(requested).filter((one) => one.coverage === 'complete')
  const text = namedText('nothingAnywhere', complete, language)
  return text === undefined ? [] : [{ severity: 'clear', text }]
}

/** A feature, so it is absent unless requested. */
const isOffered = (product: Product | undefined, id: SectionId): boolean =>
  product?.sections.some(isNegative) === true && !product.sections.includes(id)

const isNegative = (id: SectionId): boolean => readingOf(id).occurrence !== undefined

function namedText(
  word: keyof typeof words,
  sections: readonly { readonly id: SectionId }[],
  language: Language,
): string | undefined {
  if (sections.length === 0) return undefined
  const headings = sections.map(({ id }) => readingOf(id).heading[language])
  return `${words[word][language]}: ${headings.join(', ')}.`
}
