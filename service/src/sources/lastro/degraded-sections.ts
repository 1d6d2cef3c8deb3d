import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { ProviderAnswer } from '../outward/outward-request.ts'

/**
 * Which sections the provider itself does not take for the last word: those that its header names, by their own name or
 * by that of the block they lie in. A 203 that names none says it of all.
 */
export function degradedSections({
  status,
  headers,
}: Pick<ProviderAnswer, 'status' | 'headers'>): (section: SectionId) => boolean {
  const named = String(headers['x-report-sections-degraded'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (named.length === 0) return () => status === 203
  return (section) => sections[section].path.some((name) => named.includes(name.toLowerCase()))
}
