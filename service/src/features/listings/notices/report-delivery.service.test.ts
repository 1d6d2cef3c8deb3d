import assert from 'node:assert/strict'
import { test } from 'vitest'
import { listingsAlone } from '../../../../testing/services/listings-alone.ts'
import { reportDelivery } from './report-delivery.ts'

const { deps, clock, inserted } = await listingsAlone()

test('a mail of a correction that came back is told by post; whatever else is reported is of a notice', async () => {
  const returned: string[] = []
  const corrections = {
    mailReturned: async (id: string) => {
      returned.push(id)
      return 'recorded' as const
    },
  }
  const report = (id: string, of: Parameters<typeof reportDelivery>[2]) =>
    reportDelivery({ ...deps, corrections }, id, of)
  const failed = { kind: 'failed', detail: '5.1.1' } as const
  const delivered = { kind: 'delivered', proof: 'DSN', atMs: clock.nowMs() } as const
  const { notice } = await inserted()
  assert.equal(await report(notice?.id ?? '', failed), 'recorded')
  assert.equal(await report(notice?.id ?? '', failed), 'stale')
  assert.equal(await report('co_1', delivered), 'unknown')
  assert.deepEqual(returned, [])
  assert.equal(await report('co_1', failed), 'recorded')
  assert.deepEqual(returned, ['co_1'])
})
