import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type Day, startOfDayMs } from '../calendar/day.ts'
import { decideInsertion } from './insertion/insertion.ts'
import { type Draft, draftOf, type Listing, type Means, type Moment } from './listing.ts'
import { move } from './move.ts'
import { tellReaders } from './readers.ts'
import { guarantorsFollow } from './release.ts'
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

describe('what is published', () => {
  const published = (): Draft => keptOf(tellReaders([caughtUp(waiting(), on('2026-11-27'))]))
  const suspended = () => tellReaders([move(published(), 'suspend', on('2026-11-28'), {})])

  const lapsed = (day: string, untilMs = 7, id = 'L1') => ({ ...on(day), lapsed: new Map([[id, untilMs]]) })
  const kept = (day: string) => ({ ...on(day), lapsed: new Map<string, number>() })

  test('has its end told when a load ends it, to those who could read it until then, and no second one', () => {
    const ended = tellReaders([published()], lapsed('2026-12-01'))
    assert.deepEqual(linesOf(ended), ['listing.expired hidden'])
    const [end] = ended.tellings
    assert.deepEqual([end?.change, end?.on, end?.untilMs, end?.lapse], ['expired', '2026-12-01', 7, 1])
    assert.equal(end?.isShown, false)
    assert.deepEqual(end?.shown, published().listing.told?.shown)
    assert.deepEqual(linesOf(tellReaders([keptOf(ended)], lapsed('2026-12-02'))), [])
    const later = move(keptOf(ended), 'update', on('2026-12-02'), { fields: { amountCents: 50_00n } })
    assert.deepEqual(linesOf(tellReaders([later], lapsed('2026-12-02'))), [])
    const released = move(keptOf(ended), 'release', on('2026-12-02'), {})
    assert.deepEqual(linesOf(tellReaders([released], lapsed('2026-12-02'))), [])
    assert.deepEqual(linesOf(tellReaders([caughtUp(keptOf(ended), on('2032-01-01'))])), [])
  })

  test('is told as published again when a later load gives it back, with or without a change', () => {
    const ended = keptOf(tellReaders([published()], lapsed('2026-12-01')))
    assert.deepEqual(linesOf(tellReaders([ended])), [], 'nobody has looked')
    const back = tellReaders([ended], kept('2026-12-02'))
    assert.deepEqual(linesOf(back), ['listing.published shown'])
    assert.deepEqual(
      [back.tellings[0]?.lapse, back.tellings[0]?.untilMs, back.tellings[0]?.on],
      [1, on('2026-12-02').nowMs, '2026-12-02'],
    )
    assert.equal(back.tellings[0]?.change, 'published')
    assert.deepEqual(back.tellings[0]?.shown, published().listing.told?.shown)
    const again = tellReaders([keptOf(back)], lapsed('2026-12-03'))
    assert.equal(again.tellings[0]?.lapse, 2)
    const changed = move(ended, 'update', on('2026-12-02'), { fields: { amountCents: 50_00n } })
    const toldChanged = tellReaders([changed], kept('2026-12-02'))
    assert.deepEqual(linesOf(toldChanged), ['listing.published shown'])
    assert.equal(toldChanged.tellings[0]?.change, 'changed', 'by the change, and once')
    const endedAgain = tellReaders([keptOf(toldChanged)], lapsed('2026-12-03'))
    assert.equal(endedAgain.tellings[0]?.lapse, 2, 'the count outlives what was told between')
    const suspendedSince = move(ended, 'suspend', on('2026-12-02'), {})
    assert.deepEqual(linesOf(tellReaders([suspendedSince], kept('2026-12-02'))), [])
  })

  test('is not told at all where a load had ended it before, and is told once where it was hidden', () => {
    const due = caughtUp(waiting(), on('2026-11-27'))
    assert.deepEqual(linesOf(tellReaders([due], lapsed('2026-11-27'))), [])
    assert.deepEqual(linesOf(tellReaders([keptOf(suspended())], lapsed('2026-12-01'))), [])
    assert.deepEqual(linesOf(tellReaders([published()], lapsed('2026-12-01', 7, 'L2'))), [])
    assert.deepEqual(linesOf(tellReaders([waiting()], kept('2026-11-20'))), [], 'what nobody was told of')
  })

  test('is told as it becomes when what a report shows of it changes', () => {
    const fields = { amountCents: 50_00n }
    const told = tellReaders([move(published(), 'update', on('2026-11-28'), { fields })])
    assert.deepEqual(linesOf(told), ['listing.changed shown'])
    assert.equal(told.tellings[0]?.shown?.amount, '50.00')
    assert.equal(told.tellings[0]?.change, 'changed')
  })

  test('is told as it was when it is hidden, to those who could read it until that moment', () => {
    const { told } = published().listing
    const [telling] = suspended().tellings
    assert.deepEqual(
      [telling?.event, telling?.change, telling?.on, telling?.isShown],
      ['listing.changed', 'suspended', '2026-11-28', false],
    )
    assert.ok(told?.shown)
    assert.deepEqual(telling?.shown, told.shown)
    assert.equal(telling?.untilMs, on('2026-11-28').nowMs)
  })

  test('is told of once while it stays hidden, and its end to those who could read it before', () => {
    const hidden = keptOf(suspended())
    assert.deepEqual(linesOf(tellReaders([move(hidden, 'update', on('2026-12-01'), {})])), [])
    const released = tellReaders([move(hidden, 'release', on('2026-12-02'), {})])
    assert.deepEqual(linesOf(released), ['listing.released hidden'])
    assert.equal(released.tellings[0]?.untilMs, on('2026-11-28').nowMs)
  })

  test('is told as changed when it is shown again, and as published after a new notice', () => {
    const resumed = tellReaders([move(keptOf(suspended()), 'resume', on('2026-12-01'), {})])
    assert.deepEqual(linesOf(resumed), ['listing.changed shown'])
    assert.equal(keptOf(resumed).listing.told?.untilMs, undefined)
    const raised = tellReaders([move(published(), 'raise', on('2026-11-28'), {})])
    assert.deepEqual(linesOf(raised), ['listing.changed hidden'])
    const noticed = { ...keptOf(raised).listing, state: 'waiting' as const, publishOn: '2026-12-11' as Day }
    const again = tellReaders([caughtUp(draftOf(noticed), on('2026-12-11'))])
    assert.deepEqual(linesOf(again), ['listing.published shown'])
  })

  test('is told as published when the end of a suspension is what first shows it', () => {
    const unseen = draftOf({ ...waiting().listing, state: 'suspended' })
    const told = tellReaders([move(unseen, 'resume', on('2026-12-01'), {})])
    assert.deepEqual(linesOf(told), ['listing.published shown'])
    assert.equal(told.tellings[0]?.change, 'published')
  })

  test('is told as paid, from the moment at which that is recorded, though its reminder was due before', () => {
    const paidOn = '2026-11-28' as Day
    const late = on('2026-12-10')
    const paid = caughtUp(move(published(), 'pay', late, { on: paidOn, fields: { paidOn } }), late)
    assert.deepEqual(
      paid.entries.map((one) => `${one.change} ${one.on}`),
      ['paid 2026-11-28', 'release_reminded 2026-12-02'],
    )
    const told = tellReaders([paid])
    assert.deepEqual(linesOf(told), ['listing.changed hidden'])
    assert.deepEqual([told.tellings[0]?.change, told.tellings[0]?.untilMs], ['paid', late.nowMs])
  })
})

describe('a debt with a guarantor', () => {
  const guarantor = (changes: Partial<Listing> = {}): Draft =>
    draftOf({ ...waiting('12345678909').listing, id: 'G1', principalId: 'L1', ...changes })
  /** `party event day`, and the version of the principal where that made the difference. */
  const partiesOf = ({ tellings }: ReturnType<typeof tellReaders>) =>
    tellings.map(({ listing, event, on: day, principalVersion }) =>
      [listing.id, event, day, ...(principalVersion === undefined ? [] : [`by ${principalVersion}`])].join(
        ' ',
      ),
    )
  const publishedFrom = (principal: string, ofGuarantor: string) => {
    const drafts = [
      draftOf({ ...waiting().listing, publishOn: principal as Day }),
      guarantor({ publishOn: ofGuarantor as Day }),
    ]
    return tellReaders(drafts.map((one) => caughtUp(one, on('2026-12-05'))))
  }
  /** Both published, as they are kept. */
  const published = (): [Draft, Draft] => {
    const [principal, backing] = publishedFrom('2026-11-27', '2026-11-27').drafts
    assert.ok(principal && backing)
    return [draftOf(principal.listing), draftOf(backing.listing)]
  }

  test('is told of each from the day on which both notices have run, however late that is recorded', () => {
    assert.deepEqual(partiesOf(publishedFrom('2026-11-27', '2026-11-27')), [
      'L1 listing.published 2026-11-27',
      'G1 listing.published 2026-11-27 by 3',
    ])
    assert.deepEqual(partiesOf(publishedFrom('2026-11-27', '2026-11-30')), [
      'L1 listing.published 2026-11-27',
      'G1 listing.published 2026-11-30',
    ])
    assert.deepEqual(partiesOf(publishedFrom('2026-11-30', '2026-11-27')), [
      'L1 listing.published 2026-11-30',
      'G1 listing.published 2026-11-30 by 3',
    ])
  })

  test('is told of as hidden and shown again with its principal', () => {
    const [principal, backing] = published()
    const hidden = tellReaders([move(principal, 'suspend', on('2026-12-06'), {}), backing])
    assert.deepEqual(linesOf(hidden), ['listing.changed hidden', 'listing.changed hidden'])
    assert.deepEqual(partiesOf(hidden), [
      'L1 listing.changed 2026-12-06',
      'G1 listing.changed 2026-12-06 by 4',
    ])
    const [suspended, unseen] = hidden.drafts.map(({ listing }) => draftOf(listing))
    assert.ok(suspended && unseen)
    const shown = tellReaders([move(suspended, 'resume', on('2026-12-07'), {}), unseen])
    assert.deepEqual(linesOf(shown), ['listing.changed shown', 'listing.changed shown'])
  })

  test('is told of no more than the guarantor’s own change', () => {
    const [principal, backing] = published()
    const told = tellReaders([principal, move(backing, 'suspend', on('2026-12-06'), {})])
    assert.deepEqual(partiesOf(told), ['G1 listing.changed 2026-12-06'])
  })

  test('ends for both when a load ends the principal’s, and for the guarantor alone when it ends that', () => {
    const endedBy = (id: string) =>
      partiesOf(tellReaders(published(), { ...on('2026-12-06'), lapsed: new Map([[id, 7]]) }))
    assert.deepEqual(endedBy('L1').toSorted(), [
      'G1 listing.expired 2026-12-06',
      'L1 listing.expired 2026-12-06',
    ])
    assert.deepEqual(endedBy('G1'), ['G1 listing.expired 2026-12-06'])
  })

  test('ends for each once, by its own end', () => {
    const [principal, backing] = published()
    const expired = tellReaders(published().map((one) => caughtUp(one, on('2032-01-01'))))
    assert.deepEqual(partiesOf(expired), ['G1 listing.expired 2031-03-11', 'L1 listing.expired 2031-03-11'])
    const debt = { principal: move(principal, 'release', on('2026-12-06'), {}), guarantors: [backing] }
    const followed = guarantorsFollow(debt, on('2026-12-06'))
    assert.deepEqual(partiesOf(tellReaders([followed.principal, ...followed.guarantors])), [
      'G1 listing.released 2026-12-06',
      'L1 listing.released 2026-12-06',
    ])
  })

  test('is told of as a whole', () => {
    const alone = caughtUp(guarantor(), on('2026-12-05'))
    assert.throws(() => tellReaders([alone]), /as a whole/)
  })
})
