import assert from 'node:assert/strict'
import { people } from '@lastro/service/features/sandbox/people.ts'
import { afterAll, test } from 'vitest'
import { talking } from '../../testing/talking.ts'
import { isProblem } from '../problem.ts'

const { lastro, close } = await talking()
afterAll(close)

const documentOf = (title: string) => people.find((one) => one.title.en === title)?.document ?? assert.fail()

test('a report comes with what its headers tell', async () => {
  const first = await lastro.reports.query('relatorioBasico', { documento: '123.456.789-09' })
  assert.equal(first.result.document, '12345678909')
  assert.deepEqual([first.status, first.billed, first.billingReason], [200, true, 'new_query'])
  assert.deepEqual([first.replayed, first.degradedSections], [false, []])
  assert.deepEqual(Object.keys(first.sources), [
    'registration',
    'listingP',
    'listingR',
    'collectionRecords',
    'check',
    'notary',
  ])
  assert.deepEqual(first.sources.registration, [{ name: 'sandbox.registry', date: '2026-11-16' }])
  assert.match(first.sourcesText, /^registration=sandbox\.registry@2026-11-16, listingP=/)
  const again = await lastro.reports.query('relatorioBasico', { documento: '12345678909' })
  assert.deepEqual(
    [again.billed, again.billingReason, again.replayed],
    [false, 'repeat_within_window', false],
  )
  assert.notEqual(again.requestId, first.requestId)
})

test('a section that was not answered is named', async () => {
  const answer = await lastro.reports.query('relatorioBasico', { documento: documentOf('Error in listingR') })
  assert.deepEqual([answer.status, answer.degradedSections], [203, ['listingR']])
  assert.equal(answer.sources.listingR, undefined)
  assert.ok(answer.result.report.negativeData?.listingR?.error?.code)
})

test('the same report comes as a page and on paper, under one key, billed once', async () => {
  const query = { documento: '52998224725' }
  const { billed, unbilled } = (await lastro.account.usage()).total
  const { idempotencyKey, result } = await lastro.reports.query('cadastral', query)
  const page = await lastro.reports.query('cadastral', query, { format: 'html', idempotencyKey })
  const paper = await lastro.reports.query('cadastral', query, { format: 'pdf', idempotencyKey })
  assert.match(page.result, /^<!doctype html>/i)
  assert.ok(page.result.includes(result.report.registration?.consumerName ?? assert.fail()))
  assert.equal(paper.result.type, 'application/pdf')
  assert.equal(await paper.result.slice(0, 5).text(), '%PDF-')
  assert.deepEqual([page.replayed, paper.replayed], [true, true])
  assert.equal(page.sourcesText, 'registration=sandbox.registry@2026-11-16')
  assert.equal(paper.sourcesText, page.sourcesText)
  const after = (await lastro.account.usage()).total
  assert.deepEqual([after.billed, after.unbilled], [billed + 1, unbilled], 'a download counts as nothing')
})

test('a refusal is a problem, whatever the format', async () => {
  for (const format of ['json', 'html', 'pdf'] as const)
    await assert.rejects(
      lastro.reports.query('cadastral', { documento: '11111111111' }, { format }),
      (error) => isProblem(error, 'document_invalid'),
    )
})

test('the purpose is said, and one that the law does not know is refused', async () => {
  const query = { documento: '52998224725' }
  assert.equal((await lastro.reports.query('cadastral', query, { purpose: 'credit_grant' })).status, 200)
  await assert.rejects(
    lastro.reports.query('cadastral', query, { purpose: 'curiosity' as 'credit_grant' }),
    (error) => isProblem(error, 'purpose_not_allowed'),
  )
})
