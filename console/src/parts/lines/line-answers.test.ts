import assert from 'node:assert/strict'
import { test } from 'vitest'
import { modelCsv, refusedLine } from './line-answers.ts'

const fieldOfRule = (code: string) => (code === '057' ? 'amount' : undefined)

test('a line that was taken is not refused; one that a rule refused is told with its field', () => {
  assert.equal(
    refusedLine({ line: 1, status: 'created', id: 'a', state: 'received' }, fieldOfRule),
    undefined,
  )
  const refused = (code: string) =>
    refusedLine({ line: 2, status: 'refused', id: 'b', refusal: { code, reason: 'x' } }, fieldOfRule)
  assert.deepEqual(refused('057'), { line: 2, faults: [{ field: 'amount', code: '057', message: 'x' }] })
  assert.deepEqual(refused('debt_ended')?.faults[0]?.field, '')
})

test('an unreadable line keeps all of its faults', () => {
  const errors = [
    { field: 'amount', code: 'format', message: 'x' },
    { field: 'name', code: 'required', message: 'y' },
  ]
  const line = refusedLine({ line: 3, status: 'invalid', errors }, fieldOfRule)
  assert.deepEqual(line, { line: 3, faults: errors })
})

test('a model has a cell for every column, filled where there is an example', () => {
  const csv = modelCsv(['documento', 'name', 'until'], { documento: '1', name: 'A "B"' })
  assert.equal(csv, '"documento","name","until"\r\n"1","A ""B""",""\r\n')
})
