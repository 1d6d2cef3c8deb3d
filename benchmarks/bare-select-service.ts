import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '../service/src/clock.ts'
import { addressGuard } from '../service/src/features/alerts/webhooks/address-guard.ts'
import { openListings } from '../service/src/features/listings/open-listings.ts'
import { openNotices } from '../service/src/features/notices/open-notices.ts'
import { coversAlways, type Source } from '../service/src/features/reports/source.ts'
import { sealUnder } from '../service/src/features/sealing/sealed-secrets.ts'
import { openLog } from '../service/src/http/health/log.ts'
import { httpServer } from '../service/src/http/server.ts'
import { buildApp } from '../service/src/program/app.ts'
import { openPostgres } from '../service/src/store/engine/postgres.ts'

/**
 * The same service with the bureau's read replaced by one bare indexed select, whose row is the answer as it is:
 * what the rest costs, and so how much our reading adds.
 */
process.once('message', ({ databaseUrl }: { databaseUrl: string }) => void serve(databaseUrl))

async function serve(databaseUrl: string): Promise<void> {
  const store = await openPostgres(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const source: Source = {
    name: 'bare select',
    covers: coversAlways(['registration', 'listingP']),
    ask: async ({ document }) => {
      const { rows } = await pool.query<{ sections: string }>({
        name: 'bare',
        text: 'select sections from subject where document = $1',
        values: [document],
      })
      const text = `{"consumerName":${JSON.stringify(rows[0]?.sections ?? '')}}`
      return { registration: { kind: 'found', text }, listingP: { kind: 'nothing' } }
    },
  }
  const listings = openListings({
    listings: store.listings,
    sandboxClocks: store.sandboxClocks,
    clock: systemClock,
    newId: randomUUID,
    notices: openNotices({ templatePath: undefined, contact: undefined, sender: undefined, mail: undefined }),
    registeredAs: async () => undefined,
    waitingDays: {},
  })
  const app = buildApp({
    companySearch: async () => ({ kind: 'noIndex' }),
    store,
    listings,
    // Nothing is sent from here.
    alerts: { deliverEmails: async () => undefined, tellReader: async () => 'done' },
    tellRegister: async () => undefined,
    webhooks: {
      guard: addressGuard({ networks: [] }),
      seal: sealUnder(randomBytes(32)),
      send: async () => ({ kind: 'failed', fault: 'unreachable', detail: '' }),
      deliverRegister: async () => undefined,
    },
    operator: {
      walkChain: () => Promise.reject(new Error('No chain is walked here')),
      heldBack: { notices: undefined, alerts: undefined },
      process: { host: '', pid: process.pid, startedAtMs: systemClock.nowMs() },
      contact: undefined,
    },
    issuer: undefined,
    signIn: { seal: sealUnder(randomBytes(32)), publicUrl: undefined },
    sources: { production: [source], sandbox: [] },
    clock: systemClock,
    log: openLog('warn'),
    deadlineMs: 5_000,
    requestsInFlightMax: 2_000,
    sharesRates: true,
    trustedProxies: [],
    metricsNetworks: [],
    noticeReportToken: undefined,
  })
  const { port } = await httpServer(app.answer).listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port })
}

process.once('disconnect', () => process.exit(0))
