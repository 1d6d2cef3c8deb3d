import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../testing/engines.ts'
import { debt } from '../../testing/invented/invented-debt.ts'
import { runService } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'
import { longBodiesPerClientMax } from './body/long-body.ts'

const line = (at: number) => `${JSON.stringify({ ...debt, contractId: `CT-${at}` })}\n`
const paths = {
  listings: '/sandbox/negativacao/v2/lotes',
  queries: '/sandbox/consultas/v2/lotes?product=relato',
  watched: '/sandbox/alertas/v2/documentos/lotes',
}

/** Resolves however the request ends: a sender that is still writing may see a reset after the response. */
const closing = (sent: ClientRequest) => new Promise<void>((resolve) => sent.once('close', () => resolve()))

/** Milliseconds instead of minutes. */
const quick = { checkEveryMs: 20, longBodyWindowMs: 150, longBodyWindowBytesMin: 4_096, longBodyMs: 60_000 }

for (const engine of engines) {
  describe(`long uploads on ${engine}`, async () => {
    const service = await runService({ place: await newPlace(engine), timeouts: quick })
    const hasty = await runService({
      place: await newPlace(engine),
      timeouts: { ...quick, longBodyWindowBytesMin: 0, longBodyMs: 300 },
    })
    const patient = await runService({ place: await newPlace(engine) })
    afterAll(async () => Promise.all([service.close(), hasty.close(), patient.close()]))

    const begin = async (path: string, on = service, given?: Awaited<ReturnType<typeof on.newSession>>) => {
      const session = given ?? (await on.newSession())
      const sent = request(`${on.url}${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${session.token}`,
          'x-api-key': session.apiKey,
          'Content-Type': 'application/x-ndjson',
          'Idempotency-Key': `upload-${Math.random()}`,
          'Accept-Language': 'en',
        },
      })
      sent.on('error', () => undefined)
      sent.flushHeaders()
      return { sent, session, answer: answerTo(sent) }
    }
    const answerTo = async (sent: ClientRequest) => {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: await text(answer).catch(() => 'cut'),
      }
    }
    const trickle = ({ sent }: { readonly sent: ClientRequest }, piece = '{') => {
      const timer = setInterval(() => sent.write(piece), 15)
      sent.once('close', () => clearInterval(timer))
    }

    for (const [name, path] of Object.entries(paths))
      test(`of ${name} that trickle in are answered 408 or cut, and their connection is closed`, async () => {
        const upload = await begin(path)
        const closed = closing(upload.sent)
        trickle(upload)
        const { status, headers, body } = await upload.answer
        // A response streamed line by line starts before the first line arrives, so it lacks its last line.
        if (status !== 200) {
          assert.equal(status, 408, body)
          assert.match(body, /"code":"request_timeout"/)
          assert.equal(headers.connection, 'close')
        } else assert.equal(body, 'cut')
        await closed
      })

    test('that take too long in total are ended, however fast they are', async () => {
      const upload = await begin(paths.queries, hasty)
      const closed = closing(upload.sent)
      trickle(upload, `${JSON.stringify({ documento: '52998224725' })}\n`.repeat(100))
      assert.equal((await upload.answer).status, 408)
      await closed
    })

    test('that were cut in the middle continue under their key', async () => {
      const session = await service.newSession()
      const headers = { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': 'continued' }
      const sent = request(`${service.url}${paths.listings}`, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${session.token}`, 'x-api-key': session.apiKey },
      })
      sent.on('error', () => undefined)
      sent.write(line(1))
      const answer = await answerTo(sent)
      assert.deepEqual([answer.status, answer.body], [200, 'cut'])
      const body = line(1) + line(2)
      let again = await service.call(paths.listings, { body, headers, as: session })
      // The claim of the first sending is released right after it was cut.
      await until(async () => {
        if (again.status === 409) again = await service.call(paths.listings, { body, headers, as: session })
        return again.status !== 409
      }, 'the first sending has ended')
      const lines = again.text
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one))
      assert.deepEqual(
        [lines.length, lines[2].batch.status, lines[2].batch.lines],
        [3, 'done', 2],
        again.text,
      )
    })

    test('are limited per client across all kinds, and release their slots', async () => {
      const all = Object.values(paths)
      const own = await patient.newSession()
      const open = await Promise.all(
        Array.from({ length: 30 }, (_, at) => begin(all[at % all.length] ?? '', patient, own)),
      )
      let refused = 0
      for (const { sent, answer } of open) {
        sent.write('{')
        void answer.then(({ status, headers, body }) => {
          if (status === 429 && /"code":"uploads_too_many"/.test(body) && headers['retry-after'] === '5')
            refused += 1
        }, Object)
      }
      await until(() => refused === 30 - longBodiesPerClientMax, 'all but a few are refused')
      for (const { sent } of open) sent.destroy()
      await until(async () => {
        const next = await patient.call(paths.watched, {
          body: `{"documento":"52998224725"}\n${' '.repeat(70_000)}\n`,
          headers: { 'Content-Type': 'application/x-ndjson' },
          as: own,
        })
        return next.status === 200
      }, 'the places are free again')
    })
  })
}
