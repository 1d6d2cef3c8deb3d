import { withheldReasons } from '@lastro/contract/clients/withheld-reasons.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Fact, OutlineColumn, OutlineSection, ReportMeta } from './outline.ts'
import { isCutShort, outlineSection } from './outline-section.ts'
import { type RegistrationStatus, registrationStatus, specialStatus } from './registration-status.ts'
import { membersOf, textAt } from './report-json.ts'
import { sourceNotes, sourcesNamed } from './report-sources.ts'
import { readableSections } from './section-readings.ts'
import type { Severity } from './severity.ts'
import { isWhole, type Tally, talliesOf } from './tally.ts'
import { type Occurrence, occurrencesOf } from './timeline.ts'
import { type Total, totalsByAge, totalsBySection } from './totals.ts'
import { instantText, printable } from './value-text.ts'
import { type Finding, isRegisterConsulted, type JudgedReport, type Verdict, verdictOf } from './verdict.ts'
import { coverageWords, words } from './words.ts'

/** Who the report is about: name, document with its mask, birth or opening, status. */
export type Subject = {
  readonly name: string
  readonly documentType: 'CPF' | 'CNPJ'
  readonly document: string
  readonly status: RegistrationStatus
  readonly facts: readonly Fact[]
}

export type Mark = { readonly kind: 'sandbox' | 'reopened' | 'degraded'; readonly text: string }

/** A report in words. Every text is ready to be shown; nothing in it is markup. */
export type ReportOutline = {
  readonly language: Language
  readonly title: string
  readonly marks: readonly Mark[]
  readonly subject: Subject
  /** Undefined if the product has no negative data and nothing is wrong with the registration. */
  readonly verdict: Verdict | undefined
  readonly totals: { readonly bySection: readonly Total[]; readonly byAge: readonly Total[] }
  readonly sections: readonly OutlineSection[]
  readonly timeline: {
    readonly heading: string
    readonly columns: readonly OutlineColumn[]
    readonly occurrences: readonly Occurrence[]
    /** The tallies of the requested sections, for totals. */
    readonly tallies: readonly Tally[]
    /** Set if a list, and so the timeline, was truncated, or if not everything was consulted. */
    readonly note: string | undefined
  }
  /** When it was asked, its request id, its check code. */
  readonly footer: readonly Fact[]
  /** When it was asked. */
  readonly askedAt: string
  /** Who answered, as people know them, each with the date of its data. */
  readonly sources: readonly string[]
}

export type ReportReading = {
  /** The code of the product, the first step of its path. */
  readonly product: string
  /** `result` of the answer: `document` and `report`. Read as it comes: any member may be absent. */
  readonly result: unknown
  readonly language: Language
  readonly meta: ReportMeta
}

/** Lays a report out for reading. Pure; HTML, PDF and the console draw what it returns. */
export function reportOutline({ product: code, result, language, meta }: ReportReading): ReportOutline {
  const product = products.find((one) => one.code === code)
  const report = membersOf(membersOf(result).report)
  const sources = sourceNotes(meta.sources ?? '', language)
  const judged = { ...meta, product, report, language }
  const tallies = talliesOf(judged)
  const sections = readableSections(product)
    .map((id) => outlineSection(id, report, { language, meta, sources, tallies }))
    .filter((one) => one !== undefined)
  const occurrences = occurrencesOf(
    sections.map(({ id }) => id),
    report,
    language,
  )
  return {
    language,
    title: product?.name[language] ?? printable(code),
    marks: marksOf(sections, language, meta),
    subject: subjectOf(membersOf(result), judged),
    verdict: readAgain(verdictOf(judged, tallies), language, meta),
    totals: {
      bySection: totalsBySection(tallies, language),
      byAge: totalsByAge(tallies, meta.atMs, language),
    },
    sections,
    timeline: {
      heading: words.timeline[language],
      columns: timelineColumns(language),
      occurrences: occurrences.occurrences,
      tallies,
      note: timelineNote(occurrences.note, tallies, language),
    },
    footer: footerOf(language, meta),
    askedAt: instantText(meta.atMs),
    sources: sourcesNamed(meta.sources ?? '', language),
  }
}

function marksOf(sections: readonly OutlineSection[], language: Language, meta: ReportMeta): readonly Mark[] {
  const degraded = sections.filter((one) => one.notAvailable !== undefined).map((one) => one.heading)
  return [
    ...(meta.environment === 'sandbox' ? [{ kind: 'sandbox', text: words.sandbox[language] } as const] : []),
    ...(meta.reopened === undefined ? [] : [reopenedMark(meta.reopened, language)]),
    ...(degraded.length > 0
      ? [{ kind: 'degraded', text: `${words.degraded[language]} ${degraded.join(', ')}.` } as const]
      : []),
  ]
}

/** Adds to the timeline's note that not everything was consulted. */
function timelineNote(
  note: string | undefined,
  tallies: readonly Tally[],
  language: Language,
): string | undefined {
  const notes = [note, tallies.every(isWhole) ? undefined : coverageWords.mayBeMore[language]]
  return notes.filter((one) => one !== undefined).join(' ') || undefined
}

/** Of a report from which something was taken out since, nothing is called clear. */
function readAgain(verdict: Verdict | undefined, language: Language, meta: ReportMeta): Verdict | undefined {
  if (verdict === undefined || !isCutShort(meta)) return verdict
  const findings: readonly Finding[] = [
    ...verdict.findings.filter(({ severity }) => !isNothingFound(severity)),
    { severity: 'unknown', text: words.withheldVerdict[language] },
  ]
  return isNothingFound(verdict.severity)
    ? { ...verdict, severity: 'unknown', headline: words.headlineUnknown[language], findings }
    : { ...verdict, findings }
}

const isNothingFound = (severity: Severity): boolean => severity === 'clear' || severity === 'partial'

/** A report that is read again says so, and whether it is all that it was. */
function reopenedMark({ atMs, withheld }: NonNullable<ReportMeta['reopened']>, language: Language): Mark {
  const reasons = withheld.map((one) => withheldReasons[one][language])
  const reopened = `${words.reopenedAt[language]} ${instantText(atMs)}.`
  return { kind: 'reopened', text: [reopened, ...reasons].join(' ') }
}

/** Who it is about: what the registration says, and where there is none what the company's identification does. */
function subjectOf(result: Readonly<Record<string, unknown>>, judged: JudgedReport): Subject {
  const { report, language } = judged
  const person = membersOf(report.registration)
  const company = membersOf(report.identificationReport)
  const special = specialStatus(report)
  const known = (label: keyof typeof words, ...values: readonly (string | undefined)[]): readonly Fact[] => {
    const value = values.find((one) => one !== undefined)
    return value === undefined ? [] : [{ label: words[label][language], value }]
  }
  return {
    name:
      textAt(person, 'consumerName') ??
      textAt(person, 'companyName') ??
      textAt(company, 'companyName') ??
      words[namelessWord(judged)][language],
    documentType: textAt(result, 'document')?.length === 14 ? 'CNPJ' : 'CPF',
    document: textAt(result, 'document', 'document') ?? '',
    status: registrationStatus(report),
    facts: [
      ...known('birth', textAt(person, 'birthDate', 'date')),
      ...known(
        'foundation',
        textAt(person, 'foundationDate', 'date'),
        textAt(company, 'companyFoundation', 'date'),
      ),
      ...known('status', textAt(person, 'statusRegistration'), textAt(company, 'statusRegistration')),
      ...known('statusSince', textAt(person, 'statusDate', 'date')),
      ...known('specialStatus', special?.text),
      ...known('specialStatusSince', special?.date),
    ],
  }
}

/**
 * A document that no source knows was not found; that its registration failed, was not consulted, was withheld since, or
 * has no name is another matter.
 */
function namelessWord(
  judged: JudgedReport,
): 'nameNotAvailable' | 'nameNotConsulted' | 'nameUnknown' | 'notLocated' {
  const { report } = judged
  const blocks = [report.registration, report.identificationReport]
  if (isCutShort(judged) || blocks.some((one) => membersOf(one).error !== undefined))
    return 'nameNotAvailable'
  if (blocks.some((one) => Object.keys(membersOf(one)).length > 0)) return 'nameUnknown'
  return isRegisterConsulted(judged) ? 'notLocated' : 'nameNotConsulted'
}

const timelineColumns = (language: Language): readonly OutlineColumn[] => [
  { label: words.date[language], align: 'left' },
  { label: words.kind[language], align: 'left' },
  { label: words.what[language], align: 'left' },
  { label: words.amount[language], align: 'right' },
]

const footerOf = (language: Language, { atMs, requestId, checkCode }: ReportMeta): readonly Fact[] => [
  { label: words.askedAt[language], value: instantText(atMs) },
  { label: words.requestId[language], value: printable(requestId) },
  ...(checkCode === undefined ? [] : [{ label: words.checkCode[language], value: checkCode }]),
]
