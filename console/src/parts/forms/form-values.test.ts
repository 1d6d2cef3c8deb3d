import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bodyOf } from './form-values.ts'

test('a body holds what was filled in, nested as the contract has it', () => {
  assert.deepEqual(
    bodyOf({ name: ' ANA ', contractId: '  ', 'address.city': 'RECIFE', 'address.state': 'PE' }),
    {
      name: 'ANA',
      address: { city: 'RECIFE', state: 'PE' },
    },
  )
})
