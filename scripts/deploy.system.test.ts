import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, onTestFinished, test } from 'vitest'
import { readConfig } from '../service/src/program/config.ts'
import { openStore } from '../service/src/store/open-store.ts'
import { newDirectory, newPlace } from '../service/testing/engines.ts'
import { runService } from '../service/testing/running-service.ts'
import { freePort } from '../service/testing/servers/postgres-server.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Its servers have names that only their own network knows; its ports and its log are the machine's. */
async function nginxHere(directory: string, example: string, port: number): Promise<readonly string[]> {
  const here = example
    .replaceAll(/lastro-\d:8080/g, `127.0.0.1:${await freePort()}`)
    .replace('/var/log/nginx', directory)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${await freePort()} ssl;`)
  writeFileSync(join(directory, 'nginx.conf'), here)
  return ['-q', '-p', directory, '-c', join(directory, 'nginx.conf')]
}

async function nginxTakes(directory: string, example: string) {
  const words = await nginxHere(directory, example, await freePort())
  return spawnSync('nginx', ['-t', ...words], { encoding: 'utf8' })
}

/** The statuses of pages through a proxy whose services are all gone: what it passes on comes back as a 5xx. */
async function statusesThrough(program: string, words: readonly string[], port: number) {
  // Caddy writes down what it runs, below the directory of its user.
  const env = { ...process.env, XDG_CONFIG_HOME: newDirectory() }
  const proxy = spawn(program, words, { stdio: 'ignore', env })
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  const status = async (page: string): Promise<number> => {
    if (proxy.exitCode !== null) throw new Error(`${program} ended with ${proxy.exitCode}`)
    const answer = await fetch(`http://127.0.0.1:${port}${page}`).catch(() => undefined)
    return answer?.status ?? pause(50).then(() => status(page))
  }
  try {
    return { inside: await Promise.all(insidePages.map(status)), outside: await status('/docs') }
  } finally {
    proxy.kill()
    await ended
  }
}

const insidePages = ['/metrics', '/healthz', '/readyz']

const watched = [
  'lastro_ready',
  'lastro_reports_not_kept_total',
  'lastro_source_failures_total',
  'lastro_trail_commit_duration_seconds_bucket',
  'lastro_trail_commit_records_bucket',
  'lastro_postgres_connections',
  'lastro_outbox_oldest_age_seconds',
  'lastro_trail_lanes',
  'lastro_replica_lag_seconds',
  'lastro_disk_free_bytes',
  'lastro_source_breaker_open',
]

describe('what deploys the service', () => {
  test('watches figures that the service has', async () => {
    const known = new Set<string>()
    for (const engine of ['sqlite', 'postgres'] as const) {
      const place = await newPlace(engine)
      // Figures of replicas are there where any are named.
      const replicas = { urls: [place.databaseUrl ?? ''], lagMaxMs: 1_000 }
      const service = await runService({ place, store: await openStore({ ...place, replicas }) })
      onTestFinished(service.close)
      const page = await (await fetch(`${service.url}/metrics`)).text()
      for (const [, name = ''] of page.matchAll(/^# TYPE (\S+)/gm)) known.add(name)
    }
    for (const path of globSync('deploy/monitoring/*', { cwd: root })) {
      const asked = [...read(path).matchAll(/\b(?:lastro|process)_[a-z_]+/g)].map(([name]) => name)
      assert.ok(asked.length > 0, path)
      for (const name of asked)
        assert.ok(known.has(name.replace(/_(bucket|sum|count)$/, '')), `${path}: ${name}`)
    }
  })

  test('names settings that the service has', () => {
    const settings = read('service/src/program/config.ts')
    for (const path of globSync('deploy/**/*', { cwd: root, withFileTypes: true })) {
      if (!path.isFile()) continue
      const text = readFileSync(join(path.parentPath, path.name), 'utf8')
      for (const [name] of text.matchAll(/\bLASTRO_[A-Z_]+/g)) {
        assert.ok(settings.includes(name), `${path.name}: ${name}`)
      }
    }
  })

  test('keeps the containers that nginx asks where it found them, and has nobody but nginx believed', () => {
    const compose = read('deploy/docker/compose.yaml')
    const addressOf = (service: string) =>
      new RegExp(`^  ${service}:\\n(?:    .*\\n)*?    networks: .*ipv4_address: ([0-9.]+)`, 'm').exec(
        compose,
      )?.[1]
    const asked = [...read('deploy/proxy/nginx.conf').matchAll(/^ +server (\S+):8080/gm)]
    assert.equal(asked.length, 2)
    for (const [, service = ''] of asked)
      assert.ok(addressOf(service), `${service} has no address of its own`)
    assert.equal(/LASTRO_TRUSTED_PROXIES:-([^}]+)\}/.exec(compose)?.[1], addressOf('nginx'))
  })

  test('says of every alert what to do', () => {
    const rules = read('deploy/monitoring/lastro-rules.yaml')
    const count = (pattern: RegExp) => rules.match(pattern)?.length
    assert.equal(count(/^ +- alert: /gm), count(/^ +action: \S/gm))
    assert.equal(count(/^ +- alert: /gm), count(/^ +summary: \S/gm))
  })

  test('has an alert for what was lost and for all that an operator watches, each on a page of the guide', () => {
    const rules = read('deploy/monitoring/lastro-rules.yaml')
    for (const name of watched) assert.match(rules, new RegExp(`expr: .*\\b${name}\\b`), name)
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert)
    for (const language of ['pt', 'en']) {
      const page = read(`docs/guide/${language}/watch.md`)
      const explained = [...page.matchAll(/^\| `(Lastro\w+)` \| \S/gm)].map(([, alert = '']) => alert)
      assert.deepEqual(explained.toSorted(), alerts.toSorted(), language)
    }
  })

  test('goes by the name that the guide gives the services in Prometheus', () => {
    const asked = globSync('deploy/monitoring/*', { cwd: root }).flatMap((path) => [
      ...read(path).matchAll(/job=\\?"(\w+)\\?"/g),
    ])
    const jobs = [...new Set(asked.map(([, job = '']) => job))]
    for (const page of ['docs/guide/pt/watch.md', 'docs/guide/en/watch.md', 'deploy/README.md']) {
      const named = [...read(page).matchAll(/job_name: (\w+)/g)].map(([, job = '']) => job)
      assert.deepEqual(named, jobs, page)
    }
  })

  test('gives the unit little to reach', { skip: !has('systemd-analyze') }, () => {
    const unit = join(root, 'deploy/systemd/lastro.service')
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const [, exposure] = /Overall exposure level.*: ([\d.]+)/.exec(judged.stdout) ?? []
    assert.ok(Number(exposure) < 2, judged.stdout + judged.stderr)
  })

  test('has a unit that goes on trying while PostgreSQL is not up yet', () => {
    const [unit = '', service = ''] = read('deploy/systemd/lastro.service').split(/^\[Service\]$/m)
    assert.match(unit, /^After=.*\bpostgresql\.service\b/m)
    // One without PostgreSQL on its machine starts too.
    assert.doesNotMatch(unit, /^(Requires|BindsTo|Requisite)=/m)
    assert.match(unit, /^StartLimitIntervalSec=0$/m)
    assert.match(service, /^Restart=on-failure$/m)
    assert.match(service, /^RestartSteps=\d+$/m)
    assert.match(service, /^RestartMaxDelaySec=\d+$/m)
  })

  test('tells of too many requests shortly before the service refuses more', () => {
    const [, limit] =
      /lastro_requests_in_flight > (\d+)/.exec(read('deploy/monitoring/lastro-rules.yaml')) ?? []
    assert.equal(Number(limit), 0.9 * readConfig({}).requestsInFlightMax)
  })

  test('builds the image from the newest archive, however many there are', () => {
    const directory = newDirectory()
    for (const version of ['0.9.0', '0.10.0', '0.2.0']) {
      for (const arch of ['x64', 'arm64'])
        writeFileSync(join(directory, `lastro-${version}-linux-${arch}.tar.gz`), '')
    }
    const [, choice = ''] = /archive=(\$\(.*\)) \\$/m.exec(read('deploy/docker/Dockerfile')) ?? []
    const script = `arch=x64; echo ${choice.replaceAll('/tmp/bundles', directory)}`
    const chosen = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout
    assert.equal(chosen, `${join(directory, 'lastro-0.10.0-linux-x64.tar.gz')}\n`)
  })

  test('has rules that Prometheus takes', { skip: !has('promtool') }, () => {
    const rules = join(root, 'deploy/monitoring/lastro-rules.yaml')
    const checked = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stdout + checked.stderr)
  })

  test('has an example that nginx takes', { skip: !has('nginx') }, async () => {
    const checked = await nginxTakes(newDirectory(), read('deploy/proxy/nginx.conf'))
    assert.equal(checked.status, 0, checked.stderr)
  })

  test('has an example whose lines for TLS nginx takes', {
    skip: !has('nginx') || !has('openssl'),
  }, async () => {
    const directory = newDirectory()
    const [key, certificate] = [join(directory, 'lastro.key'), join(directory, 'lastro.pem')]
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=lastro.example']
    spawnSync('openssl', [...made, '-keyout', key, '-out', certificate])
    const example = read('deploy/proxy/nginx.conf').replaceAll(
      /^( +)# {2}(?=listen 443 ssl|ssl_certificate)/gm,
      '$1',
    )
    assert.equal(example.match(/^ +(listen 443 ssl|ssl_certificate|ssl_certificate_key)\b/gm)?.length, 3)
    const checked = await nginxTakes(directory, example.replaceAll('/etc/nginx/tls', directory))
    assert.equal(checked.status, 0, checked.stderr)
  })

  test('has an example that Caddy takes', { skip: !has('caddy') }, () => {
    const example = join(root, 'deploy/proxy/Caddyfile')
    const checked = spawnSync('caddy', ['adapt', '--config', example], { encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stderr)
  })

  test('keeps figures and health behind nginx', { skip: !has('nginx') }, async () => {
    const [directory, port] = [newDirectory(), await freePort()]
    const words = await nginxHere(directory, read('deploy/proxy/nginx.conf'), port)
    const pid = `pid ${join(directory, 'nginx.pid')};`
    const { inside, outside } = await statusesThrough('nginx', ['-g', `daemon off; ${pid}`, ...words], port)
    assert.deepEqual([...inside, outside], [404, 404, 404, 502])
  })

  test('keeps figures and health behind Caddy', { skip: !has('caddy') }, async () => {
    const [directory, port, gone] = [newDirectory(), await freePort(), await freePort()]
    const here = read('deploy/proxy/Caddyfile')
      .replace('lastro.example', `http://127.0.0.1:${port}`)
      .replace(/127\.0\.0\.1:8080 127\.0\.0\.1:8081/, `127.0.0.1:${gone}`)
    const path = join(directory, 'Caddyfile')
    writeFileSync(path, `{\n\tadmin off\n}\n${here}`)
    const words = ['run', '--config', path, '--adapter', 'caddyfile']
    const { inside, outside } = await statusesThrough('caddy', words, port)
    assert.deepEqual([...inside, outside], [404, 404, 404, 503])
  })
})
