import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { runService } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'
import { people } from '../features/sandbox/people.ts'
import { allowLongBody, bodyStream } from './body/body.ts'
import { httpServer, usualTimeouts } from './server.ts'

describe('on the wire', async () => {
  const service = await runService({ requestsInFlightMax: 20 })
  after(service.close)
  const as = await service.newSession()
  const slow = people.find((one) => one.title.en === 'Slow source')?.document ?? ''
  const query = (documento: string) => {
    const body = JSON.stringify({ documento })
    const headers = `Host: a\r\nAuthorization: Bearer ${as.token}\r\nx-api-key: ${as.apiKey}\r\nContent-Type: application/json\r\n`
    return `POST /sandbox/relatorioBasico/v2/consulta HTTP/1.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
  }

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
    const socket = connect(service.port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => undefined)
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))
    const answered = /^lastro_requests_total\{operation="openapi",status="200"\} [1-9]/m
    await until(async () => answered.test((await service.call('/metrics')).text), 'some are answered')
    const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', {
      as,
      body: { documento: '52998224725' },
    })
    assert.equal(answer.status, 200)
    socket.destroy()
  })

  test('a body whose length is said holds no place before it is here', async () => {
    const sockets = Array.from({ length: 20 }, () => connect(service.port, '127.0.0.1'))
    const started = 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{'
    await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(started, sent))))
    assert.equal((await service.call('/sandbox/documentos')).status, 200)
    for (const socket of sockets) socket.destroy()
  })

  test('bodies that never end hold no place once their callers are gone', async () => {
    const started =
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{'
    const sockets = Array.from({ length: 20 }, () => connect(service.port, '127.0.0.1'))
    for (const socket of sockets) socket.write(started)
    await until(async () => (await service.call('/sandbox/documentos')).status === 503, 'no place is left')
    for (const socket of sockets) socket.destroy()
    await until(async () => (await service.call('/sandbox/documentos')).status === 200, 'there are places')
  })
})

describe('a body that drips in', () => {
  const start = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 6\r\n\r\n'
  /** So many of its six bytes, in twice the time that a body usually has. */
  const dripping = (port: number, byteCount: number) =>
    talk(port, (socket) => {
      socket.write(start)
      for (let at = 0; at < byteCount; at++) {
        setTimeout(() => socket.writable && socket.write('x'), 200 * at)
      }
    })
  const serving = async (isPatient: boolean) => {
    const server = httpServer(
      (request) => {
        const body = bodyStream(request)
        if (isPatient) allowLongBody(body)
        body.resume().on('end', () => {
          request.send({ status: 200, body: 'all' }, { requestId: 'request-1', close: true })
        })
      },
      { ...usualTimeouts, requestMs: 500, checkEveryMs: 100 },
    )
    after(() => server.drain(0))
    return (await server.listen({ host: '127.0.0.1', port: 0 })).port
  }

  test('is cut when its time is over', async () => {
    assert.match(await dripping(await serving(false), 5), /^HTTP\/1.1 408 .*"code":"request_timeout"/s)
  })

  test('may take its time where it is allowed to', async () => {
    assert.match(await dripping(await serving(true), 6), /^HTTP\/1.1 200 .*all$/s)
  })
})

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
