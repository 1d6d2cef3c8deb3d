import { withheldReasons } from '@lastro/contract/clients/withheld-reasons.ts'
import { type Product, products } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Fact, OutlineColumn, OutlineSection, ReportMeta } from './outline.ts'
import { isCutShort, outlineSection } from './outline-section.ts'
import { membersOf, textAt } from './report-json.ts'
import { sourceNotes } from './report-sources.ts'
import { sectionReadings } from './section-readings.ts'
import { type Occurrence, occurrencesOf } from './timeline.ts'
import { instantText, printable } from './value-text.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { words } from './words.ts'

/** Who the report is about: name, document with its mask, birth or opening, status. */
export type Subject = {
  readonly name: string
  readonly documentType: 'CPF' | 'CNPJ'
  readonly document: string
  readonly facts: readonly Fact[]
}

export type Mark = { readonly kind: 'sandbox' | 'reopened' | 'degraded'; readonly text: string }

/** A report in words. Every text is ready to be shown; nothing in it is markup. */
export type ReportOutline = {
  readonly language: Language
  readonly title: string
  readonly marks: readonly Mark[]
  readonly subject: Subject
  readonly verdict: Verdict
  readonly sections: readonly OutlineSection[]
  readonly timeline: {
    readonly heading: string
    readonly columns: readonly OutlineColumn[]
    readonly occurrences: readonly Occurrence[]
    /** Said when a list was cut short, and the timeline with it. */
    readonly note: string | undefined
  }
  /** When it was asked, its request id, its check code. */
  readonly footer: readonly Fact[]
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
  const sections = readableSections(product)
    .map((id) => outlineSection(id, report, { language, meta, sources }))
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
    subject: subjectOf(membersOf(result), report, language),
    verdict: withheldVerdict(
      verdictOf(
        sections.map(({ id }) => id),
        report,
        language,
      ),
      language,
      meta,
    ),
    sections,
    timeline: {
      heading: words.timeline[language],
      columns: timelineColumns(language),
      ...occurrences,
    },
    footer: footerOf(language, meta),
  }
}

const readingIds = Object.keys(sectionReadings) as readonly SectionId[]

/** What a product can show, in the order of the report. An unknown product may show anything. */
function readableSections(product: Product | undefined): readonly SectionId[] {
  if (product === undefined) return readingIds.filter((id) => !id.startsWith('company'))
  const isCompanyReport = product.sections.includes('companyListingP')
  const own: readonly SectionId[] = isCompanyReport
    ? ['companyListingP', 'companyListingR']
    : ['listingP', 'listingR']
  const other: readonly SectionId[] = isCompanyReport
    ? ['listingP', 'listingR']
    : ['companyListingP', 'companyListingR']
  return readingIds.filter((id) => own.includes(id) || !other.includes(id))
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

/** What is empty because something was taken out of it is not clear: there may be as much on file as before. */
const withheldVerdict = (verdict: Verdict, language: Language, meta: ReportMeta): Verdict =>
  verdict.kind === 'clear' && isCutShort(meta)
    ? { ...verdict, kind: 'unknown', text: words.withheldVerdict[language] }
    : verdict

/** A report that is read again says so, and whether it is all that it was. */
function reopenedMark({ atMs, withheld }: NonNullable<ReportMeta['reopened']>, language: Language): Mark {
  const reasons = withheld.map((one) => withheldReasons[one][language])
  const reopened = `${words.reopenedAt[language]} ${instantText(atMs)}.`
  return { kind: 'reopened', text: [reopened, ...reasons].join(' ') }
}

/** Who it is about: what the registration says, and where there is none what the company's identification does. */
function subjectOf(
  result: Readonly<Record<string, unknown>>,
  report: Readonly<Record<string, unknown>>,
  language: Language,
): Subject {
  const person = membersOf(report.registration)
  const company = membersOf(report.identificationReport)
  const known = (label: keyof typeof words, ...values: readonly (string | undefined)[]): readonly Fact[] => {
    const value = values.find((one) => one !== undefined)
    return value === undefined ? [] : [{ label: words[label][language], value }]
  }
  return {
    name:
      textAt(person, 'consumerName') ??
      textAt(person, 'companyName') ??
      textAt(company, 'companyName') ??
      words.nameUnknown[language],
    documentType: textAt(result, 'document')?.length === 14 ? 'CNPJ' : 'CPF',
    document: textAt(result, 'document', 'document') ?? '',
    facts: [
      ...known('birth', textAt(person, 'birthDate', 'date')),
      ...known(
        'foundation',
        textAt(person, 'foundationDate', 'date'),
        textAt(company, 'companyFoundation', 'date'),
      ),
      ...known('status', textAt(person, 'statusRegistration'), textAt(company, 'statusRegistration')),
      ...known('statusSince', textAt(person, 'statusDate', 'date')),
    ],
  }
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
