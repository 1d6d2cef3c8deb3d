import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Site } from './site.ts'

/** How whoever publishes a data set offers its files. */
export type Publisher = {
  /** Where, unless the operator says otherwise. A share's token stands as the user of the address. */
  readonly address: string
  /** What a period looks like, and one for people to see. */
  readonly period: { readonly form: RegExp; readonly example: string }
  /** Whether a period that is not out is refused (403), as buckets of files do that list nothing to strangers. */
  readonly refusesUnpublished?: true
  /** What may be there, newest first. */
  readonly periods: (site: Site, today: Day) => Promise<readonly string[]>
  readonly offer: (site: Site, period: string) => Promise<Offer>
}

/** What there is of a period. It is complete when nothing is missing. */
export type Offer = { readonly files: readonly PublishedFile[]; readonly missing: readonly string[] }

export type PublishedFile = {
  /** As it is called in our directory: the name the publisher gives it. */
  readonly name: string
  readonly url: URL
  /** What the publisher says of it where it is listed. */
  readonly size: number | undefined
  readonly etag: string | undefined
}
