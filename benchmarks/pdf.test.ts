import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchPdf, pdfFaults } from './pdf.ts'

test('the benchmark of documents runs, and a longer report is a longer file', async () => {
  const [typical, long] = await benchPdf(3)
  assert.ok(typical !== undefined && long !== undefined)
  assert.ok(typical.pdfMs > 0 && long.pdfMs > 0)
  assert.ok(typical.kilobytes < long.kilobytes)
})

test('a document is in time when the usual one of each length is', () => {
  const figures = { bestMs: 1, cpuMs: 1, htmlMs: 1, kilobytes: 1 }
  const taking = (typicalMs: number, longMs: number) =>
    pdfFaults([
      { ...figures, debts: 5, pdfMs: typicalMs },
      { ...figures, debts: 500, pdfMs: longMs },
    ])
  assert.deepEqual(taking(10, 30), [])
  assert.deepEqual(taking(11, 30), ['a PDF of 5 debts takes longer than 10 ms'])
  assert.deepEqual(taking(10, 31), ['a PDF of 500 debts takes longer than 30 ms'])
})
