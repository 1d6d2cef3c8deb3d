import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import { sandboxEventsPath } from '@lastro/contract/alerts/alert-operations.ts'
import { SandboxEventRequest } from '@lastro/contract/alerts/alert-registrations.ts'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { alertService } from '@lastro/contract/reports/products.ts'
import { addBusinessDays } from '@lastro/rules/calendar/business-days.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Authenticate } from '../../http/caller.ts'
import { documentInvalid, success } from '../../http/reply.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../http/route.ts'
import type { OutboxStore } from '../../jobs/outbox.ts'
import type { Handler } from '../../jobs/runner.ts'
import type { OccurrenceStore } from './alert-store.ts'
import { type FanOutDeps, fanOutRegister } from './fan-out-events.ts'
import { occurrenceId } from './match-event.ts'
import { occurrenceView } from './occurrences/occurrence-view.ts'

export type SandboxEventDeps = FanOutDeps & {
  readonly occurrences: OccurrenceStore
  readonly outbox: Pick<OutboxStore, 'add' | 'done'>
  readonly tellReader: Handler
  readonly authenticate: Authenticate
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
  readonly sandboxAccepts: (document: DocumentNumber) => boolean
}

/** Makes an event happen to a test document in the caller's sandbox, by the way that real ones take. */
export const sandboxEventsRoute = (deps: SandboxEventDeps): Route => ({
  operation: 'sandboxEventos',
  method: 'POST',
  path: sandboxEventsPath,
  produces: ['application/json'],
  handle: (call) => trigger(deps, call),
})

const eventRequest = validator(SandboxEventRequest)

async function trigger(deps: SandboxEventDeps, call: Call): Promise<Outcome> {
  const caller = await deps.authenticate(call, 'sandbox')
  if (isRefusal(caller)) return caller
  const { code } = alertService
  if (!caller.scopes.has(code)) return { code: 'product_not_contracted', values: { product: code } }
  const body = await readJson(call, eventRequest)
  if (isRefusal(body)) return body
  const parsed = parseDocument(body.value.documento)
  if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
  if (!deps.sandboxAccepts(parsed.document)) return { code: 'document_not_in_sandbox' }
  const { clientId } = caller
  const today = dayAt(await deps.nowMsIn(clientId))
  const nowMs = deps.clock.nowMs()
  const id = `sandbox.${deps.newId()}`
  const { event } = body.value
  const row = {
    id,
    topic: event,
    register: clientId,
    clientId,
    payload: { documento: parsed.document, ...invented(event, today, id) },
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }
  await deps.outbox.add([row])
  await fanOutRegister(deps, clientId)
  if (event === correctionEvent) {
    // Whoever is shown something is told that it was wrong, whether or not it watches.
    await deps.tellReader({ ...row, attempts: 0 })
    await deps.outbox.done(id, deps.clock.nowMs())
  }
  const found = await deps.occurrences.find({ register: clientId, clientId, id: occurrenceId(id, clientId) })
  return success({ occurrences: found === undefined ? [] : [occurrenceView(found)] }, 201)
}

/** What an event says when nobody did anything to cause it. */
function invented(event: AlertEvent, on: Day, listingId: string): Readonly<Record<string, unknown>> {
  if (event === correctionEvent) return inventedCorrection(on, listingId)
  if (event.startsWith('listing.')) {
    const isEnd = event === 'listing.released' || event === 'listing.expired'
    return { isForReaders: true, on, visible: isEnd ? 'false' : 'true', shown: inventedListing }
  }
  return { data: { on, ...inventedData[event] } satisfies OccurrenceData }
}

const inventedCorrection = (on: Day, listingId: string) => ({
  listingId,
  version: 2,
  wrongVersions: [1],
  dueOn: addBusinessDays(on, 5, 'national'),
  data: {
    on,
    change: 'changed',
    listing: inventedListing,
    changes: [{ field: 'listingP.amount', before: inventedListing.amount, after: '900.00' }],
  } satisfies OccurrenceData,
})

const inventedListing = {
  section: 'listingP',
  occurrenceDate: '2026-03-10',
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1001',
  creditorName: 'CREDOR DE EXEMPLO LTDA',
  amount: '1520.33',
  principal: 'true',
  flagSubJudice: 'false',
} as const satisfies OccurrenceData['listing']

const inventedNegative = {
  items: [
    {
      section: 'listingR',
      legalNatureId: 'FI',
      occurrenceDate: '2026-03-10',
      legalNature: 'FINANCIAMENTO',
      contractId: 'CT-2002',
      creditorName: 'FINANCEIRA DE EXEMPLO SA',
      amount: '640.10',
      principal: 'true',
      flagSubJudice: 'false',
    },
  ],
  summary: { count: '1', balance: '640.10' },
} as const

const inventedData: Readonly<Partial<Record<AlertEvent, OccurrenceData>>> = {
  'registration.changed': {
    changes: [
      {
        field: 'registration.consumerName',
        before: 'ANA CLARA DE EXEMPLO',
        after: 'ANA CLARA DE EXEMPLO SILVA',
      },
      { field: 'registration.addresses' },
    ],
  },
  'status.changed': {
    changes: [{ field: 'registration.statusRegistration', before: 'REGULAR', after: 'SUSPENSA' }],
  },
  'partners.changed': {
    partners: {
      added: [{ documentId: '12345678909', name: 'BRUNO DE EXEMPLO', role: 'SOCIO' }],
      removed: [{ name: 'CARLA DE EXEMPLO', role: 'SOCIO' }],
    },
  },
  'public_debt.changed': {
    publicDebt: { inscriptionNumber: '80 1 26 000001-00', situation: 'ATIVA', amount: '8200.00' },
  },
  'negative.added': { negative: { ...inventedNegative, items: [...inventedNegative.items] } },
  'negative.removed': { negative: { ...inventedNegative, items: [...inventedNegative.items] } },
  'sanction.added': {
    sanction: { register: 'CEIS', category: 'IMPEDIMENTO', startDate: '2026-01-15' },
  },
  'decision.changed': {
    decision: {
      policy: 'furniture-shop',
      before: {
        outcome: 'approve',
        version: 3,
        decidedBy: 'otherwise',
        reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' },
      },
      after: {
        outcome: 'decline',
        version: 3,
        decidedBy: 'recent-debts',
        reason: { pt: 'Dívidas no último ano.', en: 'Debts in the last year.' },
      },
    },
  },
  'sanction.removed': {
    sanction: { register: 'CEIS', category: 'IMPEDIMENTO', startDate: '2026-01-15', endDate: '2026-03-09' },
  },
}
