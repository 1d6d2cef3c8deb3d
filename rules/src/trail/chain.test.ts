import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { DocumentNumber } from '../documents/document-number.ts'
import { brokenPlace, chainStart, type Link, linkOf, readRecord, recordText } from './chain.ts'
import { checkCode, codeOfRecorded, readCode, recordCode } from './check-code.ts'
import type { ConsultationDraft } from './consultation.ts'

const draft = (over: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: 1_800_000_000_000,
  clientId: 'cli_a',
  purpose: 'credit_analysis',
  document: '52998224725' as DocumentNumber,
  product: 'relato',
  features: 'SANCOES',
  listings: 'l1:2',
  address: '203.0.113.7',
  requestId: 'req-1',
  outcome: 'answered',
  priceCents: 150,
  key: 'k',
  repeatWindowMs: 0,
  ...over,
})
const start = { number: 0, hash: chainStart }
const drafts = [draft({ atMs: 2_000 }), draft({ atMs: 1_000, requestId: 'req-2' }), draft({ atMs: 3_000 })]
const link = linkOf('production', start, drafts, ['billed', 'repeat', 'unbilled'])

test('a record is one line whose fields stand in their order, and reads back', () => {
  const text = recordText(draft(), 'billed')
  assert.equal(
    text,
    '[1800000000000,"cli_a","credit_analysis","52998224725","relato","SANCOES","l1:2","203.0.113.7","req-1","answered",1,150,"k"]',
  )
  const { priceCents: _, repeatWindowMs: __, ...fields } = draft()
  assert.deepEqual(readRecord(text), { ...fields, billed: true, cents: 150 })
  const named = { ...draft(), userId: 'usr_1' }
  assert.equal(recordText(named, 'billed'), `${text.slice(0, -1)},"usr_1"]`)
  assert.deepEqual(readRecord(recordText(named, 'billed')), { ...readRecord(text), userId: 'usr_1' })
  assert.ok(!('userId' in readRecord(text)))
  for (const billing of ['repeat', 'unbilled'] as const) {
    const { billed, cents } = readRecord(recordText(draft(), billing))
    assert.deepEqual([billed, cents], [false, 0])
  }
})

test('a reopening says which query it opened, by whom where it was a person, and changes no other record', () => {
  const opened = { ...draft(), outcome: 'reopened', priceCents: undefined, reopens: 'req-0' }
  const { priceCents: _, repeatWindowMs: __, ...fields } = opened
  const nobody = recordText(opened, 'unbilled')
  assert.match(nobody, /,"k",null,"req-0"\]$/)
  assert.deepEqual(readRecord(nobody), { ...fields, billed: false, cents: 0 })
  const named = { ...opened, userId: 'usr_1' }
  assert.deepEqual(readRecord(recordText(named, 'unbilled')), {
    ...fields,
    userId: 'usr_1',
    billed: false,
    cents: 0,
  })
})

test('a link says when its records begin and end, in whatever order they came', () => {
  assert.deepEqual([link.number, link.firstAtMs, link.lastAtMs], [1, 1_000, 3_000])
  assert.equal(link.records.split('\n').length, 3)
  assert.equal(link.recordHashes.length, 3 * 32)
  assert.equal(chainStart, '0'.repeat(64))
})

test('what nobody has billed is written down as not billed', () => {
  const { records } = linkOf('production', start, [draft()], [])
  assert.equal(readRecord(records).billed, false)
})

test('the hash of a link is written down by those who verify it later, and is what it always was', () => {
  assert.equal(
    linkOf('production', start, [draft({ key: '' })], ['billed']).hash,
    '9bd3833b378862f7df5289e572761e5be723aa086803f12f6076e1cac126ecd8',
  )
  assert.equal(linkOf('sandbox', start, [], []).lastAtMs, 0)
})

test('a number that is not the next is noticed, though its hash was made for it', () => {
  const skipped = linkOf('production', { number: 1, hash: chainStart }, drafts, ['billed'])
  assert.equal(skipped.number, 2)
  assert.equal(brokenPlace('production', start, skipped), 0)
})

test('a link that was left as it is holds, after the one it was chained to', () => {
  assert.equal(brokenPlace('production', start, link), undefined)
  const second = linkOf('production', link, [draft()], ['billed'])
  assert.equal(second.number, 2)
  assert.equal(brokenPlace('production', link, second), undefined)
})

test('whatever is changed of a link is noticed, by its place where that is known', () => {
  const records = link.records.split('\n')
  const swapped = [records[1], records[0], records[2]].join('\n')
  const [first, second, third] = [0, 1, 2].map((at) => link.recordHashes.subarray(at * 32, at * 32 + 32))
  const hashes = (...of: (Buffer | undefined)[]) => Buffer.concat(of.filter((one) => one !== undefined))
  const changed: [Partial<Link>, number][] = [
    [{ number: 2 }, 0],
    [{ number: 0 }, 0],
    [{ firstAtMs: 999 }, 0],
    [{ lastAtMs: 3_001 }, 0],
    [{ hash: chainStart }, 0],
    [{ records: link.records.replace('req-2', 'req-3') }, 1],
    [{ records: swapped }, 0],
    [{ records: swapped, recordHashes: hashes(second, first, third) }, 0],
    [{ records: records.slice(0, 2).join('\n') }, 2],
    [{ records: `${link.records}\n[]` }, 3],
    [{ recordHashes: hashes(first, second) }, 2],
    [{ recordHashes: hashes(first, second, third, third) }, 3],
  ]
  for (const [over, place] of changed)
    assert.equal(brokenPlace('production', start, { ...link, ...over }), place, JSON.stringify(over))
  assert.equal(brokenPlace('sandbox', start, link), 0)
  assert.equal(brokenPlace('production', { number: 0, hash: 'f'.repeat(64) }, link), 0)
})

test('a check code is twelve signs in groups of four, the same for the same record alone', () => {
  const text = recordText(draft(), 'billed')
  assert.equal(checkCode(draft(), 'billed'), recordCode(text))
  assert.match(recordCode(text), /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  // The first sixty bits of SHA-256 of nothing are e3b0c44298fc1c1.
  assert.equal(recordCode(''), 'WERC-8GMR-ZGE1')
  assert.notEqual(checkCode(draft(), 'repeat'), checkCode(draft(), 'billed'))
  const signs = new Set(Array.from({ length: 500 }, (_, at) => recordCode(String(at)).split('')).flat())
  assert.equal([...signs].toSorted().join(''), '-0123456789ABCDEFGHJKMNPQRSTVWXYZ')
})

test('a record that was read back has the code that its report carries, billed or not', () => {
  const costs = [{ source: 'parceiro', paidBy: 'operator', calls: 1, cents: 130 }] as const
  for (const one of [draft(), draft({ userId: 'usr_1' }), draft({ costs })])
    for (const billing of ['billed', 'repeat', 'unbilled'] as const) {
      const read = {
        ...readRecord(recordText(one, billing)),
        environment: 'production',
        number: 1,
        place: 0,
      } as const
      assert.equal(codeOfRecorded(read), checkCode(one, billing))
    }
})

test('a code is read however it was typed', () => {
  for (const typed of ['werc-8gmr-zge1', 'WERC8GMRZGE1', ' werc 8gmr zgeI', 'WERC-8GMR-ZGEl'])
    assert.equal(readCode(typed), 'WERC-8GMR-ZGE1', typed)
  assert.equal(readCode('oO0'), '000')
})

test('what calls cost comes last, reads back, and changes no record that has none', () => {
  const costs = [
    { source: 'parceiro', paidBy: 'operator', calls: 2, cents: 260 },
    { source: 'outro', paidBy: 'client', calls: 1, cents: 0 },
  ] as const
  const text = recordText({ ...draft(), costs }, 'billed')
  const rest = ',null,null,[["parceiro","operator",2,260],["outro","client",1,0]]]'
  assert.equal(text, `${recordText(draft(), 'billed').slice(0, -1)}${rest}`)
  assert.deepEqual(readRecord(text), { ...readRecord(recordText(draft(), 'billed')), costs })
  const named = { ...draft(), userId: 'usr_1', costs }
  assert.deepEqual(readRecord(recordText(named, 'repeat')), {
    ...readRecord(recordText(draft(), 'repeat')),
    userId: 'usr_1',
    costs,
  })
  const chained = linkOf('production', start, [draft(), named], ['billed', 'repeat'])
  assert.equal(brokenPlace('production', start, chained), undefined)
  const cheaper = { ...chained, records: chained.records.replace('260', '160') }
  assert.equal(brokenPlace('production', start, cheaper), 1)
})
