import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { emptyContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { sealOf } from '@lastro/rules/trail/seal.ts'
import type { NewCredentials } from '@lastro/service/features/clients/register-client.ts'
import { hashSecret } from '@lastro/service/features/clients/secrets.ts'
import { debt } from '@lastro/service/features/sandbox/invented.ts'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { cleanUp } from '../../service/testing/clean-up.ts'
import { engines, newDirectory, newPlace } from '../../service/testing/engines.ts'
import { programs } from '../../service/testing/programs.ts'
import { until } from '../../service/testing/until.ts'
import { type Ended, residentLastro } from '../testing/resident-lastro.ts'

const root = join(import.meta.dirname, '../..')

type Settings = Readonly<Record<string, string>>
type Ways = { readonly input?: string; readonly cwd?: string }

async function run(
  program: string,
  args: readonly string[],
  settings: Settings,
  ways: Ways = {},
): Promise<Ended> {
  const child = spawn(program, args, { env: environment(settings), cwd: ways.cwd ?? anywhere })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  child.stdin.end(ways.input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

const anywhere = newDirectory()

const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  ...childEnvironment(),
  LANG: 'en_US.UTF-8',
  ...settings,
})

type Lastro = (args: readonly string[], ways?: Ways) => Promise<Ended>

const lastroIn =
  (settings: Settings): Lastro =>
  (args, ways) =>
    run(process.execPath, [programs.cli, ...args], settings, ways)

/** The same for a suite of many commands; whatever has an input is started as `lastro` is. */
function lastroOf(settings: Settings): Lastro {
  const started = lastroIn(settings)
  const resident = residentLastro(environment(settings), anywhere)
  return (args, ways) => (ways === undefined ? resident(args) : started(args, ways))
}

/** What a command prints when all goes well: nothing on the side, and JSON when that was asked. */
async function printed(ending: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await ending
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}
const printedJson = async (ending: Promise<Ended>) => JSON.parse(await printed(ending))

/** The one sentence of a command that refuses. */
async function refusalOf(ending: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await ending
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /^lastro: [^\n]+\n$/)
  return stderr.slice('lastro: '.length).trimEnd()
}

/** The real service over the same data, ended with the suite that started it. */
async function startService(settings: Settings): Promise<string> {
  const child = spawn(process.execPath, [programs.service], {
    env: environment({ ...settings, PORT: '0' }),
    cwd: anywhere,
  })
  const ended = once(child, 'close')
  cleanUp(async () => {
    child.kill('SIGKILL')
    await ended
  })
  child.stderr.resume()
  let screen = ''
  for await (const part of child.stdout) {
    screen += part
    const [url] = /http:\S+(?=\n)/.exec(screen) ?? []
    if (url !== undefined) return url
  }
  return assert.fail('The service did not start')
}

type Answer = { readonly status: number; readonly code?: string; readonly report?: Report }
type Report = { readonly registration?: { readonly documentNumber?: string; readonly consumerName?: string } }

const prefix: Readonly<Record<Environment, string>> = { production: '', sandbox: '/sandbox' }

/** What a client's program does first: a token, then a basic report. */
async function ask(
  url: string,
  of: Environment,
  credentials: NewCredentials,
  documento: string,
): Promise<Answer> {
  const token = await tokenOf(url, credentials)
  assert.ok(token)
  return query(url, of, { token, apiKey: credentials.apiKey }, documento)
}

async function tokenOf(url: string, { clientId, clientSecret }: NewCredentials): Promise<string | undefined> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  assert.ok(response.status === 200 || response.status === 401)
  const { access_token } = (await response.json()) as { access_token?: string }
  return access_token
}

async function query(
  url: string,
  of: Environment,
  { token, apiKey }: { token: string; apiKey: string },
  documento: string,
): Promise<Answer> {
  const response = await fetch(`${url}${prefix[of]}/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'x-api-key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ documento }),
  })
  const { code, result } = (await response.json()) as { code?: string; result?: { report: Report } }
  return {
    status: response.status,
    ...(code !== undefined && { code }),
    ...(result !== undefined && { report: result.report }),
  }
}

const inSandbox = '52998224725'
const cpf = (number: number) => withCheckDigits(String(number).padStart(9, '0'))
const ndjson = (...subjects: readonly Subject[]): string =>
  subjects.map((subject) => `${JSON.stringify(subject)}\n`).join('')

for (const engine of engines) {
  describe(`commands beside a service on ${engine}`, async () => {
    const place = await newPlace(engine)
    const { dataDirectory, databaseUrl } = place
    const settings = {
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    const lastro = lastroOf(settings)
    const url = await startService(settings)
    const newClient = (env: Environment): Promise<NewCredentials> =>
      printedJson(lastro(['client', 'create', '--env', env, '--name', 'Loja', '--json']))

    test('the trail is held against seals that were kept in a file', async () => {
      const credentials = await newClient('production')
      await ask(url, 'production', credentials, inSandbox)
      const store = await place.open()
      const sealed = await store.trail.seal(1, 'always')
      await store.close()
      assert.ok(typeof sealed === 'object')
      const directory = newDirectory()
      const verifiedWith = (name: string, text: string) => {
        writeFileSync(join(directory, name), text)
        return lastro(['trail', 'verify', '--seal', join(directory, name)])
      }
      const whole = await verifiedWith(
        'log',
        `listening\n${JSON.stringify({ level: 'info', seal: sealed })}\n`,
      )
      assert.equal(whole.code, 0, whole.stderr)
      assert.match(whole.stdout, new RegExp(`seal ${sealed.number}, .* is proved; \\d+ records lie after it`))
      const other = sealOf({ ...sealed, number: sealed.number - 1, hash: sealed.previous }, sealed.heads, 2)
      const differing = await verifiedWith('other', JSON.stringify(other))
      assert.equal(differing.code, 1)
      assert.match(differing.stdout, new RegExp(`Seal ${sealed.number} is not what was written`))
      assert.match(differing.stdout, /is not proved/)
      assert.doesNotMatch(differing.stdout, /chain is whole|To write down/)
      const cut = await verifiedWith('cut', JSON.stringify({ ...sealed, atMs: 7 }))
      assert.match(cut.stderr, /The seal in line 1 is not whole/)
      assert.match((await verifiedWith('none', 'listening\n')).stderr, /has no seal/)
      const nowhere = await lastro(['trail', 'verify', '--seal', join(directory, 'nowhere')])
      assert.match(nowhere.stderr, /cannot be read/)
    })

    test('the trail is searched by client and document, verified, and its usage counted', async () => {
      const credentials = await newClient('sandbox')
      const { clientId } = credentials
      await lastro(['contract', 'set', clientId, '--prices', 'relatorioBasico=1,50', '--segment', 'VAREJO'])
      assert.equal((await ask(url, 'sandbox', credentials, inSandbox)).status, 200)
      const found = await printed(
        lastro(['trail', 'search', '--env', 'sandbox', '--client', clientId, '--document', '-', '--json'], {
          input: `${inSandbox}\n`,
        }),
      )
      const records = found
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.deepEqual(
        records.map(({ document, outcome, cents }) => ({ document, outcome, cents })),
        [{ document: inSandbox, outcome: 'answered', cents: 150 }],
      )
      const whole = await printedJson(lastro(['trail', 'verify', '--env', 'sandbox', '--json']))
      assert.equal(whole.broken, undefined)
      const { code } = await lastro(['trail', 'verify', '--env', 'sandbox', '--expect', 'f'.repeat(64)])
      assert.equal(code, 1)
      const cut = await refusalOf(lastro(['trail', 'verify', '--env', 'sandbox', '--expect', 'f'.repeat(8)]))
      assert.match(cut, /--expect needs the whole seal or link/)
      const [line] = await printedJson(lastro(['usage', '--env', 'sandbox', '--client', clientId, '--json']))
      assert.deepEqual([line.billed, line.unbilled, line.cents], [1, 0, 150])
      const token = await tokenOf(url, credentials)
      const page = await fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
        method: 'POST',
        headers: {
          Accept: 'text/html',
          Authorization: `Bearer ${token}`,
          'x-api-key': credentials.apiKey,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ documento: inSandbox }),
      })
      const document = await page.text()
      const [, requestId = ''] = /Identificação da consulta<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(document) ?? []
      const [, checkCode = ''] = /Código de conferência<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(document) ?? []
      const confirm = (...args: string[]) => lastro(['trail', 'confirm', requestId, ...args])
      const confirmed = await printedJson(confirm(checkCode, '--env', 'sandbox', '--json'))
      assert.deepEqual(
        [confirmed.confirmed, confirmed.clientId, confirmed.product, confirmed.outcome, confirmed.listings],
        [true, clientId, 'relatorioBasico', 'answered', 0],
      )
      const told = await printed(confirm(checkCode, '--env', 'sandbox'))
      assert.ok(told.includes('***') && !told.includes(inSandbox))
      for (const args of [[checkCode], ['0000-0000-0000', '--env', 'sandbox']]) {
        const refused = await confirm(...args)
        assert.equal(refused.code, 1)
        assert.match(refused.stdout, /^Not confirmed/)
      }
      await refusalOf(lastro(['usage', '--month', '2026-13']))
      await refusalOf(lastro(['trail', 'search', '--from', 'yesterday']))
      await refusalOf(lastro(['trail', 'search', '--document', '11111111111']))
      await refusalOf(lastro(['contract', 'set', clientId, '--prices', 'nothing=1.00']))
      await refusalOf(lastro(['contract', 'set', clientId, '--repeat-window', 'long']))
    })

    test('a new sandbox client has three credentials, and they work until it is revoked', async () => {
      const credentials = await newClient('sandbox')
      const { clientId, apiKey } = credentials
      assert.deepEqual(Object.keys(credentials), ['clientId', 'clientSecret', 'apiKey'])
      assert.equal((await ask(url, 'sandbox', credentials, inSandbox)).status, 200)
      const token = await tokenOf(url, credentials)
      const withToken = () => query(url, 'sandbox', { token: String(token), apiKey }, inSandbox)
      assert.equal((await withToken()).status, 200)

      const said = await printed(lastro(['client', 'revoke', clientId]))
      assert.equal(said, 'Revoked. It stops answering within 5 seconds.\n')
      assert.equal(await tokenOf(url, credentials), undefined)
      await until(async () => (await withToken()).status === 401)
      assert.match(await refusalOf(lastro(['client', 'revoke', clientId])), /^There is no active client/)
    })

    test('a production client queries nothing until its contract is set, and then what was loaded', async () => {
      const file = join(newDirectory(), 'people.ndjson')
      const pipeline = [
        `"$NODE" "$LASTRO" bureau sample --count 50 --seed 7 | tee '${file}'`,
        '"$NODE" "$LASTRO" bureau load -',
      ]
      const both = { ...settings, NODE: process.execPath, LASTRO: programs.cli }
      const loaded = run('bash', ['-o', 'pipefail', '-c', pipeline.join(' | ')], both)
      // A machine that takes its time is told on the way how far it has come.
      const { code, stdout } = await loaded
      assert.deepEqual({ code, stdout }, { code: 0, stdout: '50 read = 50 kept + 0 refused\n' })
      const [line = ''] = readFileSync(file, 'utf8').split('\n')
      const { documento }: Subject = JSON.parse(line)

      const credentials = await newClient('production')
      const answer = () => ask(url, 'production', credentials, documento)
      assert.deepEqual(await answer(), { status: 403, code: 'product_not_contracted' })
      await printedJson(lastro(['contract', 'set', credentials.clientId, '--all']))
      await until(async () => (await answer()).status === 200)
      assert.equal((await answer()).report?.registration?.documentNumber, documento)
    })

    test('a new key works at once, and the earlier ones for their overlap only', async () => {
      const credentials = await newClient('sandbox')
      const { clientId, apiKey: first } = credentials
      const status = async (apiKey: string) =>
        (await ask(url, 'sandbox', { ...credentials, apiKey }, inSandbox)).status
      const rotated = await printedJson(lastro(['key', 'rotate', clientId, '--overlap', '5', '--json']))
      assert.deepEqual(Object.keys(rotated), ['clientId', 'apiKey'])
      assert.equal(await status(rotated.apiKey), 200)
      assert.equal(await status(first), 200)
      const third = (await printed(lastro(['key', 'rotate', clientId]))).trimEnd()
      assert.match(third, /^lk_test_[\w-]{43}$/)
      assert.equal(await status(third), 200)
      await until(async () => (await status(first)) === 401 && (await status(rotated.apiKey)) === 401)
      assert.equal(await status(third), 200)
    })
  })
}

describe('clients and contracts', async () => {
  const place = { LASTRO_DATA: newDirectory() }
  const lastro = lastroOf(place)
  const create = ['client', 'create', '--env', 'production', '--name']
  const credentials: NewCredentials = await printedJson(lastro([...create, 'Banco', '--json']))
  const { clientId } = credentials

  test('through npm nothing but the JSON is printed', async () => {
    const empty = { LASTRO_DATA: newDirectory() }
    const args = ['run', '-s', 'lastro', '--', 'client', 'list', '--json']
    const { code, stdout } = await run('npm', args, empty, { cwd: root })
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '[]\n' })
  })

  test('a place without clients says so and names itself, in Portuguese where the locale is not English', async () => {
    const directory = newDirectory()
    const empty = lastroIn({ LASTRO_DATA: directory, LANG: '' })
    assert.equal(await printed(empty(['client', 'list'])), `Nenhum cliente ainda em ${directory}.\n`)
  })

  test('a client made on a screen is told to keep its credentials', async () => {
    const shown = await printed(lastro([...create, 'Tela']))
    assert.match(shown, /^clientId +clientSecret +apiKey\ncli_\S+ +ls_\S+ +lk_live_\S+\n\nKeep them now: /)
  })

  test('a client of production is told that a contract must follow, one of the sandbox has its own', async () => {
    const shown = await printed(lastro([...create, 'Tela']))
    const [made = ''] = /cli_\S+/.exec(shown) ?? []
    const told = `It may query nothing yet. Say what it may: lastro contract set ${made} --products relato`
    assert.ok(shown.endsWith(`\n${told}\n`), shown)
    const [, ...words] = told.slice(told.indexOf('lastro contract')).split(' ')
    await printed(lastro(words))
    const sandbox = await printed(lastro(['client', 'create', '--env', 'sandbox', '--name', 'Tela']))
    assert.doesNotMatch(sandbox, /contract set/)
  })

  test('the list of clients shows who they are and since when, and neither secret nor hash', async () => {
    const json = await printed(lastro(['client', 'list', '--json']))
    const rows: Record<string, string>[] = JSON.parse(json)
    const row = rows.find((one) => one.clientId === clientId)
    assert.deepEqual(Object.keys(row ?? {}), ['clientId', 'environment', 'name', 'createdAt'])
    const table = await printed(lastro(['client', 'list']))
    assert.match(table, new RegExp(`^${clientId} +production +\\S+Z +Banco$`, 'm'))
    const { clientSecret, apiKey } = credentials
    for (const hidden of [clientSecret, apiKey, hashSecret(clientSecret), hashSecret(apiKey)]) {
      assert.ok(!json.includes(hidden) && !table.includes(hidden))
    }
  })

  test('a client has a name', async () => {
    const sentence = 'The name must have 1 to 200 characters.'
    assert.equal(await refusalOf(lastro([...create, '  '])), sentence)
  })

  test('a contract changes only in what is named, and shows as it was set', async () => {
    const created: NewCredentials = await printedJson(lastro([...create, 'Contrato', '--json']))
    const set = (...args: readonly string[]) =>
      printedJson(lastro(['contract', 'set', created.clientId, ...args]))
    const contract = {
      ...emptyContract,
      products: ['relato', 'cadastral'],
      features: ['*'],
      networks: ['10.0.0.0/8', '::1'],
    }
    const named = ['--products', 'relato, cadastral', '--features', '*', '--networks', '10.0.0.0/8,::1']
    assert.deepEqual(await set(...named), contract)
    const limited = { ...contract, requestsPerSecond: 5, monthlyQuota: 0, networks: [] }
    assert.deepEqual(await set('--rate', '5', '--quota', '0', '--networks', ''), limited)
    assert.deepEqual(await printedJson(lastro(['contract', 'show', created.clientId])), limited)
    assert.deepEqual(await set('--rate', '0', '--quota', 'none'), { ...contract, networks: [] })
  })

  test('a contract that cannot be set says what is wrong, and stays as it was', async () => {
    const wrong: readonly [readonly string[], RegExp][] = [
      [['--products', 'relato,relatorio'], /^--products: there is no relatorio\.$/],
      [['--features', 'MAIS_ANOTACOES,TUDO'], /^--features: there is no TUDO\.$/],
      [['--default-purpose', 'curiosity'], /^defaultPurpose: /],
      [['--networks', '10.0.0.0/33'], /^--networks: there is no 10\.0\.0\.0\/33\.$/],
      [['--quota', '-1'], /^--quota must be a number or none\.$/],
    ]
    for (const [args, sentence] of wrong) {
      const refusal = await refusalOf(lastro(['contract', 'set', clientId, '--all', ...args]))
      assert.match(refusal, sentence)
    }
    assert.deepEqual(await printedJson(lastro(['contract', 'show', clientId])), emptyContract)
  })

  test('a client that nobody knows is refused', async () => {
    const sentence = 'There is no active client with this id. See those there are with: client list'
    assert.equal(await refusalOf(lastro(['contract', 'show', 'nobody'])), sentence)
    assert.equal(await refusalOf(lastro(['contract', 'set', 'nobody', '--all'])), sentence)
    assert.equal(await refusalOf(lastro(['key', 'rotate', 'nobody'])), sentence)
  })

  test('an overlap is a number of minutes', async () => {
    const overlap = ['key', 'rotate', clientId, '--overlap', 'soon']
    assert.equal(await refusalOf(lastro(overlap)), '--overlap is a whole number of minutes.')
  })

  test('what is typed wrong says how to get help', async () => {
    for (const args of [['clients'], ['client', 'list', '--all'], ['bureau', 'load']]) {
      const { code, stdout, stderr } = await lastroIn(place)(args)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, /^error: [^\n]+\n([^\n]+\n)?\(--help shows how to use it\)\n$/)
    }
  })

  test('a store out of reach is said in a sentence', async () => {
    const at = (DATABASE_URL: string) => refusalOf(lastroIn({ DATABASE_URL })(['client', 'list', '--json']))
    assert.match(await at('postgres://lastro@127.0.0.1:1/x'), /^PostgreSQL does not answer at DATABASE_URL\./)
    assert.match(await at('mysql://127.0.0.1/x'), /^DATABASE_URL must begin with /)
    const LASTRO_DATA = newDirectory()
    writeFileSync(join(LASTRO_DATA, 'lastro.db'), 'not a database. '.repeat(100))
    const said = await refusalOf(lastroIn({ LASTRO_DATA })(['client', 'list']))
    assert.match(said, /^LASTRO_DATA holds a \.db file that is not an SQLite database\./)
  })
})

describe('loading a file', () => {
  const lastro = lastroIn({ LASTRO_DATA: newDirectory() })
  const good = (number: number) => ndjson({ documento: cpf(number), registration: { consumerName: 'ANA' } })
  const bad = '{"documento":"11111111111"}\n'
  const reason = 'documento: a repeated sequence is not a document.'

  test('that is not there, or is a directory, is said in a sentence', async () => {
    const sentence = 'The file could not be opened. Check the path.'
    assert.equal(await refusalOf(lastro(['bureau', 'load', 'nowhere.ndjson'])), sentence)
    assert.equal(await refusalOf(lastro(['bureau', 'load', newDirectory(), '--json'])), sentence)
    const refused = ['--refused', '/nowhere/refused.txt']
    assert.equal(await refusalOf(lastro(['bureau', 'load', '-', ...refused], { input: good(1) })), sentence)
  })

  test('is found from where the caller stands, as npm says it', async () => {
    const caller = newDirectory()
    writeFileSync(join(caller, 'people.ndjson'), good(1))
    const elsewhere = lastroIn({ LASTRO_DATA: newDirectory(), INIT_CWD: caller })
    const account = await printed(elsewhere(['bureau', 'load', 'people.ndjson']))
    assert.equal(account, '1 read = 1 kept + 0 refused\n')
  })

  test('with refused lines names them beside the account, and ends well unless it is strict', async () => {
    const input = `${good(1)}${bad}${good(2)}`
    const told = { stdout: '3 read = 2 kept + 1 refused\n', stderr: `line 2: ${reason}\n` }
    assert.deepEqual(await lastro(['bureau', 'load', '-'], { input }), { code: 0, ...told })
    assert.deepEqual(await lastro(['bureau', 'load', '-', '--strict'], { input }), { code: 1, ...told })
    const clean = await printed(lastro(['bureau', 'load', '-', '--strict'], { input: good(3) }))
    assert.equal(clean, '1 read = 1 kept + 0 refused\n')
  })

  test('prints JSON alone where that is asked', async () => {
    const input = `${bad}${good(4)}`
    const { code, stdout, stderr } = await lastro(['bureau', 'load', '-', '--json'], { input })
    assert.deepEqual(
      { code, stdout },
      { code: 0, stdout: '{"read":2,"kept":1,"refused":1,"withoutNotice":0}\n' },
    )
    assert.equal(stderr, `line 1: ${reason}\n`)
  })

  test('counts the debts and cheques that it keeps and nobody may read, for want of a notice', async () => {
    const negativeItems = [debt('listingP', '2026-01-05' as Day), debt('listingR', '2026-01-05' as Day)]
    const input = ndjson({
      documento: cpf(5),
      negativeItems: negativeItems.map(({ notifiedBy: _, ...one }) => one),
    })
    const load = (language: string, ...options: readonly string[]) =>
      printed(
        lastroIn({ LASTRO_DATA: newDirectory(), LC_ALL: language })(['bureau', 'load', '-', ...options], {
          input,
        }),
      )
    assert.equal(
      await load('en_US.UTF-8'),
      '1 read = 1 kept + 0 refused; debts and cheques kept, not shown (no notice): 2\n',
    )
    assert.equal(
      await load('pt_BR.UTF-8'),
      '1 lidas = 1 guardadas + 0 recusadas; dívidas e cheques guardados, não mostrados (sem comunicação): 2\n',
    )
    assert.equal(await load('en_US.UTF-8', '--json'), '{"read":1,"kept":1,"refused":0,"withoutNotice":2}\n')
  })

  test('shows a hundred refused lines, and writes all of them where a file is named', async () => {
    const input = bad.repeat(130)
    const shown = await lastro(['bureau', 'load', '-'], { input })
    assert.equal(shown.stdout, '130 read = 0 kept + 130 refused\n')
    assert.equal(shown.stderr.split('\n').length, 102)
    assert.match(shown.stderr, /\n… and 30 more\. Use --refused FILE to have them all\.\n$/)
    const path = join(newDirectory(), 'refused.txt')
    await lastro(['bureau', 'load', '-', '--refused', path], { input })
    const lines = Array.from({ length: 130 }, (_, at) => `line ${at + 1}: ${reason}\n`)
    assert.equal(readFileSync(path, 'utf8'), lines.join(''))
  })
})

describe('the file for refused lines', () => {
  const lastro = lastroIn({ LASTRO_DATA: newDirectory() })
  const bad = '{"documento":"11111111111"}\n'

  test('may not be the file to load, by whatever name', async () => {
    const path = join(newDirectory(), 'people.ndjson')
    writeFileSync(path, bad)
    symlinkSync(path, `${path}.link`)
    const sentence = '--refused names the very file to load. Name another.'
    assert.equal(await refusalOf(lastro(['bureau', 'load', path, '--refused', path])), sentence)
    assert.equal(await refusalOf(lastro(['bureau', 'load', path, '--refused', `${path}.link`])), sentence)
    assert.equal(readFileSync(path, 'utf8'), bad)
  })

  const lacksFullDevice = !existsSync('/dev/full')
  test('that cannot be written is said in a sentence, after the account', {
    skip: lacksFullDevice,
  }, async () => {
    const ended = await lastro(['bureau', 'load', '-', '--refused', '/dev/full'], { input: bad.repeat(3) })
    assert.equal(ended.code, 1)
    assert.equal(ended.stdout, '3 read = 0 kept + 3 refused\n')
    assert.match(ended.stderr, /\nlastro: The file of --refused could not be written whole\. .+\n$/)
    assert.equal(ended.stderr.split('\n').length, 5)
  })
})

describe('a sample', () => {
  const lastro = lastroIn({})
  const sample = (...args: readonly string[]) => lastro(['bureau', 'sample', ...args])

  test('is the same for the same seed, which is 1 unless another is named', async () => {
    const [one, again, other] = await Promise.all(
      ['1', undefined, '8'].map((seed) =>
        printed(sample('--count', '20', ...(seed ? ['--seed', seed] : []))),
      ),
    )
    assert.equal(one?.trimEnd().split('\n').length, 20)
    assert.equal(again, one)
    assert.notEqual(other, one)
  })

  test('ends quietly when its reader has had enough', async () => {
    const settings = { NODE: process.execPath, LASTRO: programs.cli }
    const script = '"$NODE" "$LASTRO" bureau sample --count 1000000 | head -1'
    const line = await printed(run('bash', ['-o', 'pipefail', '-c', script], settings))
    assert.equal(typeof JSON.parse(line).documento, 'string')
  })

  test('counts in whole numbers', async () => {
    const sentence = '--count and --seed are whole numbers.'
    assert.equal(await refusalOf(sample('--count', 'many')), sentence)
  })
})

test('a trail that is not there is not whole', async () => {
  const nowhere = join(newDirectory(), 'mistyped')
  const sentence = await refusalOf(lastroIn({ LASTRO_DATA: nowhere })(['trail', 'verify']))
  assert.match(sentence, /LASTRO_DATA/)
  assert.ok(!existsSync(nowhere))
})
