import assert from 'node:assert/strict'
import { parseDocument, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { readNamedRow } from '../../../testing/invented/data-rows.ts'
import { unpackSanctions } from '../cgu/sanctions.ts'
import { dataSets } from '../data-sets.ts'
import { unpackPublicDebts } from '../pgfn/public-debts.ts'
import { entryTables } from './entries.ts'

/** Anything that can stand between two semicolons, and now and then what should. */
const cell = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.stringMatching(/^\d{0,3}[.,/-]?\d{0,12}$/),
  fc
    .stringMatching(/^\d{9}$/)
    .filter((one) => new Set(one).size > 1)
    .map(withCheckDigits),
  fc
    .stringMatching(/^[0-9A-Z]{8}0001$/)
    .filter((one) => /[1-9A-Z]/.test(one))
    .map(withCheckDigits),
  fc.constantFrom(
    'PRINCIPAL',
    '31/12/2024',
    '99/99/9999',
    '1000.00',
    'x'.repeat(3_000),
    'SIM',
    '***982247**',
  ),
)

for (const { name, files } of dataSets.filter((one) => one.tables === entryTables)) {
  test(`whatever stands in a row of ${name}, it is kept once or set aside, and no CPF with it`, () => {
    for (const kind of files) {
      const columns = kind.columns.kind === 'names' ? kind.columns.names.map(([first = '']) => first) : []
      const row = fc.tuple(...columns.map(() => cell))
      fc.assert(
        fc.property(row, (cells) => {
          const named = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
          const { reason, key, record } = readNamedRow(kind, named)
          assert.equal(reason === undefined, key !== undefined)
          if (key === undefined) return
          const read = name === 'pgfn' ? unpackPublicDebts(key, record) : unpackSanctions('CEIS', key, record)
          assert.equal(read.length, 1)
          const cpfs = cells.filter((one) => one.length === 11 && parseDocument(one).kind === 'document')
          for (const cpf of cpfs) assert.ok(!record.includes(cpf))
        }),
        { numRuns: 300 },
      )
    }
  })
}
