import assert from 'node:assert/strict'
import { isAnswer } from '@lastro/rules/trail/billing.ts'
import { test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { queryReport, startProgram, tokenOf } from '../../../testing/program.ts'
import { systemClock } from '../../clock.ts'
import { registerClient } from '../clients/register-client.ts'
import { verifyTrail } from './seals/verify-trail.ts'
import { searchTrail } from './search-trail.ts'

/** No file may grow past this, which is a full disk to whoever writes it. An empty store takes less. */
const fileKibMax = 3_000

/** Every record takes a few kilobytes of the log that SQLite writes ahead, so that these are more than fit. */
const queryCountMax = 3_000

/** How many queries are tried after the first that could not be recorded. */
const refusedCount = 25

test('on a full disk no report leaves without its record, and room is all it takes to go on', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const client = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'sandbox', name: 'Teste' },
  )
  await store.close()
  const settings = { LASTRO_DATA: place.dataDirectory }

  const full = await startProgram(settings, { before: `trap '' XFSZ; ulimit -f ${fileKibMax}` })
  const credential = { token: await tokenOf(full, client), apiKey: client.apiKey }
  const answered: string[] = []
  const statuses: number[] = []
  for (let sent = 1; sent <= queryCountMax && statuses.length < refusedCount; sent++) {
    const requestId = `full-disk-${sent}`
    const answer = await queryReport(full, credential, requestId)
    const text = await answer.text()
    if (answer.status === 200 && statuses.length === 0) answered.push(requestId)
    else {
      statuses.push(answer.status)
      assert.equal(answer.headers.get('retry-after'), '1')
      assert.doesNotMatch(text, /"report"/)
    }
  }
  assert.ok(answered.length > 0)
  assert.deepEqual(
    statuses,
    Array.from({ length: refusedCount }, () => 503),
  )
  assert.equal(await full.stop(), 0)

  const roomy = await startProgram(settings)
  const { status } = await queryReport(roomy, credential, 'after-the-restart')
  assert.equal(status, 200)
  assert.equal(await roomy.stop(), 0)

  const { broken, recorded } = await readTrail(place)
  assert.equal(broken, undefined)
  assert.deepEqual(recorded, [...answered, 'after-the-restart'])
})

/** What the trail holds as answered, in its order, and where its chain is broken. */
async function readTrail(place: Awaited<ReturnType<typeof newPlace>>) {
  const store = await place.open()
  try {
    const { broken } = await verifyTrail(store.trail, 'sandbox')
    const recorded: string[] = []
    for await (const one of searchTrail(store.trail, 'sandbox', everything)) {
      if (isAnswer(one.outcome)) recorded.push(one.requestId)
    }
    return { broken, recorded }
  } finally {
    await store.close()
  }
}

const everything = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, document: undefined, clientId: undefined }
