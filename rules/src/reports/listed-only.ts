import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { isList, isMembers, type Json } from './report-members.ts'

/** A section whose list is whole, as a report shows it that asks for no more: cut, and saying how many it lists. */
export function listedOnly(section: Json): Json {
  if (!isMembers(section) || !isMembers(section.summary) || isCut(section)) return section
  const [name, list] = Object.entries(section).find(([, member]) => isList(member)) ?? []
  if (name === undefined || list === undefined || !isList(list) || list.length <= listedCountMax)
    return section
  const { count, ...rest } = section.summary
  return {
    ...section,
    [name]: list.slice(0, listedCountMax),
    summary: { ...(count !== undefined && { count }), listed: String(listedCountMax), ...rest },
  }
}

/** Whether a section lists fewer than it counts. */
export const isCut = (section: Json): boolean =>
  isMembers(section) && isMembers(section.summary) && section.summary.listed !== undefined
