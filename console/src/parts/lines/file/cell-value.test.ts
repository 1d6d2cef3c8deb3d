import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cellValue } from './cell-value.ts'

const table = [
  ['amount', '1.234,56', '1234.56'],
  ['amount', 'R$ 1.234,5', '1234.50'],
  ['amount', '1520', '1520.00'],
  ['amount', '1520.33', '1520.33'],
  // Nobody can tell what these are.
  ['amount', '1,520.33', '1,520.33'],
  ['amount', '-10,00', '-10,00'],
  ['amount', '1.50', '1.50'],
  ['day', '31/12/2026', '2026-12-31'],
  ['day', '1/3/2026', '2026-03-01'],
  ['day', '31-12-2026', '2026-12-31'],
  ['day', '31.12.2026', '2026-12-31'],
  ['day', '2026-12-31', '2026-12-31'],
  ['day', '31/12/2026 00:00:00', '2026-12-31'],
  ['day', '2026-12-31T00:00:00', '2026-12-31'],
  // Months first, two digits of a year, an hour of the day: left to be refused.
  ['day', '12/31/2026', '12/31/2026'],
  ['day', '31/12/26', '31/12/26'],
  ['day', '31/12/2026 14:30', '31/12/2026 14:30'],
  ['day', '46112', '46112'],
  ['digits', '01001-000', '01001000'],
  ['digits', '01.001-000', '01001000'],
  ['digits', 'CEP', 'CEP'],
  ['phone', '(11) 99999-0000', '11999990000'],
  ['phone', '+55 11 99999-0000', '+5511999990000'],
  ['phone', 'ramal 3', 'ramal 3'],
  ['capitals', 'sp', 'SP'],
  [undefined, '  ANA\r\nCLARA ', 'ANA CLARA'],
  [undefined, '', ''],
  // What our own file of refused lines puts before a formula goes again.
  ['phone', "'+55 11 99999-0000", '+5511999990000'],
  [undefined, "'=SUM(A1)", '=SUM(A1)'],
  [undefined, "D'AVILA", "D'AVILA"],
  [undefined, "'AVILA", "'AVILA"],
] as const

for (const [spelling, cell, expected] of table) {
  test(`as ${spelling ?? 'text'}, ${JSON.stringify(cell)} is ${JSON.stringify(expected)}`, () => {
    assert.equal(cellValue(cell, spelling), expected)
  })
}
