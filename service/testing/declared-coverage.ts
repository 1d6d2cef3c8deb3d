import { randomUUIDv7 } from 'node:crypto'
import { sections } from '@lastro/contract/reports/sections.ts'
import { addDays, dayAt } from '@lastro/rules/calendar/day.ts'
import { bureauSections } from '@lastro/rules/subjects/loaded-sections.ts'
import type { Clock } from '../src/clock.ts'
import type { BureauCoverage } from '../src/features/bureau/bureau-coverage.ts'
import type { CoveredType } from '../src/features/bureau/subject-store.ts'
import type { Store } from '../src/store/store.ts'

/** Every section that the bureau can have, for each type of document. */
export const wholeBureau: readonly CoveredType[] = bureauSections.flatMap((section) =>
  sections[section].documentTypes.map((documentType) => ({ section, documentType })),
)

/** Longer than any test's clock runs. */
const validDays = 36_500

/**
 * Declares that the bureau has every section of every document, as a complete load of today would, except for sections
 * that already have a declaration. Data that tests load afterwards is newer.
 */
export async function declareWholeBureau(store: Store, clock: Clock): Promise<void> {
  const declared = await store.bureauCoverage.list()
  const isDeclared = ({ section, documentType }: CoveredType): boolean =>
    declared.some((one) => one.section === section && one.documentType === documentType)
  const missing = wholeBureau.filter((one) => !isDeclared(one))
  if (missing.length === 0) return
  const nowMs = clock.nowMs()
  const load = await store.subjects.startLoad(nowMs)
  await load.end()
  const asOf = dayAt(nowMs)
  await store.bureauCoverage.declare(
    missing.map(
      (covered): BureauCoverage => ({
        ...covered,
        id: randomUUIDv7(),
        extent: 'complete',
        asOf,
        until: addDays(asOf, validDays),
        generation: load.generation,
        declaredAtMs: nowMs,
        declaredBy: 'test',
        withdrawnAtMs: undefined,
      }),
    ),
  )
}
