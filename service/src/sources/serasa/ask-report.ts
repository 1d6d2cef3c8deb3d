import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SectionAnswers } from '../../features/reports/source.ts'
import type { Called } from '../outward/outward-request.ts'
import { type ProviderReport, sectionsFailedBy } from '../outward/provider.ts'
import type { PlannedFeature, QueryPlan } from './plan-query.ts'

/** One query with these features; `isFailedAsWhole` where the provider gave up the report and not the question. */
export type AskWith = (
  features: readonly PlannedFeature[],
  sections: readonly SectionId[],
) => Promise<{ readonly called: Called<ProviderReport>; readonly isFailedAsWhole: boolean }>

/**
 * Asks for a report with all its features. Where one of them fails it as a whole, it is asked for without any, and then
 * with ever fewer of them, until the bad one is known: its sections alone fail. A provider that fails without features
 * too is down, and is asked no more.
 */
export async function askReport(
  askWith: AskWith,
  { sections, features }: QueryPlan,
  signal: AbortSignal,
): Promise<SectionAnswers> {
  const all = [...new Set([...sections, ...features.flatMap((one) => one.sections)])]
  const first = await askWith(features, all)
  if (first.called.kind === 'read') return first.called.value.answers
  if (!first.isFailedAsWhole || features.length === 0) return sectionsFailedBy(all, first.called.fault)
  const without = await askWith([], sections)
  if (without.called.kind === 'failed') return sectionsFailedBy(all, without.called.fault)
  const parts = await askInParts(askWith, features, signal)
  return { ...without.called.value.answers, ...parts }
}

/** What the features of a query that failed as a whole answer, each asked for with ever fewer others. */
async function askInParts(
  askWith: AskWith,
  features: readonly PlannedFeature[],
  signal: AbortSignal,
): Promise<SectionAnswers> {
  const [only] = features
  if (features.length === 1 && only !== undefined)
    return only.isExtra === true ? {} : sectionsFailedBy(only.sections, 'server_error')
  const middle = Math.ceil(features.length / 2)
  let answers: SectionAnswers = {}
  for (const half of [features.slice(0, middle), features.slice(middle)]) {
    answers = { ...answers, ...(await askHalf(askWith, half, signal)) }
  }
  return answers
}

async function askHalf(
  askWith: AskWith,
  half: readonly PlannedFeature[],
  signal: AbortSignal,
): Promise<SectionAnswers> {
  const sections = half.flatMap((one) => one.sections)
  const lost = half.flatMap((one) => (one.isExtra === true ? [] : one.sections))
  if (signal.aborted) return sectionsFailedBy(lost, 'timeout')
  const { called, isFailedAsWhole } = await askWith(half, sections)
  if (called.kind === 'read') return called.value.answers
  return isFailedAsWhole ? askInParts(askWith, half, signal) : sectionsFailedBy(lost, called.fault)
}
