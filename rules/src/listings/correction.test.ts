import assert from 'node:assert/strict'
import {
  type ListingChange,
  type ListingState,
  type RefusalCode,
  type ReleaseReason,
  refusalReasons,
  releaseReasons,
} from '@lastro/contract/listings/listing-codes.ts'
import { describe, test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { correctedFields, correctionsIn, isWrongEnd, wrongVersions } from './correction.ts'
import type { Draft, HistoryEntry, Listing, ShownListing } from './listing.ts'

const shown: ShownListing = {
  section: 'listingP',
  occurrenceDate: '2026-03-10',
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1',
  creditorName: 'LOJA LTDA',
  amount: '1520.33',
  legalSquare: 'SAO PAULO',
  federalUnit: 'SP',
  principal: 'true',
  flagSubJudice: 'false',
}

const entry = (
  version: number,
  change: ListingChange,
  state: ListingState,
  of: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  version,
  change,
  state,
  atMs: 0,
  on: '2026-11-27' as Day,
  actor: 'bureau',
  cause: undefined,
  ...of,
})

const draft = (of: Partial<Listing>, ...entries: HistoryEntry[]): Draft => ({
  keptVersion: 1,
  listing: { id: 'L1', publishedOn: '2026-11-27', ...of } as Listing,
  entries,
  steps: [],
  notices: [],
})

const changesOf = (of: Draft, principal?: Draft) => correctionsIn(of, principal).map(({ change }) => change)

describe('which ends say that what was shown was wrong', () => {
  const wrong = ['04', '05', '08', '09', '10', '11', '13', '18', '21', '22', '40', '45', '96']

  for (const reason of Object.keys(releaseReasons) as ReleaseReason[]) {
    test(`${reason} ${wrong.includes(reason) ? 'does' : 'does not'}, released or withdrawn`, () => {
      for (const change of ['released', 'withdrawn'] as const) {
        const ended = draft({ release: reason }, entry(7, change, change))
        assert.deepEqual(changesOf(ended), wrong.includes(reason) ? [change] : [])
      }
    })
  }

  test('a refusal does where the debt should never have been listed, and not where a notice failed', () => {
    const isWrong = (refusal: RefusalCode) =>
      isWrongEnd({ change: 'refused' }, { refusal, release: undefined })
    assert.deepEqual((Object.keys(refusalReasons) as RefusalCode[]).filter(isWrong).toSorted(), [
      '121',
      'review_refused',
    ])
  })

  test('time, a payment, a suspension and a review do not', () => {
    for (const change of ['expired', 'paid', 'suspended', 'resumed', 'held', 'disputed'] as const) {
      assert.deepEqual(changesOf(draft({}, entry(7, change, 'published'))), [], change)
    }
  })

  test('what nobody could read corrects nobody', () => {
    const ended = draft({ publishedOn: undefined, release: '45' }, entry(7, 'withdrawn', 'withdrawn'))
    assert.deepEqual(changesOf(ended), [])
  })

  test('a guarantor that ends with a principal that was wrong was wrong too, whatever its own reason', () => {
    const principal = draft({ refusal: 'review_refused' }, entry(7, 'refused', 'refused'))
    const follows = { id: 'G1', principalId: 'L1' }
    const released = draft({ ...follows, release: '12' }, entry(6, 'released', 'released'))
    const refused = draft({ ...follows, refusal: '298' }, entry(6, 'refused', 'refused'))
    assert.deepEqual(changesOf(released, principal), ['released'])
    assert.deepEqual(changesOf(refused, principal), ['refused'])
    const paid = draft({ release: '01' }, entry(7, 'released', 'released'))
    assert.deepEqual(
      changesOf(draft({ ...follows, release: '01' }, entry(6, 'released', 'released')), paid),
      [],
    )
  })
})

describe('which updates do', () => {
  test('those of what a report shows, by the part that changed', () => {
    const updated = (cause: string | undefined) =>
      changesOf(draft({}, entry(7, 'changed', 'published', { cause })))
    for (const cause of ['debt', 'amount', 'subJudice', 'address', 'contact,subJudice']) {
      assert.deepEqual(updated(cause), ['changed'], cause)
    }
    for (const cause of ['contact', 'birthDate', undefined]) assert.deepEqual(updated(cause), [])
  })

  test('whatever is shown otherwise is a field that was wrong, of the value where it is lower', () => {
    const fields: Partial<ShownListing>[] = [
      { amount: '1520.32' },
      { occurrenceDate: '2026-03-09' },
      { federalUnit: 'RJ' },
      { legalSquare: 'CAMPINAS' },
      { section: 'listingR' },
      { legalNatureId: 'CT' },
      { legalNature: 'CRED CARTAO' },
      { principal: 'false' },
      { creditorName: 'OUTRA LTDA' },
      { contractId: 'CT-2' },
      { flagSubJudice: 'true' },
    ]
    for (const change of fields) {
      const [field = ''] = Object.keys(change)
      const corrected = correctedFields(shown, { ...shown, ...change })
      const before = shown[field as keyof ShownListing]
      assert.deepEqual(corrected, [{ field, before, after: Object.values(change)[0] }])
    }
  })

  test('what was not shown before, or is not any more, has one side alone', () => {
    const { federalUnit: _, ...without } = shown
    assert.deepEqual(correctedFields(shown, without), [{ field: 'federalUnit', before: 'SP' }])
    assert.deepEqual(correctedFields(without, shown), [{ field: 'federalUnit', after: 'SP' }])
  })

  test('a higher value is none, however many digits it has; what changes beside it still is', () => {
    assert.deepEqual(correctedFields(shown, { ...shown, amount: '10000.00' }), [])
    const both = correctedFields(shown, { ...shown, amount: '10000.00', occurrenceDate: '2026-03-01' })
    assert.deepEqual(
      both.map(({ field }) => field),
      ['occurrenceDate'],
    )
  })
})

describe('which versions showed it', () => {
  const published = entry(5, 'published', 'published', { shown })
  const raised = entry(6, 'changed', 'notice_queued', {
    shown: { ...shown, amount: '9000.00' },
    cause: 'amount',
  })

  test('every one that could be read and differs', () => {
    const lowered = entry(8, 'changed', 'published', { shown: { ...shown, amount: '10.00' } })
    const suspended = entry(7, 'suspended', 'suspended', { shown })
    const history = [entry(4, 'waiting', 'waiting', { shown }), published, raised, suspended, lowered]
    assert.deepEqual(wrongVersions(history, lowered), [4, 5, 7], 'a suspension is told with what it said')
    const unread = entry(7, 'waiting', 'waiting', { shown: { ...shown, amount: '9000.00' } })
    assert.deepEqual(wrongVersions([published, raised, unread, lowered], lowered), [5], 'not before its day')
  })

  test('none, where a value that nobody saw is taken back', () => {
    const back = entry(7, 'changed', 'notice_queued', { shown })
    assert.deepEqual(wrongVersions([published, raised, back], back), [])
  })

  test('all of them, where the listing should not have been shown', () => {
    const ended = entry(7, 'released', 'released', { shown })
    assert.deepEqual(wrongVersions([published, raised, ended], ended), [5])
  })

  test('one that shows as much since an earlier correction is right', () => {
    const lower = { ...shown, amount: '10.00' }
    const lowered = entry(6, 'changed', 'published', { shown: lower })
    const moved = entry(7, 'changed', 'published', { shown: { ...lower, federalUnit: 'RJ' } })
    const same = entry(8, 'changed', 'published', { shown: { ...lower, federalUnit: 'RJ' } })
    assert.deepEqual(wrongVersions([published, lowered, moved, same], moved), [5, 6])
    assert.deepEqual(wrongVersions([published, lowered, moved, same], same), [5, 6])
  })

  test('what was written before this was kept passes for wrong', () => {
    const unknown = entry(5, 'published', 'published')
    const lowered = entry(6, 'changed', 'published', { shown })
    assert.deepEqual(wrongVersions([unknown, lowered], lowered), [5])
    const unknownToo = entry(6, 'changed', 'published')
    assert.deepEqual(wrongVersions([published, unknownToo], unknownToo), [5], 'what put it right is not')
  })
})
