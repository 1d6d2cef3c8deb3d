import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../clock.ts'
import { snapshotSearch } from '../data/receita/search/search-companies.ts'
import type { ServedSnapshots } from '../data/snapshots/served-snapshots.ts'
import type { Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import { creditorCount } from '../features/listings/creditor-count.ts'
import { findScenario } from '../features/sandbox/test-documents.ts'
import { readSealKey } from '../features/sealing/seal-key.ts'
import { sealUnder } from '../features/sealing/sealed-secrets.ts'
import type { Log } from '../http/health/log.ts'
import type { OutageLog } from '../http/health/refusal-log.ts'
import { bureauSource } from '../sources/bureau/bureau-source.ts'
import { consultationSource } from '../sources/consultations/consultation-source.ts'
import { declaredSources } from '../sources/outward/declared-sources.ts'
import { providers } from '../sources/providers.ts'
import { publicDataSources } from '../sources/public-data/public-data-sources.ts'
import { publicDataOf } from '../sources/public-data/read-public-data.ts'
import type { Snapshots } from '../sources/public-data/snapshot-source.ts'
import { sandboxSources } from '../sources/sandbox/sandbox-sources.ts'
import type { Store } from '../store/store.ts'
import type { AppDeps } from './app-deps.ts'
import type { Config } from './config.ts'
import { sourceCopies } from './source-copies.ts'

export type SourceDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly logFailure: OutageLog
  /** Processes that serve together. */
  readonly workers?: number
  readonly served: ServedSnapshots
  /** Calls to providers go only where those to webhooks may. */
  readonly guard: Webhooks['guard']
}

/** Where reports come from, with what their credentials and what is kept of them are sealed under. */
export type OpenedSources = Pick<
  AppDeps,
  'sources' | 'declared' | 'creditors' | 'companySearch' | 'readPublicData' | 'sourceSeal' | 'reportSeal'
>

export function openSources(config: Config, deps: SourceDeps): OpenedSources {
  const { store, clock, log, served, logFailure } = deps
  const sourceSeal = sealUnder(readSealKey(config, 'credentials of sources'))
  const reportSeal = sealUnder(readSealKey(config, 'kept reports'))
  const declared = declaredSources({
    store: store.declaredSources,
    providers,
    seal: sourceSeal,
    copies: sourceCopies({
      store: store.sourceCopies,
      seal: reportSeal,
      clock,
      warn: (of, text) => log.warn(of, text),
    }),
    guard: deps.guard,
    clock,
    workers: deps.workers ?? 1,
    onError: (error) => logFailure(error, {}, 'declared sources could not be looked up'),
  })
  return {
    sources: ownSources(deps),
    declared,
    creditors: creditorCount(store.listings, clock, (error) =>
      logFailure(error, {}, 'creditors could not be counted'),
    ),
    companySearch: snapshotSearch(served),
    readPublicData: publicDataOf(served),
    sourceSeal,
    reportSeal,
  }
}

/** Those that need nobody else: a new one is a line here. */
export function ownSources({
  store,
  clock,
  served,
}: Pick<SourceDeps, 'store' | 'clock'> & { readonly served: Snapshots }): AppDeps['sources'] {
  const bureau = bureauSource(store.subjects, store.bureauCoverage.current)
  const readListings = (document: DocumentNumber, today: Day) =>
    store.listings.forReport(productionRegister, document, today)
  const consultations = { trail: store.trail, clients: store.clients, clock }
  return {
    production: [
      bureau,
      ...publicDataSources(served, { bureau, readListings }),
      consultationSource(consultations, 'production'),
    ],
    sandbox: [...sandboxSources(findScenario), consultationSource(consultations, 'sandbox')],
  }
}
