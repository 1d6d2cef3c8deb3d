import type { Day } from '@lastro/rules/calendar/day.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import type { SectionAnswer } from '../../source.ts'

export type Combined = {
  readonly answer: SectionAnswer
  /** Whose answer it is, with the dates of their data: `bureau+receita@2026-10-11`. Empty when nobody answered. */
  readonly from: string
  /** True when a source that failed could have had something newer: what is shown stands, and is not the last word. */
  readonly isDoubtful: boolean
}

/** What one of several sources said of a section. */
export type OneAnswer = { readonly source: string; readonly answer: SectionAnswer }

export type FoundAnswer = {
  readonly source: string
  readonly answer: SectionAnswer & { readonly kind: 'found' }
}

/** That a source has nothing to show may still say how old something is that another tells. */
export type SourceTold = {
  readonly source: string
  readonly answer: Extract<SectionAnswer, { kind: 'found' | 'nothing' }>
}

/** The report that a section is for. `held` are the debts that have a listing here. */
export type CombinedFor = {
  readonly wholeLists: boolean
  readonly today: Day
  readonly held: readonly HeldDebt[]
}
