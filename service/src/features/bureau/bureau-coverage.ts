import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type BureauSection, bureauSections } from '@lastro/rules/subjects/loaded-sections.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'

export { type BureauSection, bureauSections }

/**
 * An operator's declaration, made with a load, that the bureau has a section for every document of a type, completely
 * or in part. For each section and type, the declaration of the latest load counts, even after it has ended.
 */
export type BureauCoverage = {
  readonly id: string
  readonly section: BureauSection
  readonly documentType: DocumentType
  readonly extent: 'complete' | 'partial'
  /** The day of the data. */
  readonly asOf: Day
  /** The last day on which it is in force; from the next day on, the section is not covered. */
  readonly until: Day
  /** The number of the load that brought the data. Loads are numbered in start order. */
  readonly generation: number
  readonly declaredAtMs: number
  readonly declaredBy: string
  readonly shortenedAtMs?: number | undefined
  readonly shortenedBy?: string | undefined
  readonly withdrawnAtMs: number | undefined
  readonly withdrawnBy?: string | undefined
  /** When operators were reminded that it ends. */
  readonly remindedAtMs?: number
}

/** Who changes a declaration, and when. */
export type CoverageActor = { readonly name: string; readonly nowMs: number }

export type CoverageChange =
  | { readonly kind: 'changed'; readonly coverage: BureauCoverage }
  | { readonly kind: 'unknown' }
  /** It was already withdrawn: the first withdrawal stays on record. */
  | { readonly kind: 'withdrawn'; readonly coverage: BureauCoverage }
  /** The requested day is later than its last day. */
  | { readonly kind: 'not_earlier'; readonly coverage: BureauCoverage }

/** The declarations of one moment. */
export type CoverageSnapshot = {
  /** The declaration in force for a section; undefined where there is none, or the latest one has ended. */
  readonly of: (type: DocumentType, section: SectionId, today: Day) => BureauCoverage | undefined
  /** The declaration that one load made, ended or not. */
  readonly ofLoad: (type: DocumentType, section: SectionId, generation: number) => BureauCoverage | undefined
  /** Whether anything is declared that was not withdrawn. */
  readonly hasAny: boolean
}

/**
 * The declarations in force, in memory, because the query path reads them for each section. A change by this process is
 * in force when its promise resolves; a change by another process, within two seconds.
 */
export type CurrentBureauCoverage = Pick<CoverageSnapshot, 'of'> & {
  /** The current declarations. Take this before reading data, so that no data is older than its declaration. */
  readonly snapshot: () => CoverageSnapshot
}

export type BureauCoverageStore = {
  /** Writes all of these or none. */
  readonly declare: (list: readonly BureauCoverage[]) => Promise<void>
  /** All declarations, ended ones too, newest first. */
  readonly list: () => Promise<readonly BureauCoverage[]>
  /** Ends a declaration earlier. */
  readonly shorten: (id: string, until: Day, by: CoverageActor) => Promise<CoverageChange>
  /** Ends a declaration at once. */
  readonly withdraw: (id: string, by: CoverageActor) => Promise<CoverageChange>
  /**
   * Marks those of these declarations that were neither reminded of nor withdrawn, and adds their outbox rows in the
   * same commit. If two services call this at once, each declaration goes to only one of them.
   */
  readonly remind: (
    ids: readonly string[],
    nowMs: number,
    rowsOf: (reminded: readonly BureauCoverage[]) => readonly NewOutboxRow[],
  ) => Promise<readonly BureauCoverage[]>
  readonly current: CurrentBureauCoverage
  /** Reads the declarations into memory. */
  readonly refresh: () => Promise<void>
  /** Refreshes periodically until stopped. If a refresh fails, the last declarations read stay in force. */
  readonly follow: (onError: (error: unknown) => void) => () => Promise<void>
}

/** The state of a declaration on a day, as operators see it. */
export type CoverageState = 'in_force' | 'superseded' | 'expired' | 'withdrawn'

export function coverageState(
  coverage: BureauCoverage,
  all: readonly BureauCoverage[],
  today: Day,
): CoverageState {
  if (coverage.withdrawnAtMs !== undefined) return 'withdrawn'
  if (coverage.until < today) return 'expired'
  return latestOf(all, coverage)?.id === coverage.id ? 'in_force' : 'superseded'
}

const latestOf = (
  all: readonly BureauCoverage[],
  { section, documentType }: Pick<BureauCoverage, 'section' | 'documentType'>,
): BureauCoverage | undefined =>
  all
    .filter((one) => one.section === section && one.documentType === documentType)
    .reduce<BureauCoverage | undefined>(later, undefined)

const later = (one: BureauCoverage | undefined, other: BureauCoverage): BureauCoverage =>
  one === undefined || isLater(other, one) ? other : one

/** If two declarations have the same load number, which loads never produce, the later one counts. */
const isLater = (one: BureauCoverage, other: BureauCoverage): boolean =>
  one.generation !== other.generation
    ? one.generation > other.generation
    : one.declaredAtMs !== other.declaredAtMs
      ? one.declaredAtMs > other.declaredAtMs
      : one.id > other.id

/** Both report variants of a listing are one section of the bureau. */
const reportVariants: Readonly<Partial<Record<SectionId, readonly SectionId[]>>> = {
  listingP: ['companyListingP'],
  listingR: ['companyListingR'],
}

/** Whether a declaration has neither expired nor been withdrawn. */
export const isInForce = ({ withdrawnAtMs, until }: BureauCoverage, today: Day): boolean =>
  withdrawnAtMs === undefined && today <= until

/** Indexed by section and by report variant, because every query asks for a dozen of them. */
export function coverageSnapshot(all: readonly BureauCoverage[]): CoverageSnapshot {
  const indexed = { CPF: indexOf(all, 'CPF'), CNPJ: indexOf(all, 'CNPJ') }
  return {
    of: (type, section, today) => {
      const one = indexed[type].get(section)?.latest
      return one !== undefined && isInForce(one, today) ? one : undefined
    },
    ofLoad: (type, section, generation) => indexed[type].get(section)?.byGeneration.get(generation),
    hasAny: all.some((one) => one.withdrawnAtMs === undefined),
  }
}

type Declarations = {
  readonly latest: BureauCoverage | undefined
  readonly byGeneration: ReadonlyMap<number, BureauCoverage>
}

function indexOf(all: readonly BureauCoverage[], type: DocumentType): ReadonlyMap<SectionId, Declarations> {
  const bySection = Map.groupBy(
    all.filter((one) => one.documentType === type),
    (one): SectionId => one.section,
  )
  const index = new Map<SectionId, Declarations>()
  for (const [section, some] of bySection) {
    // Of two declarations of one load, the first counts, as in the list.
    const byGeneration = new Map(some.toReversed().map((one) => [one.generation, one]))
    const declarations = { latest: some.reduce<BureauCoverage | undefined>(later, undefined), byGeneration }
    index.set(section, declarations)
    for (const variant of reportVariants[section] ?? []) index.set(variant, declarations)
  }
  return index
}
