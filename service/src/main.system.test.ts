import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import { describe, test } from 'vitest'
import { childEnvironment } from '../testing/child-environment.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { cpuMsOf } from '../testing/cpu-time.ts'
import { emptyPlace, engines, newDirectory, newPlace, type Place } from '../testing/engines.ts'
import { startProgram } from '../testing/program.ts'
import { programs } from '../testing/programs.ts'
import { until } from '../testing/until.ts'
import { people } from './features/sandbox/people.ts'
import { heldSeals } from './features/trail/seals/held-seals.ts'
import { verifyTrail } from './features/trail/seals/verify-trail.ts'
import { ConfigError, readConfig } from './program/config.ts'

type Settings = Readonly<Record<string, string>>

/** One run of the real program. Whatever becomes of its test, it is ended with it. */
type Run = {
  readonly child: ChildProcess
  readonly output: { screen: string; errors: string }
  readonly ended: Promise<number | null>
}

function run(settings: Settings): Run {
  const child = spawn(process.execPath, [programs.service], {
    cwd: newDirectory(),
    env: { ...childEnvironment(), PORT: '0', LANG: 'en_US.UTF-8', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { screen: '', errors: '' }
  child.stdout.on('data', (text) => (output.screen += text))
  child.stderr.on('data', (text) => (output.errors += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  cleanUp(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output, ended }
}

/** A run that has said where it is. */
type Started = Run & { readonly url: string }

async function start(settings: Settings): Promise<Started> {
  const running = run(settings)
  const { output } = running
  await until(() => {
    assert.equal(running.child.exitCode, null, output.errors)
    return /Ctrl\+C (stops|encerra)\.\s*$/.test(output.screen)
  })
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.screen) ?? []
  assert.ok(url, output.screen)
  return { ...running, url }
}

async function stop({ child, ended }: Run): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}

/** How a run that cannot start ends: nothing on the screen, and one sentence. */
async function refusalOf(settings: Settings): Promise<string> {
  const { ended, output } = run(settings)
  assert.equal(await ended, 1)
  assert.equal(output.screen, '')
  assert.match(output.errors, /^lastro: [^\n]+[.?]\n$/)
  return output.errors.slice('lastro: '.length).trimEnd()
}

const place = ({ dataDirectory, databaseUrl }: Place): Settings => ({
  LASTRO_DATA: dataDirectory,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

/** A store that was laid out before, of which nobody is a client yet: its start has no tables to make. */
const laidOut = async (): Promise<Settings> => place(await newPlace('sqlite'))

type Credentials = { readonly clientId: string; readonly clientSecret: string; readonly apiKey: string }

function credentialsOn(screen: string): Credentials {
  const shown = (name: string) =>
    new RegExp(`^${name} +(\\S+)$`, 'm').exec(screen)?.[1] ?? assert.fail(screen)
  return { clientId: shown('clientId'), clientSecret: shown('clientSecret'), apiKey: shown('apiKey') }
}

async function newToken(url: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const response = await fetch(`${url}/sandbox/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  assert.equal(response.status, 200)
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

const query = (url: string, credential: { token: string; apiKey: string }, documento: string) =>
  fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential.token}`,
      'x-api-key': credential.apiKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ documento }),
  })

const clean = '529.982.247-25'
const slow = people.find((one) => one.title.en === 'Slow source')?.document ?? ''

async function answers({ url }: Started, credentials: Credentials): Promise<void> {
  const token = await newToken(url, credentials)
  const { status } = await query(url, { token, apiKey: credentials.apiKey }, clean)
  assert.equal(status, 200)
}

/** Seals as the log has them. */
function sealsIn(errors: string): readonly Seal[] {
  const found = heldSeals(errors)
  assert.ok(found.kind === 'seals', errors)
  return found.seals
}

/** The command below a comment on the screen, as a person would select it: up to the next blank line. */
function commandOn(screen: string, number: number): string {
  const [, below = ''] = screen.split(new RegExp(`^# ${number}\\. .*\\n`, 'm'))
  return below.split('\n\n')[0] ?? ''
}

const bash = async (command: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', command])).stdout

/** Answers whether something listens there. */
const listens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function underWay(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^lastro_requests_in_flight (\d+)$/m.exec(metrics)?.[1])
}

/** Three times what a first start takes to its first answer; the time on the clock is for `npm run bench -- start`. */
const firstAnswerCpuMsMax = 6_000

for (const engine of engines) {
  describe(`the service on ${engine}`, async () => {
    const settings = { ...place(await emptyPlace(engine)), LASTRO_LOG: 'debug' }
    const first = await start(settings)
    const credentials = credentialsOn(first.output.screen)

    test('a first start answers a query, with the credentials on its screen, and costs little', async () => {
      await answers(first, credentials)
      const cpuMs = cpuMsOf(first.child.pid)
      assert.ok(cpuMs === undefined || cpuMs < firstAnswerCpuMsMax, `${cpuMs} ms of CPU time`)
    })

    test('the three commands on the screen work as they are pasted', async () => {
      const { output, url } = first
      const [token, report, docs] = [1, 2, 3].map((number) => commandOn(output.screen, number))
      assert.match(await bash(`${token}\nprintf %s "$TOKEN"`), /^lat_[\w-]{43}$/)
      const answer = JSON.parse(await bash(`${token}\n${report}`))
      assert.equal(answer.error, false)
      assert.equal(answer.result.report.registration.documentNumber, '12345678909')
      assert.equal(answer.result.report.negativeData.listingP.summary.count, '1')
      assert.equal(docs, `xdg-open ${url}/docs || open ${url}/docs`)
      const page = await fetch(`${url}/docs`)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    })

    test('every address on the screen answers', async () => {
      const [service = '', ...pages] = new Set(first.output.screen.match(/http:\S+(?=\n)/g))
      assert.deepEqual(pages.slice(0, 2), [`${service}/docs`, `${service}/sandbox/documentos`])
      for (const page of [`${service}/healthz`, `${service}/readyz`, ...pages]) {
        assert.equal((await fetch(page)).status, 200, page)
      }
    })

    test('after kill -9 it starts again, with everything it had, and shows no secret', async () => {
      first.child.kill('SIGKILL')
      await first.ended
      const second = await start(settings)
      await answers(second, credentials)
      assert.doesNotMatch(second.output.screen, anySecret)
      assert.match(second.output.screen, /client create/)
      assert.equal(await stop(second), 0)
    })

    test('SIGTERM lets a query under way have its answer, takes no more, and ends well', async () => {
      const { url, child, ended } = await start(settings)
      const token = await newToken(url, credentials)
      const answering = query(url, { token, apiKey: credentials.apiKey }, slow)
      await until(async () => (await underWay(url)) === 2)
      child.kill('SIGTERM')
      await until(async () => !(await listens('127.0.0.1', Number(new URL(url).port))))
      const answer = await answering
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('connection'), 'close')
      const { result } = (await answer.json()) as { result: { document: string } }
      assert.equal(result.document, slow)
      assert.equal(await ended, 0)
    })

    test('the log is JSON, and never holds a secret or a document', () => {
      const lines = first.output.errors.trim().split('\n')
      assert.ok(lines.some((line) => JSON.parse(line).msg === 'listening'))
      assert.ok(lines.some((line) => JSON.parse(line).msg === 'answered'))
      assert.doesNotMatch(first.output.errors, anySecret)
      assert.doesNotMatch(first.output.errors, /52998224725|12345678909/)
    })

    test('a port that is taken is said in a sentence, and does not use up the first client', async () => {
      const fresh = place(await emptyPlace(engine))
      const PORT = String(portOf(await listening()))
      assert.match(await refusalOf({ ...fresh, PORT }), /^The address is taken\. Set PORT/)
      const started = await start(fresh)
      await answers(started, credentialsOn(started.output.screen))
      // It has only just come up, which is when an impatient person stops it.
      assert.equal(await stop(started), 0)
    })
  })
}

/** How every secret begins: client secrets, keys and tokens. */
const anySecret = /\bl(s|k_test|k_live|at|rt)_/

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  cleanUp(() => server.close())
  await once(server, 'listening')
  return server
}

describe('one data directory', () => {
  test('belongs to one service: a second says so and ends, the first goes on', async () => {
    const settings = await laidOut()
    const first = await start(settings)
    assert.equal(
      await refusalOf(settings),
      `${settings.LASTRO_DATA} is in use by another Lastro. Stop that one, or set LASTRO_DATA to another directory.`,
    )
    await answers(first, credentialsOn(first.output.screen))
  })

  test('of two services that start on it at once, one runs', async () => {
    const settings = { LASTRO_DATA: newDirectory() }
    const outcomes = await Promise.allSettled([start(settings), start(settings)])
    assert.deepEqual(outcomes.map((one) => one.status).toSorted(), ['fulfilled', 'rejected'])
  })
})

test('a standard output that is closed, or that nobody reads any more, is no reason not to serve', async () => {
  for (const output of ['>&- 2>&-', '> >(exit)']) {
    const program = await startProgram(await laidOut(), { output })
    assert.equal((await fetch(`${program.url}/sandbox/documentos`)).status, 200)
    assert.equal(await program.stop(), 0)
  }
})

test('several services share one PostgreSQL, and one of them shows the first client', async () => {
  const settings = place(await emptyPlace('postgres'))
  const both = await Promise.all([start(settings), start(settings)])
  const shown = both.filter(({ output }) => output.screen.includes('clientSecret'))
  assert.equal(shown.length, 1)
  const credentials = credentialsOn(shown[0]?.output.screen ?? '')
  for (const one of both) await answers(one, credentials)
})

test('without HOST only this machine reaches it', async () => {
  const { url } = await start(await laidOut())
  const port = Number(new URL(url).port)
  assert.ok(await listens('127.0.0.1', port))
  // Whatever listens on every address also answers on the rest of the loopback network.
  assert.ok(!(await listens('127.0.0.2', port)))
  assert.ok(!(await listens('::1', port)))
})

test('with HOST it listens there, and shows an address that can be opened', async () => {
  const { url } = await start({ ...(await laidOut()), HOST: '0.0.0.0' })
  assert.ok(await listens('127.0.0.2', Number(new URL(url).port)))
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
})

describe('the language of screens', () => {
  const language = (locale: Settings) => readConfig(locale).language

  test('is English where the locale says so', () => {
    assert.equal(language({ LANG: 'en_US.UTF-8' }), 'en')
    assert.equal(language({ LANG: 'pt_BR.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }), 'en')
    assert.equal(language({ LANG: 'pt_BR.UTF-8', LC_ALL: 'en_GB.UTF-8' }), 'en')
  })

  test('is Portuguese everywhere else, in refusals too', async () => {
    assert.equal(language({}), 'pt')
    assert.equal(language({ LANG: 'C.UTF-8' }), 'pt')
    assert.equal(language({ LANG: 'en_US.UTF-8', LC_ALL: 'pt_BR.UTF-8' }), 'pt')
    const { output } = await start({ ...(await laidOut()), LANG: '' })
    assert.match(output.screen, /Lastro está no ar\.[\s\S]*Três comandos para colar:/)
    assert.equal(
      await refusalOf({ LANG: '', PORT: 'oitenta' }),
      'PORT deve ser um número inteiro de 0 a 65535.',
    )
  })
})

test('a setting out of its range is refused by name', () => {
  const wrong: readonly [string, string][] = [
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['LASTRO_DEADLINE_MS', '10'],
    ['LASTRO_REQUESTS_MAX', '0'],
    ['LASTRO_LOG', 'loud'],
    ['DATABASE_URL', 'lastro'],
  ]
  for (const [name, value] of wrong) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.text.pt.includes(name) && error.text.en.includes(name),
    )
  }
})

describe('a setting that cannot work is said in a sentence', () => {
  const unwritable = join(newDirectory(), 'a file')
  writeFileSync(unwritable, '')
  const cases: readonly [string, Settings, RegExp][] = [
    ['a PORT that is no number', { PORT: 'eighty' }, /^PORT must be a whole number from 0 to 65535\.$/],
    ['a HOST of another machine', { HOST: '192.0.2.1' }, /^The service cannot listen at this address\./],
    ['a LASTRO_DATA that is a file', { LASTRO_DATA: unwritable }, /^LASTRO_DATA must be a directory/],
    ['a DATABASE_URL of another engine', { DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL must begin with/],
    [
      'a DATABASE_URL that is no address',
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:port/lastro' },
      /^DATABASE_URL could not be read\. Example: postgres:/,
    ],
    [
      'a DATABASE_URL where nobody listens',
      { DATABASE_URL: 'postgres://lastro@127.0.0.1:1/lastro' },
      /^PostgreSQL does not answer at DATABASE_URL\. Is it running\?$/,
    ],
    [
      'a DATABASE_URL of an unknown machine',
      { DATABASE_URL: 'postgres://lastro@nowhere.invalid/lastro' },
      /^The name of the machine in DATABASE_URL or HOST is not known\.$/,
    ],
  ]
  for (const [what, settings, sentence] of cases) {
    test(what, async () => {
      const said = await refusalOf({ LASTRO_DATA: newDirectory(), ...settings })
      assert.match(said, sentence)
      assert.doesNotMatch(said, /secret/)
    })
  }

  test('a PostgreSQL that accepts and never answers', async () => {
    const DATABASE_URL = `postgres://lastro@127.0.0.1:${portOf(await listening())}/lastro`
    const said = await refusalOf({ DATABASE_URL })
    assert.match(said, /^PostgreSQL does not answer at DATABASE_URL\./)
  })

  test('a PostgreSQL without that database, or without that user', async () => {
    const { databaseUrl = '' } = await emptyPlace('postgres')
    const absent = new URL(databaseUrl)
    absent.pathname = '/absent'
    assert.match(
      await refusalOf({ DATABASE_URL: absent.href }),
      /^The database in DATABASE_URL does not exist\./,
    )
    const stranger = new URL(databaseUrl)
    stranger.username = 'stranger'
    assert.match(
      await refusalOf({ DATABASE_URL: stranger.href }),
      /^PostgreSQL refused the user or the password/,
    )
  })
})

test('what proves an e-mail is warned about at the start where the operator chose less than a report', async () => {
  const mail = {
    LASTRO_SMTP_URL: 'smtp://127.0.0.1:2525',
    LASTRO_MAIL_FROM: 'avisos@biro.example',
    LASTRO_NOTICE_CONTACT: 'aqui',
    LASTRO_LOG: 'warn',
  }
  const warned = async (settings: Settings) => {
    const running = await start({ ...(await laidOut()), ...mail, ...settings })
    await stop(running)
    return [running.output.screen, running.output.errors].map((said) =>
      said.includes('LASTRO_MAIL_PROOF=accepted'),
    )
  }
  assert.deepEqual(await warned({}), [false, false])
  assert.deepEqual(await warned({ LASTRO_MAIL_PROOF: 'accepted' }), [true, true])
})

for (const engine of engines) {
  test(`on ${engine} a start and a stop seal the trail, and the log proves what lay before`, async () => {
    const at = await emptyPlace(engine)
    const running = await start(place(at))
    const [started] = sealsIn(running.output.errors)
    assert.equal(started?.number, 1)
    await answers(running, credentialsOn(running.output.screen))
    assert.equal(await stop(running), 0)
    const held = sealsIn(running.output.errors)
    const store = await at.open()
    assert.deepEqual(held.at(-1)?.heads, [
      ...(await store.trail.heads('production')),
      ...(await store.trail.heads('sandbox')),
    ])
    const found = await verifyTrail(store.trail, 'sandbox', { held })
    assert.deepEqual([found.broken, found.besides, found.records > 0], [undefined, [], true])
    assert.deepEqual([found.seals.isHeld, found.seals.recordsAfter], [true, 0])
    await store.close()
  })
}

test('a failure that nobody handles is logged, and the service goes on', async () => {
  const bug = `
    const timer = setInterval(() => {
      if (process.listenerCount('unhandledRejection') === 0) return
      clearInterval(timer)
      void Promise.reject(new Error('a bug in a test'))
    }, 10)`
  const service = await start({
    LASTRO_DATA: newDirectory(),
    LASTRO_LOG: 'info',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
  })
  await until(() => service.output.errors.includes('a failure was not handled'), 'the failure is logged')
  assert.match(service.output.errors, /a bug in a test/)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
})
