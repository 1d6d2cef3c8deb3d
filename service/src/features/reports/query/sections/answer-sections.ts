import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { andThen, sideBySide } from '../../../../awaitable.ts'
import type { Asker } from '../../source.ts'
import { addListings, type Listed, type PublishedListing } from '../add-listings.ts'
import type { ReportPlan } from '../plan-report.ts'
import { type DocumentListings, type ReportEnvironment, sourcesFor } from '../report-environment.ts'
import { askSources, type OnSourceError, type SourcesAnswered } from './ask-sources.ts'
import { showsListings } from './listing-sections.ts'

export type SectionsDeps = {
  readonly deadlineMs: number
  readonly onSourceError: OnSourceError
}

export type SectionsAsked = {
  readonly clientId: string
  readonly contract: ClientContract
  /** How the providers that the contract names are asked. */
  readonly asking: Omit<Asker, 'clientId' | 'terms'>
  readonly document: DocumentNumber
  readonly plan: ReportPlan
  readonly today: Day
}

/** What a report on a document shows: what the sources answer of what is not ours to tell, and our listings. */
export async function answerSections(
  { deadlineMs, onSourceError }: SectionsDeps,
  environment: ReportEnvironment,
  { clientId, contract, asking, document, plan, today }: SectionsAsked,
): Promise<AnsweredSections> {
  const read = () => environment.readListings(clientId, document, today)
  const listings = showsListings(plan) ? read() : noListings
  let readAgain: DocumentListings | undefined
  const [answered, first] = await sideBySide(
    askSources(
      { sources: sourcesFor(environment, contract), precedence: environment.precedence },
      {
        document,
        plan,
        today,
        deadlineMs,
        readHeld: () => andThen(listings, ({ held }) => held),
        readHeldAgain: async () => {
          readAgain = await read()
          return readAgain.held
        },
        asker: askerOf({ clientId, contract, asking }),
      },
      onSourceError,
    ),
    listings,
  )
  // What is shown and what is held are of one moment.
  const { shown } = readAgain ?? first
  const { answers, shownVersions } = addListings(plan, answered.answers, shown)
  const { sources, doubtful, bought } = answered
  return { answers, sources, doubtful, bought, shownVersions, shown }
}

type AnsweredSections = Pick<SourcesAnswered, 'sources' | 'doubtful' | 'bought'> &
  Listed & { readonly shown: readonly PublishedListing[] }

const askerOf = ({
  clientId,
  contract: { sources: terms },
  asking,
}: Pick<SectionsAsked, 'clientId' | 'contract' | 'asking'>): Asker | undefined =>
  terms === undefined ? undefined : { clientId, terms, ...asking }

const noListings: DocumentListings = { shown: [], held: [] }
