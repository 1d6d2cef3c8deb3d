import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isDistress, isHeavierStatus, specialStandingOf } from './registration-standing.ts'

test('classifies a special status by its words, with or without accents, and anything unknown as other', () => {
  for (const [status, standing] of [
    ['EM RECUPERACAO JUDICIAL', 'reorganisation'],
    ['Em Recuperação Judicial', 'reorganisation'],
    ['RECUPERACAO EXTRA-JUDICIAL', 'reorganisation'],
    ['CONCORDATA', 'reorganisation'],
    ['FALIDO', 'bankruptcy'],
    ['MASSA FALIDA', 'bankruptcy'],
    ['DECRETACAO DE FALENCIA, EM LIQUIDACAO', 'bankruptcy'],
    ['LIQUIDAÇÃO EXTRAJUDICIAL', 'liquidation'],
    ['INICIO DE INTERVENCAO', 'intervention'],
    ['TERMINO DE INTERVENCAO', 'other'],
    ['ENCERRAMENTO DE FALENCIA', 'other'],
    ['ESPOLIO', 'other'],
    ['********', 'none'],
    ['', 'none'],
    ['Nenhuma', 'none'],
  ] as const)
    assert.equal(specialStandingOf(status), standing, status)
})

test('ranks distress above any other special status, and that above none', () => {
  assert.ok(isHeavierStatus('FALIDO', 'EM RECUPERACAO JUDICIAL'))
  assert.ok(isHeavierStatus('EM RECUPERACAO JUDICIAL', 'ESPOLIO'))
  assert.ok(isHeavierStatus('ESPOLIO', 'NENHUMA'))
  assert.ok(!isHeavierStatus('FALIDO', 'FALENCIA'))
  const all = ['bankruptcy', 'liquidation', 'intervention', 'reorganisation', 'other', 'none'] as const
  assert.deepEqual(all.filter(isDistress), all.slice(0, 4))
})
