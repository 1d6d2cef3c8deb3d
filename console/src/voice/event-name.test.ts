import assert from 'node:assert/strict'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { test } from 'vitest'
import { eventName } from './event-name.ts'

test('an event is called by what happened, without a full stop', () => {
  assert.equal(eventName('listing.changed', 'pt'), 'Uma dívida publicada mudou')
  assert.equal(eventName('listing.changed', 'en'), 'A published debt changed')
  for (const event of alertEventNames) assert.doesNotMatch(eventName(event, 'pt'), /[._]/)
})

test('one that this console does not know has no code on the screen', () => {
  assert.equal(eventName('moon.landed', 'pt'), 'Outro acontecimento')
})
