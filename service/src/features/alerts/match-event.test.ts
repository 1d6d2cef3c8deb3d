import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { test } from 'vitest'
import type { AlertTarget, Watcher } from './alert-store.ts'
import { matchEvent, mayMonitor, nextDigestMs } from './match-event.ts'
import { alertsWaiting, mailingOf } from './open-alerts.ts'

const at = (instant: string): number => Date.parse(instant)
const now = at('2026-11-16T10:00:00-03:00')
const moment = { machineMs: now, nowMs: now }
const target: AlertTarget = {
  kind: 'webhook',
  id: 'w',
  clientId: 'c',
  events: undefined,
  documents: undefined,
  isDigest: false,
}
const watcher: Watcher = {
  registration: {
    id: 'r',
    register: productionRegister,
    clientId: 'c',
    document: '52998224725',
    events: undefined,
    label: undefined,
    until: undefined,
    policy: undefined,
    version: 1,
    createdAtMs: 0,
    requestKey: undefined,
  },
  contract: wholeContract,
  isRevoked: false,
  targets: [target],
}
const event = (topic: string, payload: object = {}) => ({
  id: 'l.3',
  topic,
  register: productionRegister,
  clientId: 'creditor',
  payload: {
    documento: '52998224725',
    isForReaders: true,
    on: '2026-11-16',
    listingId: 'l',
    version: 3,
    ...payload,
  },
  createdAtMs: 0,
  dueAtMs: 0,
  attempts: 0,
})

test('what hides or shows a listing is told as changed, and says which', () => {
  for (const change of [
    'changed',
    'suspended',
    'resumed',
    'held',
    'notice_failed',
    'paid',
    'dispute_overdue',
    'dispute_rejected',
  ]) {
    const told = matchEvent(event(`listing.${change}`), watcher, moment)
    assert.equal(told?.occurrence.event, 'listing.changed')
    assert.equal(told.occurrence.data.change, change)
  }
})

test('whoever began to watch when it could no longer be read is told nothing of it', () => {
  const since = (createdAtMs: number): Watcher => ({
    ...watcher,
    registration: { ...watcher.registration, createdAtMs },
  })
  const ended = event('listing.released', { untilMs: 1_000 })
  assert.equal(matchEvent(ended, since(1_001), moment), undefined)
  assert.equal(matchEvent(ended, since(1_000), moment)?.occurrence.event, 'listing.released')
  const told = { ...since(1_001), told: new Set(['l']) }
  assert.equal(matchEvent(ended, told, moment)?.occurrence.event, 'listing.released')
  assert.equal(matchEvent(ended, { ...told, told: new Set(['m']) }, moment), undefined)
  const stands = event('listing.changed')
  assert.equal(matchEvent(stands, since(now), moment)?.occurrence.event, 'listing.changed')
})

test('whether it can still be read is told where the listing says so, and else nothing is said of it', () => {
  const visibleIn = (payload: object) =>
    matchEvent(event('listing.changed', payload), watcher, moment)?.occurrence.data
  assert.deepEqual(visibleIn({ visible: 'no' }), { on: '2026-11-16', change: 'changed', visible: 'no' })
  assert.deepEqual(visibleIn({}), { on: '2026-11-16', change: 'changed' })
})

test('a listing that appears, is released or lapses is told as just that', () => {
  for (const change of ['published', 'released', 'expired']) {
    const told = matchEvent(event(`listing.${change}`), watcher, moment)
    assert.equal(told?.occurrence.event, `listing.${change}`)
    assert.equal(told.occurrence.data.change, change)
  }
})

test('what readers cannot see is not told, and nothing of the creditor goes along', () => {
  assert.equal(matchEvent(event('listing.published', { isForReaders: false }), watcher, moment), undefined)
  for (const change of ['received', 'notice_queued', 'waiting', 'disputed', 'release_reminded']) {
    assert.equal(matchEvent(event(`listing.${change}`), watcher, moment), undefined, change)
  }
  const told = matchEvent(event('listing.changed', { cause: 'amount', principalId: 'p' }), watcher, moment)
  assert.deepEqual(told?.occurrence.data, { on: '2026-11-16', change: 'changed' })
  assert.equal(told.occurrence.shown, 'l:3')
})

const toldTo = (over: Partial<Watcher['registration']>, contract = wholeContract, isRevoked = false) =>
  matchEvent(
    event('listing.published'),
    { ...watcher, contract, isRevoked, registration: { ...watcher.registration, ...over } },
    moment,
  )

test('whoever may not monitor is told nothing: without the product, without the purpose, or revoked', () => {
  assert.ok(toldTo({}))
  assert.equal(toldTo({}, { ...wholeContract, products: ['relato'] }), undefined)
  assert.equal(toldTo({}, { ...wholeContract, purposes: ['credit_analysis'] }), undefined)
  assert.equal(toldTo({}, wholeContract, true), undefined)
  assert.equal(mayMonitor({ ...wholeContract, products: ['alertas'], purposes: ['monitoring'] }), true)
})

test('a registration is told until its last day, and of the events that it chose', () => {
  assert.ok(toldTo({ until: '2026-11-16' as Day }))
  assert.equal(toldTo({ until: '2026-11-15' as Day }), undefined)
  assert.ok(toldTo({ events: ['listing.published'] }))
  assert.equal(toldTo({ events: ['listing.released'] }), undefined)
  assert.equal(toldTo({ events: [] }), undefined)
})

test('what is told is whose it is, with its label, and shows the listing as readers see it', () => {
  const listing = { section: 'listingP', amount: '10.00' }
  const told = matchEvent(event('listing.published', { shown: listing }), watcher, moment)
  assert.deepEqual(told?.occurrence, {
    id: told?.occurrence.id,
    register: productionRegister,
    clientId: 'c',
    document: '52998224725',
    event: 'listing.published',
    registrationId: 'r',
    label: undefined,
    data: { on: '2026-11-16', change: 'published', listing },
    shown: 'l:3',
    createdAtMs: now,
  })
  assert.equal(toldTo({ label: 'Fornecedor' })?.occurrence.label, 'Fornecedor')
  assert.match(told?.occurrence.id ?? '', /^oc_[\w-]{24}$/)
})

test('what is no listing’s is told as it was given, and what nobody may choose is not told', () => {
  const data = { changes: [] }
  const told = matchEvent(
    event('status.changed', { listingId: undefined, isForReaders: undefined, data }),
    watcher,
    moment,
  )
  assert.deepEqual(told?.occurrence.data, data)
  assert.equal(told?.occurrence.shown, '')
  assert.equal(matchEvent(event('notice.send'), watcher, moment), undefined)
  assert.equal(matchEvent(event('constructor'), watcher, moment), undefined)
})

test('it goes to each target that wants the event and the document, at once or with the daily mail', () => {
  const targets: readonly AlertTarget[] = [
    target,
    { ...target, kind: 'email', id: 'daily', isDigest: true },
    { ...target, id: 'another event', events: ['listing.released'] },
    { ...target, id: 'another document', documents: ['12345678909'] },
    { ...target, id: 'just this', events: ['listing.published'], documents: ['52998224725'] },
  ]
  const told = matchEvent(event('listing.published'), { ...watcher, targets }, moment)
  assert.deepEqual(told?.deliveries, [
    { targetKind: 'webhook', targetId: 'w', isDigest: false, dueAtMs: now },
    { targetKind: 'email', targetId: 'daily', isDigest: true, dueAtMs: now + 22 * 60 * 60_000 },
    { targetKind: 'webhook', targetId: 'just this', isDigest: false, dueAtMs: now },
  ])
})

test('the id is the same for the same change and client, and another for any other', () => {
  const idOf = (clientId: string, id: string) =>
    matchEvent(
      { ...event('listing.published'), id },
      { ...watcher, registration: { ...watcher.registration, clientId } },
      moment,
    )?.occurrence.id
  assert.equal(idOf('c', 'l.3'), idOf('c', 'l.3'))
  assert.equal(new Set([idOf('c', 'l.3'), idOf('d', 'l.3'), idOf('c', 'l.4')]).size, 3)
})

test('a daily mail waits for the next eight o’clock, counted on the machine’s clock', () => {
  assert.equal(nextDigestMs(at('2026-11-16T07:59:59-03:00')), at('2026-11-16T08:00:00-03:00'))
  assert.equal(nextDigestMs(at('2026-11-16T08:00:00-03:00')), at('2026-11-17T08:00:00-03:00'))
  const digest: AlertTarget = { ...target, kind: 'email', isDigest: true }
  // The sandbox is a year ahead, at nine in the evening.
  const ahead = { machineMs: now, nowMs: at('2027-11-16T21:00:00-03:00') }
  const told = matchEvent(event('listing.published'), { ...watcher, targets: [digest] }, ahead)
  assert.equal(told?.deliveries[0]?.dueAtMs, now + 11 * 60 * 60_000)
})

test('the start says what mail waits for', () => {
  const send = async () => ({ kind: 'sent' }) as const
  const url = 'https://alertas.exemplo.com.br'
  assert.match(
    alertsWaiting({ isMailSet: false, publicUrl: undefined })?.en ?? '',
    /the settings LASTRO_SMTP_URL and LASTRO_PUBLIC_URL are missing/,
  )
  assert.match(
    alertsWaiting({ isMailSet: false, publicUrl: undefined })?.pt ?? '',
    /faltam as configurações LASTRO_SMTP_URL e LASTRO_PUBLIC_URL/,
  )
  assert.match(
    alertsWaiting({ isMailSet: true, publicUrl: undefined })?.pt ?? '',
    /falta a configuração LASTRO_PUBLIC_URL/,
  )
  assert.equal(alertsWaiting({ isMailSet: true, publicUrl: url }), undefined)
  assert.equal(mailingOf({ isMailSet: false, publicUrl: url }, send), undefined)
  assert.equal(mailingOf({ isMailSet: true, publicUrl: url }, send)?.publicUrl, url)
})
