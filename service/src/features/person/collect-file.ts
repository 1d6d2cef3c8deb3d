import type {
  FileConsultation,
  FileListing,
  FilePublicData,
  FileSource,
  PersonFile,
} from '@lastro/contract/person/person-file.ts'
import { type Purpose, purposes } from '@lastro/contract/reports/purposes.ts'
import type { Cheque, NegativeItem, Protest, Subject } from '@lastro/contract/reports/subject.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { sourceName } from '@lastro/reading/report-sources.ts'
import { addMonths, type Day, dayAt, instantText, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type HeldDebt, isHeld } from '@lastro/rules/reports/merging/held-here.ts'
import { isReadableOn, lastShownDay, owesFrom, readableDays } from '@lastro/rules/subjects/negative-items.ts'
import { reopenedOutcome, shownOutcomes } from '@lastro/rules/trail/billing.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import {
  operatorName,
  operatorOnTrail,
  testedOutcome,
  testPurpose,
  testPurposeText,
} from '@lastro/rules/trail/source-test.ts'
import type { CoveredFacts } from '../bureau/subject-store.ts'
import { showListing } from '../listings/routes/show-listing.ts'
import { decisionsIn } from './decisions-in.ts'
import type { FileDeps, PersonDeps, PublicRecord } from './person-deps.ts'

/** The person may learn who consulted in the last six months. */
const consultationMonths = 6

/** Read so many at a time. */
const listingPageCount = 200

export type CollectedFile = Omit<PersonFile, 'access' | 'requests'>

/** Everything that production holds of a document but the requests, in the words of a language where it has words. */
export async function collectFile(
  deps: FileDeps,
  document: DocumentNumber,
  language: Language,
): Promise<CollectedFile> {
  const nowMs = deps.clock.nowMs()
  const today = dayAt(nowMs)
  const from = addMonths(today, -consultationMonths)
  const found = await deps.subjects.readCovered(document, today)
  const recorded = await deps.trail.ofDocument('production', document, {
    fromMs: startOfDayMs(from),
    untilMs: nowMs,
  })
  // Whoever opens a report again has consulted nobody: the consultation that it was given by is among these.
  const consultations = recorded.filter(({ outcome }) => outcome !== reopenedOutcome)
  const watches = await deps.requests.watchesOf(document)
  const listed = await listingsOf(deps, document, language)
  const names = await deps.clients.clientNames([
    ...new Set([...consultations, ...watches, ...listed].map((one) => one.clientId)),
  ])
  const nameOf = (clientId: string) =>
    present({ clientName: clientId === operatorOnTrail ? operatorName[language] : names.get(clientId) })
  const decided = await decisionsIn(deps, consultations)
  const source = bureauSource(deps.contact, language)
  const here = await deps.listing.listings.forReport(productionRegister, document, today)
  return {
    documento: document,
    documentType: documentType(document),
    writtenAt: instantText(nowMs),
    ...registrationOf(found?.facts, source),
    participations: [...(await deps.subjects.readParticipations(document))],
    publicData: (await deps.readPublicData(document, today, language)).map((one) =>
      publicDataView(one, language),
    ),
    listings: listed.map(({ clientId, listing }) => ({
      role: listing.principalId === undefined ? 'principal' : 'guarantor',
      ...nameOf(clientId),
      // What a load has told with an earlier day is gone from reports before its listing is over.
      listing: { ...listing, visible: listing.visible && here.shown.some(({ id }) => id === listing.id) },
    })),
    loaded: loadedOf(found, { source, today, held: here.held }),
    consultations: {
      from,
      all: consultations
        .toSorted((a, b) => b.atMs - a.atMs || b.number - a.number || b.place - a.place)
        .map((one) => ({
          ...consultationView(one, language),
          ...nameOf(one.clientId),
          ...present({ decision: decided(one) }),
        })),
    },
    monitoring: watches
      .filter(({ until }) => until === undefined || until >= today)
      .map(({ clientId, sinceMs, until }) => ({
        clientId,
        ...nameOf(clientId),
        since: instantText(sinceMs),
        ...present({ until }),
      })),
  }
}

type Found = { readonly clientId: string; readonly listing: FileListing['listing'] }

/** As principal and as guarantor, in every state; nobody else's part of the same debt. */
async function listingsOf(
  { listing: deps }: PersonDeps,
  document: DocumentNumber,
  language: Language,
): Promise<readonly Found[]> {
  const found: Found[] = []
  let after: { readonly createdAtMs: number; readonly id: string } | undefined
  for (;;) {
    const page = await deps.listings.list({
      register: productionRegister,
      clientId: undefined,
      document,
      withGuarantors: true,
      limit: listingPageCount,
      ...(after !== undefined && { after }),
    })
    for (const { id } of page) {
      const shown = await showListing(deps, id, language)
      if (shown !== undefined) found.push({ clientId: shown.clientId, listing: shown.view })
    }
    after = page.at(-1)
    if (page.length < listingPageCount || after === undefined) return found
  }
}

const bureauTexts = {
  pt: 'Base de dados que o operador deste birô carrega.',
  en: 'The base that the operator of this bureau loads.',
} as const

const bureauSource = (contact: string | undefined, language: Language): FileSource => ({
  name: 'bureau',
  text: bureauTexts[language],
  ...present({ contact }),
})

const publicDataView = ({ source, date, report }: PublicRecord, language: Language): FilePublicData => ({
  source: { name: source, text: sourceName(source, language) },
  ...(date === undefined ? { unavailable: true } : { date }),
  report,
})

function registrationOf(
  facts: Subject | undefined,
  source: FileSource,
): Pick<PersonFile, 'registration' | 'company'> {
  const { registration, identification, partners } = facts ?? {}
  const isCompany = identification !== undefined || partners !== undefined
  return {
    ...(registration !== undefined && { registration: { source, data: registration } }),
    ...(isCompany && { company: { source, ...present({ identification, partners }) } }),
  }
}

type LoadedView = {
  readonly source: FileSource
  readonly today: Day
  readonly held: readonly HeldDebt[]
}

/**
 * What was loaded, also what is stored and not shown. A debt that has a listing is shown by that, if at all, and nothing
 * is shown of a section that is no longer covered.
 */
function loadedOf(
  found: CoveredFacts | undefined,
  { source, today, held }: LoadedView,
): PersonFile['loaded'] {
  const { facts, covered } = found ?? { facts: undefined, covered: undefined }
  const owingFrom = owesFrom(facts ?? { documento: '' })
  const withEnd = <Item extends NegativeItem | Cheque | Protest>(
    items: readonly Item[] = [],
    kind: 'noticed' | 'public',
    isTold: (one: Item) => boolean,
  ) =>
    items
      .map((one) => ({
        ...one,
        shown: isReadableOn(readableDays(one, kind, owingFrom), today) && isTold(one),
        shownUntil: lastShownDay(one),
      }))
      .toSorted((a, b) => (a.occurrenceDate < b.occurrenceDate ? 1 : -1))
  return {
    source,
    debts: withEnd(
      facts?.negativeItems,
      'noticed',
      (one) => covered?.has(one.section) === true && !isHeld(one, held),
    ),
    cheques: withEnd(facts?.cheques, 'noticed', () => covered?.has('check') === true),
    protests: withEnd(facts?.protests, 'public', () => covered?.has('notary') === true),
  }
}

const consultationView = (
  { atMs, clientId, purpose, product, outcome }: Consultation,
  language: Language,
): FileConsultation => ({
  at: instantText(atMs),
  clientId,
  purpose: { code: purpose, text: purposeText(purpose)?.[language] ?? purpose },
  product,
  outcome,
  shown: shownOutcomes.includes(outcome) || outcome === testedOutcome,
})

const purposeText = (purpose: string): Text | undefined =>
  purpose === testPurpose ? testPurposeText : purposes[purpose as Purpose]

type Present<Of> = { [Name in keyof Of]?: Exclude<Of[Name], undefined> }

/** Absent, never undefined. */
const present = <Of extends object>(of: Of): Present<Of> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Present<Of>
