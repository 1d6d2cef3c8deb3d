import assert from 'node:assert/strict'
import { test } from 'vitest'
import { DatabaseFault, type DatabaseHost } from './database-address.ts'
import { primaryHost } from './primary-host.ts'

const one: DatabaseHost = { host: 'one', port: 1 }
const two: DatabaseHost = { host: 'two', port: 2 }
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('one host alone is not looked for', async () => {
  const primary = primaryHost([one], () => assert.fail('It was tried'))
  primary.forget(one)
  assert.equal(await primary.find(), one)
})

test('a host that never answers holds up nobody', async () => {
  const primary = primaryHost([one, two], ({ host }) =>
    host === 'one' ? new Promise(() => undefined) : Promise.resolve(),
  )
  assert.equal(await primary.find(), two)
})

test('one that said no and is promoted is found while another is still silent', async () => {
  const refusals: DatabaseHost[] = []
  const primary = primaryHost([one, two], async (host) => {
    if (host === one) return await new Promise(() => undefined)
    if (refusals.push(host) < 3) throw refused
  })
  assert.equal(await primary.find(), two)
})

test('what is still tried is let go once a host is found, or none will do', async () => {
  const held: AbortSignal[] = []
  const primary = primaryHost([one, two], async ({ host }, over) => {
    held.push(over)
    if (host === 'one') await new Promise(() => undefined)
  })
  await primary.find()
  assert.deepEqual(
    held.map(({ aborted }) => aborted),
    [true, true],
  )
})

test('who looks at the same time looks once, and what was found is kept until it is forgotten', async () => {
  const tried: string[] = []
  let leader = one
  const primary = primaryHost([one, two], async (host) => {
    tried.push(host.host)
    if (host !== leader) throw refused
  })
  assert.deepEqual(await Promise.all([primary.find(), primary.find()]), [one, one])
  assert.deepEqual(tried, ['one', 'two'])
  leader = two
  primary.forget(two)
  assert.equal(await primary.find(), one)
  primary.forget(one)
  assert.equal(await primary.find(), two)
})

test('where none will do, the host that said why is heard, and the next look is a new one', async () => {
  const fault = new DatabaseFault({ pt: 'só leitura', en: 'read-only' })
  let isPromoted = false
  const primary = primaryHost([one, two], async (host) => {
    if (host === one) throw refused
    if (!isPromoted) throw fault
  })
  await assert.rejects(primary.find(), fault)
  isPromoted = true
  assert.equal(await primary.find(), two)
})
