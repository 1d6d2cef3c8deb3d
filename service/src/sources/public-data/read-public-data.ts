import { sections } from '@lastro/contract/reports/sections.ts'
import { sectionIncomplete, unreadableText } from '@lastro/contract/reports/source-faults.ts'
import type { Language } from '@lastro/contract/text.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import type { PublicRecord, ReadPublicData } from '../../features/person/person-deps.ts'
import { isTold, type SectionAnswers } from '../../features/reports/source.ts'
import { cguSource } from './cgu-source.ts'
import { pgfnSource } from './pgfn-source.ts'
import { receitaSource } from './receita-source.ts'
import type { Snapshots } from './snapshot-source.ts'

/** For the company itself: all that each register has of it, and nothing that is held of its partners. */
export const publicDataOf =
  (snapshots: Snapshots): ReadPublicData =>
  async (document, today, language) => {
    const records: PublicRecord[] = []
    for (const source of [receitaSource(snapshots), pgfnSource(snapshots), cguSource(snapshots)]) {
      const covered = [...source.covers(documentType(document))]
      if (covered.length === 0) continue
      const answers = await source.ask({
        document,
        sections: covered,
        wholeLists: true,
        united: [],
        contactData: true,
        today,
        signal: new AbortController().signal,
      })
      records.push({ source: source.name, date: dateOf(answers), report: reportOf(answers, language) })
    }
    return records
  }

/** Of its oldest part; undefined where any of it cannot be read. */
function dateOf(answers: SectionAnswers): PublicRecord['date'] {
  const all = Object.values(answers)
  if (!all.every(isTold)) return undefined
  return all.flatMap(({ asOf }) => asOf ?? []).toSorted()[0]
}

/** What was found, each section where a report has it. One with something unreadable says that there may be more. */
function reportOf(answers: SectionAnswers, language: Language): PublicRecord['report'] {
  const report: Record<string, unknown> = {}
  for (const [id, answer] of Object.entries(answers)) {
    if (answer.kind !== 'found') continue
    const [block, member] = sections[id as keyof typeof sections].path
    const found: object = JSON.parse(answer.text)
    const error = { code: sectionIncomplete, message: unreadableText[language] }
    const value = answer.missing === 'unreadable' ? { ...found, error } : found
    const present = (report[block] ?? {}) as object
    report[block] = { ...present, ...(member === undefined ? value : { [member]: value }) }
  }
  return report
}
