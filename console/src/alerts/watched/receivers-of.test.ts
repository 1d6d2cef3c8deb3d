import assert from 'node:assert/strict'
import { test } from 'vitest'
import { receiversOf } from './receivers-of.ts'

const email = {
  email: 'a@exemplo.com.br',
  events: ['listing.published', 'listing.released'],
  state: 'active',
} as const
const webhook = { events: ['listing.published'], enabled: true } as const
const watch = { documento: '52998224725', events: ['listing.published'] } as const

const countOf = (emails: object, webhooks: object = {}) => {
  const found = receiversOf(
    { ...watch, events: [...watch.events] },
    {
      emails: [{ ...email, events: [...email.events], ...emails }],
      webhooks: [{ ...webhook, events: [...webhook.events], ...webhooks }],
    },
  )
  return [found.emails.length, found.webhooks.length]
}

test('only those count as receivers that would be sent what a document is watched for', () => {
  assert.deepEqual(countOf({}), [1, 1])
  assert.deepEqual(countOf({ documents: ['52998224725'] }), [1, 1])
  assert.deepEqual(countOf({ documents: ['12345678909'] }), [0, 1], 'another document')
  assert.deepEqual(countOf({ state: 'unconfirmed' }), [0, 1], 'not confirmed')
  assert.deepEqual(countOf({ state: 'paused' }), [0, 1], 'paused')
  assert.deepEqual(countOf({ events: ['listing.released'] }, { events: [] }), [0, 0], 'other events')
  assert.deepEqual(countOf({}, { enabled: false }), [1, 0], 'switched off')
})
