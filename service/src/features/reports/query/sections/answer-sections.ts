import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { andThen, sideBySide } from '../../../../awaitable.ts'
import { answerCoverage } from '../../coverage.ts'
import { type Asker, isTold } from '../../source.ts'
import { addListings, type Listed, listingsSource, type PublishedListing } from '../add-listings.ts'
import type { ReportPlan } from '../plan-report.ts'
import { type DocumentListings, type ReportEnvironment, sourcesFor } from '../report-environment.ts'
import { askSources, type OnSourceError, type SourcesAnswered } from './ask-sources.ts'
import { showsListings } from './listing-sections.ts'
import { sourcesText } from './report-sources.ts'

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

/** The sections of a report on a document: what the sources answer, and the debts listed at this service. */
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
  const { answers, shownVersions, listed } = addListings(plan, answered, shown, environment.creditors())
  const labelOf = (id: SectionId) => {
    const answer = answers[id]
    if (!isTold(answer) || answerCoverage(id, answer) === 'none') return ''
    const others = answered.labelOf(id)
    if (!listed.has(id)) return others
    return others === '' ? `${listingsSource}@${today}` : `${listingsSource}@${today}+${others}`
  }
  const { doubtful, bought } = answered
  return { answers, sources: sourcesText(plan, labelOf), doubtful, bought, shownVersions, shown }
}

type AnsweredSections = Pick<SourcesAnswered, 'doubtful' | 'bought'> &
  Pick<Listed, 'answers' | 'shownVersions'> & {
    /** Which source answered each section, as `X-Report-Sources` names them. */
    readonly sources: string
    readonly shown: readonly PublishedListing[]
  }

const askerOf = ({
  clientId,
  contract: { sources: terms },
  asking,
}: Pick<SectionsAsked, 'clientId' | 'contract' | 'asking'>): Asker | undefined =>
  terms === undefined ? undefined : { clientId, terms, ...asking }

const noListings: DocumentListings = { shown: [], held: [] }
