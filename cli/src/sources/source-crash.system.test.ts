import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { newPlace } from '../../../service/testing/engines.ts'
import { startProgram } from '../../../service/testing/program.ts'
import { answerReport, lastroImitation } from '../../../service/testing/servers/lastro-imitation.ts'
import { residentLastro } from '../../testing/resident-lastro.ts'

type Sent = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

test('a kill while a provider holds its answer: spent is on the month, nothing is billed or on record', async () => {
  const { dataDirectory } = await newPlace('sqlite')
  const settings = { LASTRO_DATA: dataDirectory, LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8' }
  const lastro = residentLastro({ ...childEnvironment(), ...settings, LANG: 'en_US.UTF-8' }, dataDirectory)
  const did = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await lastro(words)
    assert.equal(code, 0, stderr)
    return stdout
  }
  const provider = await lastroImitation()
  onTestFinished(provider.close)
  const credentials = join(dataDirectory, 'credentials.json')
  writeFileSync(credentials, JSON.stringify({ clientId: 'cli', clientSecret: 'a secret', apiKey: 'a key' }))
  const { clientId, clientSecret, apiKey } = JSON.parse(
    await did('client', 'create', '--env', 'production', '--name', 'Loja', '--json'),
  )
  const source = ['--name', 'parceiro', '--kind', 'lastro', '--url', provider.url, '--price', '1,30']
  await did('source', 'add', ...source, '--credentials', credentials)
  await did('source', 'enable', 'parceiro')
  const terms = ['--all', '--prices', 'relatorioBasico=5,00', '--default-purpose', 'credit_analysis']
  await did('contract', 'set', clientId, ...terms, '--sources', 'parceiro=operator')
  const costs = async () => JSON.parse(await did('usage', '--costs', '--client', clientId, '--json'))

  let program = await startProgram(settings)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const signedIn = await fetch(`${program.url}/oauth/token`, { method: 'POST', body })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const call = (path: string, of: Sent = {}) =>
    fetch(`${program.url}${path}`, {
      ...of,
      headers: { Authorization: `Bearer ${token}`, 'x-api-key': apiKey, ...of.headers },
    })
  const query = (key: string) =>
    call('/relatorioBasico/v2/consulta', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ documento: '52998224725' }),
    })
  const recorded = async () => {
    const { result } = (await (await call('/conta/v2/consultas')).json()) as {
      result: { consultations: unknown[] }
    }
    return result.consultations.length
  }
  const billed = async () => {
    const { result } = (await (await call('/conta/v2/consumo')).json()) as {
      result: { total: { billed: number } }
    }
    return result.total.billed
  }

  const held = new Promise<void>((resolve) => {
    provider.consult = () => resolve()
  })
  const broken = assert.rejects(query('one'))
  await held
  const ended = once(program.child, 'exit')
  program.child.kill('SIGKILL')
  await Promise.all([broken, ended])
  const spent = { source: 'parceiro', paidBy: 'operator', unbilled: { calls: 0, cents: 0 } }
  assert.deepEqual(await costs(), [{ ...spent, calls: 1, cents: 130 }])

  program = await startProgram(settings)
  assert.deepEqual([await recorded(), await billed()], [0, 0], 'nobody was shown anything')
  provider.consult = (answer, request) => answerReport(answer, request, {})
  const answered = await query('one')
  assert.deepEqual([answered.status, answered.headers.get('x-billed')], [200, 'true'])
  assert.equal((await query('one')).headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await costs(), [{ ...spent, calls: 2, cents: 260 }])
  assert.equal(await billed(), 1)
  await program.stop()
})
