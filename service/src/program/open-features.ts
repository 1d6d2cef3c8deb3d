import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { type Alerts, mailingOf, type OpenAlerts, openAlerts } from '../features/alerts/open-alerts.ts'
import { alertRecorder } from '../features/alerts/record-alert.ts'
import { openWebhooks, type Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import { openListings } from '../features/listings/open-listings.ts'
import type { Notices } from '../features/notices/open-notices.ts'
import { findScenario } from '../features/sandbox/test-documents.ts'
import { readSealKey } from '../features/sealing/seal-key.ts'
import { recorder } from '../features/trail/recorder.ts'
import { registeredAs } from '../sources/registered-as.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'

export type FeatureDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly notices: Notices
  readonly decideOnHeld: OpenAlerts['decideOnHeld']
  readonly onError: (job: string, error: unknown) => void
}

export type Features = {
  readonly listings: ReturnType<typeof openListings>
  readonly alerts: Alerts
  readonly webhooks: Webhooks
}

/** The features that work in the background too, each put together from the store and the settings. */
export function openFeatures(config: Config, deps: FeatureDeps): Features {
  const { store, clock, notices } = deps
  const listings = openListings({
    listings: store.listings,
    sandboxClocks: store.sandboxClocks,
    clock,
    // In the order of time, so that what is written together lies together.
    newId: randomUUIDv7,
    notices,
    registeredAs: registeredAs({ subjects: store.subjects, findScenario, clock }),
    waitingDays: config.waitingDays,
  })
  const { nowMsIn } = listings
  const record = alertRecorder({
    occurrences: store.alerts.occurrences,
    record: recorder(store.trail),
    listings: store.listings,
    subjects: store.subjects,
    nowMsIn,
    clock,
  })
  const alerts = openAlerts({
    alerts: store.alerts,
    outbox: store.outbox,
    corrections: store.corrections,
    watchedPolicies: store.watchedPolicies,
    findClient: store.clients.findClient,
    mailing: mailingOf(config.alertMail, notices.sendMail),
    nowMsIn,
    decideOnHeld: deps.decideOnHeld,
    record,
    clock,
  })
  const webhooks = openWebhooks({
    webhooks: store.webhooks,
    findClient: store.clients.findClient,
    deliveries: store.alerts.deliveries,
    record,
    sealKey: readSealKey(config, 'secrets of webhooks'),
    networks: config.webhookNetworks,
    nowMsIn,
    clock,
    onError: deps.onError,
  })
  return { listings, alerts, webhooks }
}
