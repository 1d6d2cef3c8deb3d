import assert from 'node:assert/strict'
import { test } from 'vitest'
import { targetOnRecord } from './target-on-record.ts'

test('an act says what it was about by its id, whatever digits chance gave that', () => {
  for (const id of [
    'fon_2a112824-3011-4953-9534-c80670494a10',
    'cli_iABZm2fUJ1QW_9vA',
    'oc_4mQb0V0mJ2p3c5XyT1n7aRkd',
    'receita.empresas',
  ])
    assert.equal(targetOnRecord(id), id)
})

test('what was put where an id belongs is not on record if it names somebody or opens something', () => {
  for (const text of [
    '',
    '52998224725',
    'cli_529.982.247-25',
    'fon_2a112824-3011-4953-9534-c80670494a10.52998224725',
    'ana@exemplo.com.br',
    'lk_live_abcdefgh',
    'ls_abcdefgh',
    'lat_abcdefgh',
    'lrt_abcdefgh',
    'whsec_abcdefgh',
    'a'.repeat(201),
  ])
    assert.equal(targetOnRecord(text), undefined, text)
  assert.equal(targetOnRecord(undefined), undefined)
})
