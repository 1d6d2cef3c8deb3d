import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { at, done, someListing, someMeans, toldBy, unpublished } from '../../testing/listings/some-debt.ts'
import { draftOf, type Listing } from './listing.ts'
import { decideApproval, decideReviewRefusal, withReview } from './review.ts'

const operator = at('2026-12-01', 'operator:ana')
const draft = (of: Partial<Listing>) => draftOf(someListing(of))
const toLookAt = ({ listing }: { readonly listing: Listing }) => [listing.review, ...listing.moreReviews]

describe('what the operator looks at', () => {
  test('comes after what waits already, and once', () => {
    const waiting = draft({ review: 'minor', moreReviews: ['city_differs'] })
    const more = withReview(waiting, ['minor', 'letter_returned'])
    assert.deepEqual(toLookAt(more), ['minor', 'city_differs', 'letter_returned'])
    assert.deepEqual(toLookAt(withReview(draft({}), ['letter_returned'])), ['letter_returned'])
  })
})

describe('the operator takes', () => {
  test('one cause, and the history names it with the operator’s words; the next waits', () => {
    const held = draft({ ...unpublished, state: 'received', review: 'minor', moreReviews: ['city_differs'] })
    const taken = done(decideApproval(held, 'visto', someMeans, operator))
    assert.deepEqual(toldBy(taken), ['2026-12-01 reviewed received operator:ana minor: visto'])
    assert.deepEqual([toLookAt(taken), taken.listing.reviewed], [['city_differs'], ['minor']])
  })

  test('what is held without a cause, and it goes to its notice', () => {
    const held = draft({ ...unpublished, state: 'received', reviewed: ['minor'] })
    const { listing } = done(decideApproval(held, 'visto', someMeans, operator))
    assert.deepEqual([listing.state, listing.reviewed], ['notice_queued', ['minor']])
  })
})

test('what the operator does not take, once it was shown, ends for the reason of its review, in the operator’s words', () => {
  for (const [review, reason] of [
    ['letter_returned', '17'],
    ['contact_corrected', '05'],
    ['minor', '21'],
    ['birth_date_differs', '21'],
  ] as const) {
    const ended = done(decideReviewRefusal(draft({ state: 'suspended', review }), 'não é ele', operator))
    assert.deepEqual(toldBy(ended), [`2026-12-01 released released operator:ana ${reason}: não é ele`])
    assert.equal(ended.listing.release, reason)
  }
})
