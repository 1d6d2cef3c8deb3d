import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { ProviderAnswer } from '../outward/outward-request.ts'

/**
 * The sections that the provider itself reports as incomplete: those named in its header, by their own name or their
 * block's. A 203 that names none means all sections.
 */
export function degradedSections({
  status,
  headers,
}: Pick<ProviderAnswer, 'status' | 'headers'>): (section: SectionId) => boolean {
  const header = headers['x-report-sections-degraded']
  return namesIn(header).length === 0 ? () => status === 203 : sectionsNamed(header)
}

/** The sections that a header lists. */
export function sectionsNamed(header: Header): (section: SectionId) => boolean {
  const named = namesIn(header)
  return (section) => sections[section].path.some((name) => named.includes(name.toLowerCase()))
}

type Header = ProviderAnswer['headers'][string]

const namesIn = (header: Header): readonly string[] =>
  [header ?? '']
    .flat()
    .join(',')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
