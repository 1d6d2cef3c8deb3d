import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '../calendar/day.ts'

/** The sections that a line of a load can contain. One name covers both report variants of a listing. */
export const bureauSections = [
  'registration',
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
  'listingP',
  'listingR',
  'collectionRecords',
  'check',
  'notary',
  'partner',
] as const satisfies readonly SectionId[]
export type BureauSection = (typeof bureauSections)[number]

/** The sections stored in the row of their own subject. Participations are stored with the companies that name them. */
export type RowSection = Exclude<BureauSection, 'partner'>

const letters: Readonly<Record<RowSection, string>> = {
  registration: 'r',
  addresses: 'a',
  phones: 'f',
  identificationReport: 'i',
  QSAReport: 'q',
  listingP: 'p',
  listingR: 'l',
  collectionRecords: 'c',
  check: 'h',
  notary: 'n',
}
const sectionOfLetter = new Map(
  Object.entries(letters).map(([section, letter]) => [letter, section as RowSection]),
)

/**
 * How a section was loaded: by a line without a declaration, by a line of a load that declares the section, or cleared
 * by such a load because it omits the document.
 */
export type LoadKind = 'line' | 'declared' | 'cleared'

export type LoadMark = {
  readonly kind: LoadKind
  /** Loads are numbered in start order; 0 for data loaded by earlier releases. */
  readonly generation: number
  /** The day of the load; undefined for data loaded by earlier releases. */
  readonly day: Day | undefined
}

/** Which load brought each section of a subject. */
export type LoadedSections = ReadonlyMap<RowSection, LoadMark>

const kindSigns = { line: '=', declared: '!', cleared: '-' } as const
const kindOfSign = new Map<string, LoadKind>(
  Object.entries(kindSigns).map(([kind, sign]) => [sign, kind as LoadKind]),
)

/** `!1c.20261119` */
export const markText = ({ kind, generation, day }: LoadMark): string =>
  `${kindSigns[kind]}${generation.toString(36)}.${day?.replaceAll('-', '') ?? ''}`

export function parseMark(text: string): LoadMark {
  const [generation = '', day = ''] = text.slice(1).split('.')
  const kind = kindOfSign.get(text[0] ?? '')
  if (kind === undefined) throw new Error('A load left a mark that this release does not know')
  return {
    kind,
    generation: Number.parseInt(generation, 36),
    day: day === '' ? undefined : (`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` as Day),
  }
}

/** One line of text: each mark with the letters of its sections, `=1.20261119.rp;!2.20261120.h`. */
export function loadedText(loaded: LoadedSections): string {
  const byMark = new Map<string, string>()
  for (const [section, mark] of loaded) {
    const text = markText(mark)
    byMark.set(text, (byMark.get(text) ?? '') + letters[section])
  }
  return [...byMark].map(([mark, sections]) => `${mark}.${sections}`).join(';')
}

/** The rows of a load share a few texts, each of which is parsed once. */
const parsed = new Map<string, LoadedSections>()
const parsedMax = 4_096

export function parseLoaded(text: string): LoadedSections {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const loaded = new Map<RowSection, LoadMark>()
  for (const group of text === '' ? [] : text.split(';')) {
    const dot = group.lastIndexOf('.')
    const mark = parseMark(group.slice(0, dot))
    for (const letter of group.slice(dot + 1)) {
      const section = sectionOfLetter.get(letter)
      if (section === undefined) throw new Error('A load brought a section that this release does not know')
      loaded.set(section, mark)
    }
  }
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(text, loaded)
  return loaded
}

export const noneLoaded: LoadedSections = new Map()

const debtSections = ['listingP', 'listingR', 'collectionRecords'] as const

/** The load to which lines belong, with the sections it declares by document type. */
export type LoadOfLines = {
  readonly generation: number
  readonly day: Day
  readonly declared: Readonly<Record<DocumentType, readonly BureauSection[]>>
}

/**
 * The sections that a line contains. `negativeItems` contains three at once: all of them if the load declares none of
 * the three; otherwise the declared ones and any other that has an item.
 */
export function sectionsInLine(
  { registration, identification, partners, negativeItems, cheques, protests }: Subject,
  declared: readonly BureauSection[] = [],
): RowSection[] {
  const found: RowSection[] = []
  if (registration !== undefined) {
    const { addresses, phones, ...own } = registration
    if (Object.keys(own).length > 0 || (addresses === undefined && phones === undefined))
      found.push('registration')
    if (addresses !== undefined) found.push('addresses')
    if (phones !== undefined) found.push('phones')
  }
  if (identification !== undefined) found.push('identificationReport')
  if (partners !== undefined) found.push('QSAReport')
  if (negativeItems !== undefined) {
    const isAny = !debtSections.some((section) => declared.includes(section))
    for (const section of debtSections) {
      if (isAny || declared.includes(section) || negativeItems.some((item) => item.section === section))
        found.push(section)
    }
  }
  if (cheques !== undefined) found.push('check')
  if (protests !== undefined) found.push('notary')
  return found
}

/** The marks for a line of a load, shared by lines with the same sections. */
export function loadedByLine(facts: Subject, type: DocumentType, load: LoadOfLines): LoadedSections {
  const declared = load.declared[type]
  const line: LoadMark = { kind: 'line', generation: load.generation, day: load.day }
  const mark: LoadMark = { ...line, kind: 'declared' }
  return new Map(
    sectionsInLine(facts, declared).map((section) => [section, declared.includes(section) ? mark : line]),
  )
}

/** The marks for facts loaded by an earlier release, which wrote none. */
export function loadedBefore(facts: Subject): LoadedSections {
  const mark: LoadMark = { kind: 'line', generation: 0, day: undefined }
  return new Map(sectionsInLine(facts).map((section) => [section, mark]))
}

/** Replaces these sections of the facts with those of another subject, and removes those that it lacks. */
export function withSections(facts: Subject, from: Subject, sections: readonly RowSection[]): Subject {
  const taken = new Set(sections)
  const of = (section: RowSection): Subject => (taken.has(section) ? from : facts)
  return present({
    documento: facts.documento,
    registration: registrationOf(of),
    identification: of('identificationReport').identification,
    partners: of('QSAReport').partners,
    negativeItems: negativeItemsOf(of),
    cheques: of('check').cheques,
    protests: of('notary').protests,
  })
}

function registrationOf(of: (section: RowSection) => Subject): Subject['registration'] {
  const { addresses: _, phones: __, ...own } = of('registration').registration ?? {}
  const addresses = of('addresses').registration?.addresses
  const phones = of('phones').registration?.phones
  const hasOwn = of('registration').registration !== undefined
  if (!hasOwn && addresses === undefined && phones === undefined) return undefined
  return present({ ...own, addresses, phones })
}

function negativeItemsOf(of: (section: RowSection) => Subject): Subject['negativeItems'] {
  const lists = debtSections.map((section) =>
    of(section).negativeItems?.filter((item) => item.section === section),
  )
  return lists.every((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? [])
}

type Present<Value> = { [Name in keyof Value]: Exclude<Value[Name], undefined> }

const present = <Value extends object>(value: Value): Present<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<Value>
