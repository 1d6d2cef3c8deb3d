import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { DocumentListings } from '../../features/reports/query/report-environment.ts'
import { holdsDebts } from '../../features/reports/query/sections/listing-sections.ts'
import { withoutOurs } from '../../features/reports/query/sections/without-ours.ts'
import type { Source } from '../../features/reports/source.ts'
import type { IsRestricted } from './receita-source.ts'

export type RestrictionDeps = {
  readonly bureau: Source
  /** The listings that a report on a document shows, and those that speak for a debt of it. */
  readonly readListings: (document: DocumentNumber, today: Day) => Awaitable<DocumentListings>
}

const negative: readonly SectionId[] = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']

/** Whether a report on a company would show negative data: what was loaded and is not ours, or a listing of ours. */
export const restrictionLookup =
  ({ bureau, readListings }: RestrictionDeps): IsRestricted =>
  async (document, today) => {
    const { shown, held } = await readListings(document, today)
    if (shown.length > 0) return true
    // One debt that is not ours may lie anywhere in a list.
    const wholeLists = held.length > 0
    const answers = await bureau.ask({
      document,
      sections: negative,
      wholeLists,
      united: [],
      contactData: false,
      today,
      signal: neverCalledOff,
    })
    return negative.some((section) => {
      const answer = answers[section]
      const left =
        wholeLists && holdsDebts(section) ? withoutOurs(answer, { wholeLists, today, held }) : undefined
      return (left?.answer ?? answer)?.kind === 'found'
    })
  }

const neverCalledOff = new AbortController().signal
