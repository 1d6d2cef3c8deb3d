import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newPlace } from '../../../service/testing/engines.ts'
import { runService } from '../../../service/testing/running-service.ts'
import { productionCreditor } from '../../../service/testing/services/listing-service.ts'
import { residentLastro } from '../../testing/resident-lastro.ts'

test('letters go out in lots, and their posting starts the clock; what was withdrawn is not written', async () => {
  const place = await newPlace('sqlite')
  const service = await runService({ store: await place.open() })
  const creditor = await productionCreditor(service)
  const resident = residentLastro(
    {
      ...process.env,
      LASTRO_DATA: place.dataDirectory,
      LASTRO_NOTICE_SENDER: 'Bureau Exemplo, Rua A 1, São Paulo',
      LC_ALL: 'en_US.UTF-8',
      DATABASE_URL: '',
      INIT_CWD: place.dataDirectory,
    },
    place.dataDirectory,
  )
  const lastro = (...args: string[]) => resident(args)
  const run = (...args: string[]) => lastro('notices', ...args)
  const byLetter = { contact: {}, dueDate: '2026-01-10' }
  const first = await creditor.inserted({ ...byLetter, contractId: 'L1' })
  const second = await creditor.inserted({ ...byLetter, contractId: 'L2' })
  const withdrawn = await creditor.inserted({ ...byLetter, contractId: 'L3' })
  await service.runJobs()
  const stateOf = async (id: string) => (await creditor.status(id)).at('result.state')
  assert.equal(await stateOf(first), 'notice_sent')
  await creditor.act(withdrawn, 'baixa', { reason: '03' })

  const written = await run('letters', '--lot', 'lote-1')
  assert.match(written.stdout, /^2 letters in /, written.stderr)
  const directory = join(place.dataDirectory, 'cartas', 'lote-1')
  const files = readdirSync(directory).toSorted()
  assert.equal(files.filter((name) => name.endsWith('.pdf')).length, 2)
  assert.ok(readFileSync(join(directory, 'postagem.csv'), 'utf8').includes('ANA CLARA'))
  assert.match((await run('letters', '--lot', 'lote-1')).stderr, /already in/)
  assert.match((await run('letters', '--lot', 'lote-2')).stdout, /No letter is waiting/)

  assert.match((await run('posted', '--lot', 'none')).stderr, /no lot by this name/)
  assert.match((await run('posted', '--lot', 'lote-1', '--on', '2099-01-01')).stderr, /a day up to today/)
  assert.match((await run('posted', '--lot', 'lote-1')).stdout, /^2 posted/)
  for (const id of [first, second]) assert.equal(await stateOf(id), 'waiting')
  assert.equal((await creditor.status(first)).at('result.notices.0.proof'), 'posted in lot lote-1')

  // Cut short after its lot was fixed, the command is given again: what was paid meanwhile is not printed.
  const cut = await creditor.inserted({ ...byLetter, contractId: 'L5' })
  const paid = await creditor.inserted({ ...byLetter, contractId: 'L6' })
  await service.runJobs()
  const fixed = await service.store.listings.lettersWithoutLot(10)
  assert.equal(fixed.length, 2)
  await service.store.listings.putInLot(
    fixed.map(({ id }) => id),
    'lote-5',
  )
  await creditor.act(paid, 'baixa', { reason: '01' })
  const given = await run('letters', '--lot', 'lote-5')
  assert.match(given.stdout, /^1 letters in .*; 1 left out/, given.stderr)
  const [letter, ...others] = readdirSync(join(place.dataDirectory, 'cartas', 'lote-5')).filter((name) =>
    name.endsWith('.pdf'),
  )
  assert.deepEqual([letter !== undefined, others], [true, []])
  assert.match((await run('posted', '--lot', 'lote-5')).stdout, /^1 posted; 0 of/)
  assert.deepEqual([await stateOf(cut), await stateOf(paid)], ['waiting', 'withdrawn'])

  const failing = await creditor.inserted({ ...byLetter, contractId: 'L4' })
  await service.runJobs()
  const noticeId = String((await creditor.status(failing)).at('result.notices.0.id'))
  assert.match((await run('failed', noticeId, '--reason', 'endereço não existe')).stdout, /Recorded/)
  assert.equal((await creditor.status(failing)).at('result.refusal.code'), 'notice_undeliverable')
  assert.match(
    (await run('delivered', noticeId, '--proof', 'x')).stderr,
    /Nothing of its listing rests on this notice/,
  )
  assert.match((await run('delivered', 'nothing', '--proof', 'x')).stderr, /no notice with this id/)

  // A letter that comes back was posted: its period stands, and the operator looks.
  const posted = String((await creditor.status(first)).at('result.notices.0.id'))
  assert.match((await run('failed', posted, '--reason', 'mudou-se')).stdout, /Recorded/)
  assert.equal(await stateOf(first), 'waiting')
  assert.equal((await creditor.status(first)).at('result.notices.0.status'), 'returned')
  assert.ok((await lastro('listings', 'review')).stdout.includes(first))
  assert.match((await lastro('listings', 'approve', first, '--reason', 'visto')).stdout, /waiting/)
  assert.equal((await lastro('listings', 'review')).stdout.includes(first), false)

  // An e-mail that bounces counts for nothing, however late.
  const mailed = await creditor.inserted({ contractId: 'E1', dueDate: '2026-01-10' })
  const emailId = String((await creditor.status(mailed)).at('result.notices.0.id'))
  assert.match((await run('delivered', emailId, '--proof', '250')).stdout, /Recorded/)
  assert.equal(await stateOf(mailed), 'waiting')
  assert.match((await run('failed', emailId, '--reason', '5.1.1')).stdout, /Recorded/)
  assert.equal(await stateOf(mailed), 'notice_queued')
  assert.match((await run('failed', emailId, '--reason', '5.1.1')).stderr, /this is known already/)
  await service.close()
})
