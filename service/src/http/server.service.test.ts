import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'
import { people } from '../features/sandbox/people.ts'

/** The whole service on the wire, over either reader. */
for (const isFast of [true, false]) {
  describe(isFast ? 'fast' : 'node:http', async () => {
    const service = await runService({ requestsInFlightMax: 20, isFast })
    afterAll(service.close)
    const as = await service.newSession()
    const slow = people.find((one) => one.title.en === 'Slow source')?.document ?? ''
    const query = (documento: string) => {
      const body = JSON.stringify({ documento })
      const headers = `Host: a\r\nAuthorization: Bearer ${as.token}\r\nx-api-key: ${as.apiKey}\r\nContent-Type: application/json\r\n`
      return `POST /sandbox/relatorioBasico/v2/consulta HTTP/1.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
    }
    const statusOf = async (path: string) => (await service.call(path)).status

    test('a caller that closes its side still gets an answer that takes a while', async () => {
      const answer = await talk(service.port, (socket) => socket.end(query(slow)))
      assert.match(answer, /^HTTP\/1.1 200/)
      assert.match(answer, /"report":/)
    })

    test('nonsense behind a query does not take its answer', async () => {
      const answer = await talk(service.port, (socket) => socket.write(`${query(slow)}NONSENSE\r\n\r\n`))
      assert.match(answer, /^HTTP\/1.1 200 .*"report":.*HTTP\/1.1 400 /s)
    })

    test('no Host, two Hosts and CONNECT are refused in words', async () => {
      const refusals = [
        'GET /healthz HTTP/1.1\r\n\r\n',
        'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
        'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      ]
      for (const text of refusals) {
        const answer = await talk(service.port, (socket) => socket.end(text))
        assert.match(answer, /^HTTP\/1.1 400 .*"code":"(request_malformed|header_repeated)"/s, text)
        assert.match(answer, /X-Request-Id: /)
      }
    })

    test('a whole address in the first line is answered as its path', async () => {
      const answer = await talk(service.port, (socket) =>
        socket.end('GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
      )
      assert.match(answer, /^HTTP\/1.1 200 /)
    })

    test('answers that nobody reads hold no place', async () => {
      const sockets = Array.from({ length: 30 }, () => silentCaller(service.port))
      for (const socket of sockets) {
        socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))
      }
      for (let count = 0; count < 20; count++) assert.equal(await statusOf('/sandbox/documentos'), 200)
      for (const socket of sockets) socket.destroy()
    })

    test('bodies that never end hold no place once their callers are gone', async () => {
      const started =
        'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{'
      const sockets = Array.from({ length: 20 }, () => silentCaller(service.port))
      for (const socket of sockets) socket.write(started)
      await until(async () => (await statusOf('/sandbox/documentos')) === 503, 'no place is left')
      for (const socket of sockets) socket.destroy()
      await until(async () => (await statusOf('/sandbox/documentos')) === 200, 'there are places')
    })
  })
}

test('a body whose length is said holds no place before it is here', async () => {
  const service = await runService({ requestsInFlightMax: 20, isFast: true })
  const sockets = Array.from({ length: 20 }, () => silentCaller(service.port))
  const started = 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{'
  for (const socket of sockets) socket.write(started)
  for (let count = 0; count < 20; count++) {
    assert.equal((await service.call('/sandbox/documentos')).status, 200)
  }
  for (const socket of sockets) socket.destroy()
  await service.close()
})

/** A caller that asks and never reads. */
function silentCaller(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket.pause()
}

/** Says something on a fresh connection and hears everything until it is closed. */
function talk(port: number, say: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => say(socket))
    let heard = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
    socket.on('end', () => socket.end())
  })
}
