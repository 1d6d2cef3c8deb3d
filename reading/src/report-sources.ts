import type { Language, Text } from '@lastro/contract/text.ts'
import { dateText, printable } from './value-text.ts'
import { words } from './words.ts'

/** Who answers, as people know them. */
const sourceNames: Readonly<Record<string, Text>> = {
  listings: { pt: 'dívidas anotadas neste serviço', en: 'debts listed at this service' },
  bureau: { pt: 'birô', en: 'bureau' },
  consultations: { pt: 'trilha de consultas', en: 'trail of consultations' },
  receita: { pt: 'Receita Federal', en: 'Receita Federal' },
  pgfn: { pt: 'PGFN', en: 'PGFN' },
  cgu: { pt: 'CGU', en: 'CGU' },
}

/**
 * The sentence that says where each section comes from, by the name it has in `X-Report-Sources`:
 * `identification=receita@2026-10-11, partner=bureau+receita@2026-10-11`.
 */
export function sourceNotes(header: string, language: Language): ReadonlyMap<string, string> {
  const entries = header.split(', ').flatMap((entry) => {
    const [section, sources] = entry.split('=')
    if (section === undefined || sources === undefined) return []
    const said = sources.split('+').map((one) => sourceText(one, language))
    return [[section, `${words.source[language]} ${said.join('; ')}.`] as const]
  })
  return new Map(entries)
}

/** The display name of a source, and the date of its data if it has one. */
export type NamedSource = { readonly name: string; readonly date: string | undefined }

/** The sources of each section, by the name that the section has in `X-Report-Sources`. */
export const sourcesBySection = (
  header: string,
  language: Language,
): ReadonlyMap<string, readonly NamedSource[]> =>
  new Map(
    header.split(', ').flatMap((entry) => {
      const [section = '', sources] = entry.split('=')
      return sources === undefined
        ? []
        : [[section, sources.split('+').map((one) => namedSource(one, language))] as const]
    }),
  )

function namedSource(label: string, language: Language): NamedSource {
  const [name = '', date] = label.split('@')
  const isDate = date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date)
  return { name: sourceName(name, language), date: isDate ? date : undefined }
}

/** Everyone who answered something, each once, with the date of its data. */
export const sourcesNamed = (header: string, language: Language): readonly string[] => [
  ...new Set(
    header
      .split(', ')
      .flatMap((entry) => entry.split('=')[1]?.split('+') ?? [])
      .map((one) => sourceText(one, language)),
  ),
]

/** A source as people know it. The sandbox plays every source itself, each under a name that it begins. */
export const sourceName = (name: string, language: Language): string =>
  sourceNames[name]?.[language] ?? printable(name.replace(/^sandbox\..*/, 'sandbox'))

function sourceText(label: string, language: Language): string {
  const [name = '', date] = label.split('@')
  const shown = sourceName(name, language)
  return date === undefined ? shown : `${shown}, ${words.dataOf[language]} ${printable(dateText(date))}`
}
