import { type DocumentType, type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Text } from '@lastro/contract/text.ts'
import { addDays, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { type BureauSection, bureauSections } from '@lastro/rules/subjects/loaded-sections.ts'
import { nearestWord } from '@lastro/rules/text/nearest-word.ts'
import type { LoadDeclaration } from './load-subjects.ts'
import type { CoveredType } from './subject-store.ts'

/** The declaration options as typed. */
export type DeclarationOptions = {
  readonly covers?: string | undefined
  readonly for?: string | undefined
  readonly asOf?: string | undefined
  readonly partial?: boolean | undefined
  readonly validDays?: string | undefined
}

export type ReadDeclaration =
  | { readonly kind: 'none' }
  | { readonly kind: 'declaration'; readonly declaration: Omit<LoadDeclaration, 'declaredBy'> }
  | { readonly kind: 'fault'; readonly text: Text }

/** Monthly data, plus two weeks to load the next file. */
export const validDaysUsual = 45

/** Data of more than a year ago says little about today. */
export const validDaysMax = 366

/** Accepts the section names of reports and headers; a final `Report` may be omitted. */
export const publicName = (section: SectionId): string => section.replace(/Report$/, '')

const sectionOfName = new Map(
  bureauSections.flatMap((section) => [
    [section.toLowerCase(), section],
    [publicName(section).toLowerCase(), section],
  ]),
)

const names = bureauSections.map(publicName)

const types: Readonly<Record<string, DocumentType>> = { cpf: 'CPF', cnpj: 'CNPJ' }

/** The last covered day is the day of the data plus `validDays`: data as of 1 November, valid for 45 days, ends on 16 December. */
export function readDeclaration(options: DeclarationOptions, today: Day): ReadDeclaration {
  const { covers, for: documents, asOf: asOfText, partial = false, validDays } = options
  if (covers === undefined) {
    const others = Object.entries({ '--for': documents, '--as-of': asOfText, '--valid-days': validDays })
    const alone = others.find(([, value]) => value !== undefined)?.[0] ?? (partial ? '--partial' : undefined)
    return alone === undefined ? { kind: 'none' } : fault(withoutCovers(alone))
  }
  if (documents === undefined) return fault(forMissing)
  if (asOfText === undefined) return fault(asOfMissing)
  const found = readSections(covers)
  if ('fault' in found) return fault(found.fault)
  const documentTypes = readTypes(documents)
  if ('fault' in documentTypes) return fault(documentTypes.fault)
  const unfit = found.sections.find((section) => typesOf(section, documentTypes.types).length === 0)
  if (unfit !== undefined) return fault(misfit(unfit))
  const asOf = parseDay(asOfText)
  if (asOf === undefined) return fault(asOfWrong)
  if (asOf > today) return fault(asOfFuture(today))
  const days = readDays(validDays)
  if (days === undefined) return fault(validDaysWrong)
  const until = addDays(asOf, days)
  if (until < today) return fault(overAlready(until))
  const covered = found.sections.flatMap((section) =>
    typesOf(section, documentTypes.types).map((documentType): CoveredType => ({ section, documentType })),
  )
  return {
    kind: 'declaration',
    declaration: { covers: covered, extent: partial ? 'partial' : 'complete', asOf, until },
  }
}

const fault = (text: Text): ReadDeclaration => ({ kind: 'fault', text })

const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

function readSections(text: string): { sections: BureauSection[] } | { fault: Text } {
  const found: BureauSection[] = []
  for (const name of listed(text)) {
    const section = sectionOfName.get(name.toLowerCase())
    if (section === undefined) return { fault: unknownSection(name) }
    if (!found.includes(section)) found.push(section)
  }
  return found.length === 0 ? { fault: unknownSection('') } : { sections: found }
}

function readTypes(text: string): { types: DocumentType[] } | { fault: Text } {
  const found = listed(text).map((one) => types[one.toLowerCase()])
  const known = found.filter((one) => one !== undefined)
  return known.length === 0 || known.length < found.length
    ? { fault: forWrong }
    : { types: [...new Set(known)] }
}

/** The document types for which reports have the section. */
const typesOf = (section: BureauSection, wanted: readonly DocumentType[]): DocumentType[] =>
  wanted.filter((type) => sections[section].documentTypes.includes(type))

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return validDaysUsual
  if (!/^\d{1,3}$/.test(text)) return undefined
  const days = Number(text)
  return days >= 1 && days <= validDaysMax ? days : undefined
}

const withoutCovers = (option: string): Text => ({
  pt: `${option} só vale com --covers: diga quais seções o arquivo cobre.`,
  en: `${option} needs --covers: say which sections the file covers.`,
})

const forMissing: Text = {
  pt: '--covers precisa de --for: cpf, cnpj ou cpf,cnpj.',
  en: '--covers needs --for: cpf, cnpj or cpf,cnpj.',
}

const forWrong: Text = {
  pt: '--for aceita cpf, cnpj ou cpf,cnpj.',
  en: '--for accepts cpf, cnpj or cpf,cnpj.',
}

const asOfMissing: Text = {
  pt: '--covers precisa de --as-of: o dia dos dados, como 2026-11-18.',
  en: '--covers needs --as-of: the day of the data, such as 2026-11-18.',
}

const asOfWrong: Text = {
  pt: '--as-of não é uma data válida. Use o formato 2026-11-18.',
  en: '--as-of is not a valid date. Write it like 2026-11-18.',
}

const asOfFuture = (today: Day): Text => ({
  pt: `--as-of está no futuro. Hoje é ${today} em São Paulo.`,
  en: `--as-of is in the future. Today is ${today} in São Paulo.`,
})

const validDaysWrong: Text = {
  pt: `--valid-days é um número inteiro de 1 a ${validDaysMax}.`,
  en: `--valid-days is a whole number from 1 to ${validDaysMax}.`,
}

const overAlready = (until: Day): Text => ({
  pt: `Esta cobertura já teria terminado em ${until}. Confira --as-of, ou aumente --valid-days.`,
  en: `This coverage would already have ended on ${until}. Check --as-of, or raise --valid-days.`,
})

const misfit = (section: BureauSection): Text => ({
  pt: `${publicName(section)} só existe para CNPJ. Inclua cnpj em --for, ou retire a seção.`,
  en: `${publicName(section)} exists only for a CNPJ. Add cnpj to --for, or leave the section out.`,
})

/** The members of a line that have another name than their sections. */
const sectionsOfMember = new Map([
  ['cheques', 'check'],
  ['protests', 'notary'],
  ['partners', 'QSA'],
  ['negativeitems', 'listingP,listingR,collectionRecords'],
])

function unknownSection(name: string): Text {
  const all = names.join(', ')
  if (name === '')
    return {
      pt: `--covers não tem nenhuma seção. As seções são: ${all}.`,
      en: `--covers names no section. The sections are: ${all}.`,
    }
  // A mistyped word may be a document number, so only what looks like a name is echoed.
  const typed = /^[A-Za-z]{1,40}$/.test(name) ? ` ${name}` : ''
  const best = sectionsOfMember.get(name.toLowerCase()) ?? nearestWord(name, names)
  return {
    pt: `Seção desconhecida${typed} em --covers. Você quis dizer ${best}? As seções são: ${all}.`,
    en: `Unknown section${typed} in --covers. Did you mean ${best}? The sections are: ${all}.`,
  }
}
