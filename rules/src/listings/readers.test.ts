import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Day, startOfDayMs } from '../calendar/day.ts'
import { decideInsertion } from './insertion/insertion.ts'
import { type Draft, draftOf, type Means, type Moment } from './listing.ts'
import { move } from './move.ts'
import { tellReaders } from './readers.ts'
import { caughtUp } from './time.ts'

const on = (day: string): Moment => ({
  today: day as Day,
  nowMs: startOfDayMs(day as Day) + 3_600_000,
  actor: 'bureau',
})
const means: Means = {
  newId: () => 'n',
  channelsFor: () => ['email'],
  compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
  waitingDaysIn: () => 10,
  howToContest: '',
}
const address = {
  addressLine: 'RUA',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
const inserted = (documento = '52998224725'): Draft =>
  decideInsertion(
    {
      id: 'L1',
      register: 'production',
      clientId: 'c',
      requestKey: undefined,
      creditor: { document: '11222333000181', name: 'LOJA' },
      request: {
        documento,
        name: 'ANA',
        birthDate: '1980-01-01',
        address,
        contractId: 'CT',
        legalNatureId: 'CP',
        amount: '100.00',
        dueDate: '2026-03-10',
        legalSquare: 'SAO PAULO',
      },
    },
    [],
    means,
    on('2026-11-16'),
  )
/** Delivered on the day, and read again as it was kept. */
const waiting = (documento?: string): Draft =>
  draftOf({
    ...inserted(documento).listing,
    state: 'waiting',
    publishOn: '2026-11-27' as Day,
  })
const linesOf = ({ tellings }: ReturnType<typeof tellReaders>) =>
  tellings.map(({ event, isShown }) => `${event} ${isShown ? 'shown' : 'hidden'}`)
const keptOf = ({ drafts }: ReturnType<typeof tellReaders>): Draft => draftOf((drafts[0] as Draft).listing)

test('what came and went before it was recorded is told with the days on which it did, and to those of then', () => {
  const told = tellReaders([caughtUp(waiting(), on('2032-01-01'))])
  assert.deepEqual(linesOf(told), ['listing.published shown', 'listing.expired hidden'])
  assert.deepEqual(
    told.tellings.map((one) => one.on),
    ['2026-11-27', '2031-03-11'],
  )
  // Whoever began to watch on the day after its last never could read it.
  const lastMs = startOfDayMs('2031-03-11' as Day) - 1
  assert.deepEqual(
    told.tellings.map((one) => one.untilMs),
    [lastMs, lastMs],
  )
})

test('after its end nothing is told of it, whatever is recorded', () => {
  const published = keptOf(tellReaders([caughtUp(waiting(), on('2026-11-27'))]))
  const released = tellReaders([move(published, 'release', on('2026-11-28'), {})])
  assert.deepEqual(linesOf(released), ['listing.released hidden'])
  const ended = keptOf(released)
  const entry = { ...(released.drafts[0] as Draft).entries[0], version: ended.listing.version + 1 }
  const after = { ...ended.listing, version: entry.version }
  const step = { entry, before: ended.listing, after, fromMs: on('2026-11-29').nowMs, isByDate: false }
  assert.deepEqual(linesOf(tellReaders([{ ...ended, listing: after, steps: [step as never] }])), [])
})

test('what readers know is kept with the listing: the same again tells nothing', () => {
  const published = keptOf(tellReaders([caughtUp(waiting(), on('2026-11-27'))]))
  assert.equal(published.listing.told?.untilMs, undefined)
  const again = move(published, 'update', on('2026-11-28'), { cause: 'contact' })
  assert.deepEqual(linesOf(tellReaders([again])), [])
})

test('of the address only the state of a company is shown, and so told', () => {
  const shown = (documento: string) =>
    tellReaders([caughtUp(waiting(documento), on('2026-11-27'))]).tellings[0]?.shown
  assert.equal(shown('52998224725')?.federalUnit, undefined)
  assert.equal(shown('52998224725')?.legalSquare, 'SAO PAULO')
  assert.equal(shown('11444777000161')?.federalUnit, 'SP')
})
