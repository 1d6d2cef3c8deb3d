import assert from 'node:assert/strict'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { onTestFinished, test } from 'vitest'
import { newPlace } from '../../../service/testing/engines.ts'
import { runService } from '../../../service/testing/running-service.ts'
import { creditorOf, debt, personOf } from '../../../service/testing/services/listing-service.ts'
import { residentLastro } from '../../testing/resident-lastro.ts'

const lastroAt = (dataDirectory: string) => {
  const env = { ...process.env, LASTRO_DATA: dataDirectory, LC_ALL: 'en_US.UTF-8', DATABASE_URL: '' }
  return residentLastro(env, dataDirectory)
}

test('the operator reviews, suspends, resumes, records a payment and releases, each on record by name', async () => {
  const place = await newPlace('sqlite')
  const service = await runService({ store: await place.open() })
  onTestFinished(service.close)
  const creditor = creditorOf(service, await service.newSession())
  const lastro = lastroAt(place.dataDirectory)
  const run = (...args: string[]) => lastro(args)
  const did = async (id: string, ...args: string[]) => {
    const [verb = '', ...rest] = args
    const done = await run('listings', verb, id, '--actor', 'Maria', ...rest)
    assert.equal(done.code, 0, done.stderr)
    return done.stdout.trim().split(/\s+/)[1]
  }
  const { clientId } = creditor.session
  const held = { birthDate: undefined } as unknown as Partial<ListingRequest>
  const id = await creditor.inserted(held)

  const queue = await run('listings', 'review', '--env', 'sandbox', '--client', clientId)
  assert.ok(queue.stdout.includes(id) && queue.stdout.includes('birth date'), queue.stdout)
  assert.ok(!queue.stdout.includes('52998224725'), 'a list shows documents masked')
  assert.equal(await did(id, 'approve', '--reason', 'identidade conferida'), 'waiting')
  await creditor.advance('P20D')

  assert.equal(await did(id, 'suspend', '--order', 'Processo 7'), 'suspended')
  const lifted = await creditor.call(`/negativacao/v2/dividas/${id}/suspensao`, { method: 'DELETE' })
  assert.equal(lifted.at('code'), 'suspension_of_operator')
  assert.equal(await did(id, 'resume', '--reason', 'ordem revogada'), 'published')
  const paidOn = '2026-01-05'
  assert.equal(await did(id, 'paid', '--on', paidOn, '--reason', 'comprovante'), 'published')
  assert.deepEqual((await creditor.report()).items, [])
  assert.equal(await did(id, 'release', '--code', '96', '--reason', 'sentença'), 'released')

  const shown = JSON.parse((await run('listings', 'show', id)).stdout)
  const acts = (shown.history as { actor: string; change: string; cause?: string }[])
    .filter((one) => one.actor === 'operator:Maria')
    .map(({ change, cause }) => `${change}: ${cause}`)
  assert.deepEqual(acts, [
    'notice_queued: identidade conferida',
    'suspended: Processo 7',
    'resumed: ordem revogada',
    'paid: comprovante',
    'released: 96: sentença',
  ])

  const backed = await creditor.inserted({ contractId: 'CT-2' })
  const { address } = debt
  const { name } = personOf('12345678909')
  const added = await creditor.act(backed, 'avalistas', { documento: '12345678909', name, address })
  const guarantorId = String(added.at('result.id'))
  assert.equal(added.at('result.state'), 'received')
  const queued = await run('listings', 'review', '--env', 'sandbox', '--client', clientId)
  assert.ok(queued.stdout.includes(guarantorId), 'guarantors are reviewed too')
  assert.equal(await did(guarantorId, 'approve', '--reason', 'conferido'), 'waiting')

  assert.equal((await creditor.insert(held)).at('refusal.code'), 'debt_ended')
  const final = await run('listings', 'lift', id, '--order', 'AI 1', '--reason', 'engano')
  assert.match(final.stderr, /are not undone/)
  const other = await creditor.inserted({ ...held, contractId: 'CT-3' })
  const silent = await run('listings', 'approve', other, '--reason', ' ')
  assert.equal(silent.code, 1)
  assert.match(silent.stderr, /say them in words/)
  const { version } = JSON.parse((await run('listings', 'show', other)).stdout)
  const moved = await run('listings', 'refuse', other, '--reason', 'x', '--seen', String(version + 1))
  assert.equal(moved.code, 1)
  assert.match(moved.stderr, /version/)
  const unread = await run('listings', 'refuse', other, '--reason', 'x', '--seen', 'last')
  assert.match(unread.stderr, /--seen is the version/)
  const seen = await run('listings', 'suspend', other, '--order', 'Processo 8', '--seen', String(version))
  assert.equal(seen.code, 0, seen.stderr)
  assert.equal((await run('listings', 'resume', other, '--reason', 'x', '--seen', String(version))).code, 1)
  assert.equal(await did(other, 'resume', '--reason', 'ordem revogada'), 'received')
  assert.equal(await did(other, 'refuse', '--reason', 'menor sem assistência'), 'refused')
  const late = await run('listings', 'approve', other, '--reason', 'x')
  assert.equal(late.code, 1)
  assert.match(late.stderr, /does not fit the state refused/)
  assert.match(
    (await run('listings', 'approve', 'nothing', '--reason', 'x')).stderr,
    /no listing with this id/,
  )

  const recorded = await service.store.acts.list({ userId: undefined, after: undefined, limit: 100 })
  const onFirst = recorded.toReversed().filter((one) => one.target === id)
  assert.deepEqual(
    onFirst.map(({ operation, outcome }) => [operation, outcome]),
    [
      ['operadorAnotacoesAprova', 'done'],
      ['operadorAnotacoesSuspende', 'done'],
      ['operadorAnotacoesRetoma', 'done'],
      ['operadorAnotacoesPaga', 'done'],
      ['operadorAnotacoesBaixa', 'done'],
      ['operadorAnotacoesLe', 'done'],
      ['operadorAnotacoesLibera', 'ending_final'],
    ],
  )
  assert.ok(
    recorded.some(({ target, outcome }) => target === other && outcome === 'listing_state'),
    'what was refused is on record too',
  )
})

test('a contract names the creditors that a client may list for', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  await store.close()
  const lastro = lastroAt(place.dataDirectory)
  const created = await lastro(['client', 'create', '--env', 'production', '--name', 'X', '--json'])
  const { clientId } = JSON.parse(created.stdout)
  const set = (...args: string[]) => lastro(['contract', 'set', clientId, ...args])
  const done = await set(
    '--products',
    'negativacao',
    '--creditors',
    '11.222.333/0001-81=LOJA LTDA; 52998224725=ANA',
  )
  assert.equal(done.code, 0, done.stderr)
  assert.deepEqual(JSON.parse(done.stdout).creditors, [
    { document: '11222333000181', name: 'LOJA LTDA' },
    { document: '52998224725', name: 'ANA' },
  ])
  assert.match((await set('--creditors', '123=X')).stderr, /each creditor is a valid CNPJ or CPF/)
})
