import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import { isUnited, noPrecedence, type Precedence, type PrecedenceTable } from '../../precedence.ts'
import type { Source } from '../../source.ts'
import type { ReportPlan } from '../plan-report.ts'
import { holdsDebts } from './listing-sections.ts'

/** Who is asked for what in reports of one plan, and which sections several of them answer. */
export type Arrangement = {
  readonly type: DocumentType
  /** What each source covered when this was worked out. */
  readonly covered: readonly ReadonlySet<SectionId>[]
  readonly asked: readonly AskedSource[]
  readonly shared: readonly SharedSection[]
  /** Places in `asked` of those that are called: what they answer is paid for. */
  readonly called: readonly number[]
  /** Whether a source tells debts, so that it has to be known which of them have a listing here. */
  readonly needsHeld: boolean
  /** The name of the source that answers a section; undefined where several do, or none. */
  readonly onlySource: Readonly<Partial<Record<SectionId, string>>>
}

export type AskedSource = {
  readonly source: Source
  readonly sections: readonly SectionId[]
  readonly united: readonly SectionId[]
}

export type SharedSection = {
  readonly section: SectionId
  readonly precedence: Precedence
  /** Places in `asked`, in the order of precedence. */
  readonly by: readonly number[]
}

/** Worked out once for each plan, and again when a source has come to cover more, or less. */
export function arrangeSources(
  sources: readonly Source[],
  precedence: PrecedenceTable,
  plan: ReportPlan,
  type: DocumentType,
): Arrangement {
  const ofPlan = arrangements.get(plan)
  const known = ofPlan?.get(sources)
  if (known?.type === type && sources.every((one, at) => one.covers(type) === known.covered[at])) return known
  const made = newArrangement(sources, precedence, plan, type)
  arrangements.set(plan, (ofPlan ?? new WeakMap()).set(sources, made))
  return made
}

const arrangements = new WeakMap<ReportPlan, WeakMap<readonly Source[], Arrangement>>()

function newArrangement(
  sources: readonly Source[],
  precedence: PrecedenceTable,
  plan: ReportPlan,
  type: DocumentType,
): Arrangement {
  const covered = sources.map((source) => source.covers(type))
  const countOf = (section: SectionId) => covered.filter((all) => all.has(section)).length
  const comesWhole = (section: SectionId) => countOf(section) > 1 && isUnited(precedence[section])
  const asked = sources
    .map((source, at) => {
      const sections = plan.sections.filter((section) => covered[at]?.has(section))
      return { source, sections, united: sections.filter(comesWhole) }
    })
    .filter((one) => one.sections.length > 0)
  const answeredBy = (section: SectionId) =>
    asked.flatMap(({ sections }, at) => (sections.includes(section) ? [at] : []))
  const shared = plan.sections
    .filter((section) => countOf(section) > 1)
    .map((section) => sharedSection(section, precedence[section] ?? noPrecedence, answeredBy(section), asked))
  return {
    type,
    covered,
    asked,
    shared,
    called: asked.flatMap(({ source }, at) => (source.pace === undefined ? [] : [at])),
    needsHeld: asked.some(({ sections }) => sections.some(holdsDebts)),
    onlySource: Object.fromEntries(
      asked.flatMap(({ source, sections }) =>
        sections.filter((section) => countOf(section) === 1).map((section) => [section, source.name]),
      ),
    ),
  }
}

/** Those that the table does not name stand behind the others. */
function sharedSection(
  section: SectionId,
  precedence: Precedence,
  by: readonly number[],
  asked: readonly AskedSource[],
): SharedSection {
  const rank = (at: number) => {
    const place = precedence.sources.indexOf(asked[at]?.source.name ?? '')
    return place === -1 ? precedence.sources.length : place
  }
  return { section, precedence, by: by.toSorted((a, b) => rank(a) - rank(b)) }
}
