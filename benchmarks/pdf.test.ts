import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchPdf } from './pdf.ts'

test('the benchmark of documents runs, and a longer report is a longer file', async () => {
  const [typical, long] = await benchPdf(3)
  assert.ok(typical !== undefined && long !== undefined)
  assert.ok(typical.pdfMs > 0 && long.pdfMs > 0)
  assert.ok(typical.kilobytes < long.kilobytes)
})
