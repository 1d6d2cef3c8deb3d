import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { sandboxCreditor, TestClock } from '../../../../testing/services/listing-service.ts'

/** Run again by time-zones.system.test.ts with the process in other zones. */
describe('midnight is São Paulo’s', async () => {
  const clock = new TestClock('2026-11-16T23:59:59-03:00')
  const creditor = await sandboxCreditor('sqlite', clock)
  afterAll(creditor.service.close)

  test('a notice delivered a second before midnight counts from that day', async () => {
    const before = await creditor.insert({ contractId: 'BEFORE' })
    assert.equal(before.at('result.noticeDeliveredOn'), '2026-11-16')
    assert.equal(before.at('result.publishOn'), '2026-11-27')
    clock.add(1_000)
    const later = await creditor.insert({ contractId: 'AFTER' })
    assert.equal(later.at('result.noticeDeliveredOn'), '2026-11-17')
    assert.equal(later.at('result.receivedAt'), '2026-11-17T00:00:00-03:00')
  })

  test('a debt that falls due today is not yet overdue, a second after midnight it is', async () => {
    const { session, service } = creditor
    const set = (now: string) => service.call('/sandbox/relogio', { body: { now }, as: session })
    await set('2026-11-18T23:59:59-03:00')
    const due = { dueDate: '2026-11-18', contractId: 'DUE' }
    assert.equal((await creditor.insert(due)).at('refusal.code'), '016')
    await set('2026-11-19T00:00:00-03:00')
    assert.equal((await creditor.insert(due)).status, 201)
  })

  test('it is shown from the first second of its day, and to the last second of its last', async () => {
    const { session, service } = creditor
    const isShown = async (now: string) => {
      const moved = await service.call('/sandbox/relogio', { body: { now }, as: session })
      assert.equal(moved.status, 200, moved.text)
      return (await creditor.report()).items.some((one) => one.contractId === 'BEFORE')
    }
    assert.equal(await isShown('2026-11-26T23:59:58-03:00'), false)
    assert.equal(await isShown('2026-11-27T03:00:00Z'), true)
    assert.equal(await isShown('2031-03-11T02:59:58Z'), true)
    assert.equal(await isShown('2031-03-11T03:00:00Z'), false)
  })
})
