import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchPdf, isInTime } from './pdf.ts'

test('the benchmark of documents runs, and a longer report is larger', async () => {
  const [typical, long] = await benchPdf(3)
  assert.ok(typical !== undefined && long !== undefined)
  assert.ok(typical.pdfMs > 0 && long.pdfMs > 0)
  assert.ok(typical.kilobytes < long.kilobytes)
})

test('a document is in time when the usual one of each length is', () => {
  const figures = { bestMs: 1, cpuMs: 1, htmlMs: 1, kilobytes: 1 }
  const taking = (typicalMs: number, longMs: number) =>
    isInTime([
      { ...figures, debts: 5, pdfMs: typicalMs },
      { ...figures, debts: 500, pdfMs: longMs },
    ])
  assert.ok(taking(10, 30))
  assert.ok(!taking(11, 30))
  assert.ok(!taking(10, 31))
})
