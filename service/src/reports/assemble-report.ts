import { sourceFaults } from '@lastro/contract/problems.ts'
import { type SectionId, sectionName, sections } from '@lastro/contract/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { ReportPlan } from './plan-report.ts'
import type { SectionAnswer, SectionAnswers } from './source.ts'

export type AssembledReport =
  | { readonly kind: 'report'; readonly text: string; readonly degraded: readonly string[] }
  | { readonly kind: 'unanswered'; readonly code: 'sources_unavailable' | 'deadline_exceeded' }

/** Puts the answered sections together as one JSON text. Sections are ready-made, so this concatenates. */
export function assembleReport(
  plan: ReportPlan,
  answers: SectionAnswers,
  language: Language,
): AssembledReport {
  const failures = plan.sections.filter((id) => answers[id]?.kind === 'failed')
  const answered = plan.sections.some((id) => answers[id] !== undefined && answers[id].kind !== 'failed')
  if (failures.length > 0 && !answered) return { kind: 'unanswered', code: causeOf(failures, answers) }

  const blocks = new Map<string, Block>()
  for (const id of plan.sections) {
    const answer = answers[id]
    if (answer !== undefined) place(blocks, id, answer, plan, language)
  }
  const text = [...blocks].map(([name, block]) => `"${name}":{${membersOf(block)}}`).join()
  return { kind: 'report', text: `{${text}}`, degraded: [...new Set(failures.map(degradedName))] }
}

function causeOf(failures: readonly SectionId[], answers: SectionAnswers) {
  const late = failures.every((id) => {
    const answer = answers[id]
    return answer?.kind === 'failed' && answer.code === 'source_timeout'
  })
  return late ? 'deadline_exceeded' : 'sources_unavailable'
}

/** A block is kept as the texts between its braces: inner sections are added to its end, and its own error is last. */
type Block = { members: string; error: string }

const membersOf = ({ members, error }: Block): string =>
  members === '' || error === '' ? members + error : `${members},${error}`

/** Addresses or phones that fail are told by the registration's own `error`, once. */
function place(
  blocks: Map<string, Block>,
  id: SectionId,
  answer: SectionAnswer,
  plan: ReportPlan,
  language: Language,
): void {
  const [name, step] = sections[id].path
  const held = blocks.get(name)
  const isOwn = ownBlocks.has(name)
  const text = textOf(id, answer, plan, language)
  // What lies inside the registration is shown only with it.
  if (text === undefined || (isOwn && step !== undefined && held === undefined && answer.kind !== 'failed'))
    return
  const block = held ?? { members: '', error: '' }
  blocks.set(name, block)
  if (isOwn && answer.kind === 'failed') {
    block.error ||= text.slice(1, -1)
    return
  }
  const members = step === undefined ? text.slice(1, -1) : `"${step}":${text}`
  block.members = block.members === '' ? members : `${block.members},${members}`
}

/** The blocks that are sections themselves (registration), which others lie inside of. */
const ownBlocks = new Set(Object.values(sections).flatMap(({ path }) => (path.length === 1 ? [path[0]] : [])))

function textOf(
  id: SectionId,
  answer: SectionAnswer,
  plan: ReportPlan,
  language: Language,
): string | undefined {
  switch (answer.kind) {
    case 'found':
      return plan.contactData ? answer.text : withoutMembers(answer.text, sections[id].gatedMembers)
    case 'nothing':
      return sections[id].whenNothing
    case 'failed':
      return errorText(answer, language)
  }
}

const errorText = (answer: SectionAnswer & { kind: 'failed' }, language: Language): string =>
  JSON.stringify({ error: { code: answer.code, message: sourceFaults[answer.code][language] } })

function withoutMembers(text: string, members: readonly string[]): string {
  if (members.length === 0) return text
  const value: Record<string, unknown> = JSON.parse(text)
  for (const member of members) delete value[member]
  return JSON.stringify(value)
}

/** Inside a section that is a block of its own, callers know the failure by the block's name. */
const degradedName = (id: SectionId): string => {
  const [block] = sections[id].path
  return ownBlocks.has(block) ? block : sectionName(id)
}
