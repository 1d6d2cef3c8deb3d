import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { withoutHeld } from '@lastro/rules/reports/merging/held-here.ts'
import type { Occurrence } from '@lastro/rules/reports/merging/same-occurrence.ts'
import {
  type ToldList,
  unitedSection,
  uniteOccurrences,
} from '@lastro/rules/reports/merging/unite-occurrences.ts'
import type { Precedence } from '../../precedence.ts'
import { type Missing, nothing, type SectionAnswer } from '../../source.ts'
import type { Combined, CombinedFor, SourceTold } from './combined.ts'

type Uniting = Extract<Precedence, { rule: 'occurrences' }>

/**
 * The negative data of one source or several as one section. Nothing is taken that has a listing here, whoever tells
 * it: that one is added by its own rules, or hidden by them.
 */
export function combineOccurrences(
  { kind }: Pick<Uniting, 'kind'>,
  answers: readonly SourceTold[],
  { wholeLists, today, held }: CombinedFor,
): Pick<Combined, 'answer' | 'isDoubtful'> {
  const told = answers.map((one) => toldBy(one))
  const lists = told.map(({ list }) =>
    kind === 'debt' ? withoutHeld(list, held) : { list, isDoubtful: false },
  )
  const united = uniteOccurrences(
    kind,
    lists.map((one) => one.list),
    today,
  )
  const isDoubtful = lists.some((one) => one.isDoubtful)
  if (united.count === 0) return { answer: isDoubtful ? nothingListed : nothing, isDoubtful }
  const listField = told.find((one) => one.listField !== '')?.listField ?? ''
  const listedMax = wholeLists ? Number.POSITIVE_INFINITY : listedCountMax
  const value = unitedSection(united, { listField, listedMax })
  const text = JSON.stringify(value)
  const missing = isDoubtful ? 'unlisted' : (missingIn(answers) ?? united.lowerBound)
  return { answer: { kind: 'found', text, ...(missing !== undefined && { missing }) }, isDoubtful }
}

const missingIn = (answers: readonly SourceTold[]): Missing | undefined =>
  answers.flatMap(({ answer }) => (answer.kind === 'found' ? (answer.missing ?? []) : []))[0]

/** What is only counted could be anything: neither a debt nor the absence of one. */
const nothingListed: SectionAnswer = { kind: 'failed', code: 'source_answer_invalid', missing: 'unlisted' }

/** A section of occurrences has its list first. */
export function toldBy({ answer }: SourceTold): { readonly listField: string; readonly list: ToldList } {
  const { asOf, lapsed } = answer
  if (answer.kind === 'nothing') return { listField: '', list: { items: [], summary: {}, asOf, lapsed } }
  const section: Readonly<Record<string, unknown>> = JSON.parse(answer.text)
  const [listField = ''] = Object.keys(section)
  const items = (section[listField] ?? []) as readonly Occurrence[]
  return { listField, list: { items, summary: section.summary ?? {}, asOf, lapsed } }
}
