import { setTimeout as wait } from 'node:timers/promises'
import { sections as catalogue, type SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { centsOf, moneyText } from '@lastro/rules/money/cents.ts'
import { readySections } from '@lastro/rules/subjects/ready-sections.ts'
import {
  coversAlways,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
} from '../../features/reports/source.ts'
import { type Desk, deskSections, type Scenario } from '../../features/sandbox/scenario.ts'
import { readyAnswer } from '../bureau/bureau-source.ts'

/** One source for each desk, so that a test document can have one of them fail or fall silent. */
export function sandboxSources(findScenario: (document: DocumentNumber) => Scenario | undefined): Source[] {
  return (Object.entries(deskSections) as [Desk, readonly SectionId[]][]).map(([desk, sections]) => ({
    name: `sandbox.${desk}`,
    ...coversAlways(sections),
    ask: async (question) => {
      const scenario = findScenario(question.document)
      const delay = scenario?.delays?.[desk]
      if (delay !== undefined) await silence(delay, question.signal)
      return play(scenario, question)
    },
  }))
}

const silence = (delay: number | 'never', signal: AbortSignal): Promise<void> =>
  wait(delay === 'never' ? pastAnyDeadlineMs : delay, undefined, { signal })

const pastAnyDeadlineMs = 24 * 60 * 60 * 1000

function play(scenario: Scenario | undefined, question: Question): SectionAnswers {
  const found = new Map<SectionId, SectionAnswer>()
  const facts = scenario?.subject?.(question.today)
  if (facts !== undefined) {
    const subject = { documento: question.document, ...facts }
    for (const one of readySections(question.document, subject, question))
      found.set(one.section, readyAnswer(one))
  }
  addExtras(found, scenario, question)
  return Object.fromEntries(question.sections.map((section) => [section, answerOf(section, scenario, found)]))
}

function answerOf(
  section: SectionId,
  scenario: Scenario | undefined,
  found: ReadonlyMap<SectionId, SectionAnswer>,
): SectionAnswer {
  const fault = scenario?.faults?.[section]
  if (fault !== undefined) return { kind: 'failed', code: fault }
  return found.get(section) ?? { kind: 'nothing' }
}

function addExtras(
  found: Map<SectionId, SectionAnswer>,
  scenario: Scenario | undefined,
  { today }: Question,
): void {
  const set = (section: SectionId, text: string) => found.set(section, { kind: 'found', text })
  const participations = scenario?.participations?.(today)
  if (participations) set('partner', countedList('partner', participations))
  const sanctions = scenario?.sanctions?.(today)
  if (sanctions) set('sanctions', countedList('sanctions', sanctions))
  const debts = scenario?.publicDebt?.(today)
  if (!debts) return
  const dates = debts.map((one) => one.inscriptionDate).toSorted()
  const summary = {
    count: String(debts.length),
    balance: moneyText(debts.reduce((sum, one) => sum + centsOf(one.amount), 0n)),
    firstOccurrence: dates[0],
    lastOccurrence: dates.at(-1),
  }
  set('publicDebt', JSON.stringify({ publicDebtResponse: debts, summary }))
}

function countedList(section: SectionId, items: readonly object[]): string {
  const { properties } = catalogue[section].schema as unknown as { properties: object }
  const [listField = ''] = Object.keys(properties)
  return JSON.stringify({ [listField]: items, summary: { count: String(items.length) } })
}
