import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchPdf } from './pdf.ts'

test('the benchmark of documents runs, and a longer report takes longer', async () => {
  const [typical, long] = await benchPdf(3)
  assert.ok(typical !== undefined && long !== undefined)
  assert.ok(typical.pdfMs > 0 && typical.pdfMs < long.pdfMs)
  assert.ok(typical.kilobytes < long.kilobytes)
})
