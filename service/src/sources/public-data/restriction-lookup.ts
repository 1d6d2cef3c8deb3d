import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Source } from '../../features/reports/source.ts'
import type { Awaitable } from '../../http/route.ts'
import type { IsRestricted } from './receita-source.ts'

export type RestrictionDeps = {
  readonly bureau: Source
  /** The published listings that a report on a document shows. */
  readonly readListings: (document: DocumentNumber, today: Day) => Awaitable<readonly unknown[]>
}

const negative: readonly SectionId[] = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']

/** Whether a report on a company would show negative data: what was loaded, or a listing published here. */
export const restrictionLookup =
  ({ bureau, readListings }: RestrictionDeps): IsRestricted =>
  async (document, today) => {
    if ((await readListings(document, today)).length > 0) return true
    const answers = await bureau.ask({
      document,
      sections: negative,
      wholeLists: false,
      united: [],
      contactData: false,
      today,
      signal: neverCalledOff,
    })
    return Object.values(answers).some((one) => one.kind === 'found')
  }

const neverCalledOff = new AbortController().signal
