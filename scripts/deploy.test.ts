import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openStore } from '../service/src/store/open-store.ts'
import { engines, newPlace } from '../service/testing/engines.ts'
import { runService } from '../service/testing/running-service.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

describe('what deploys the service', () => {
  test('watches figures that the service has', async () => {
    const known = new Set<string>()
    for (const engine of engines) {
      const place = await newPlace(engine)
      // Figures of replicas are there where any are named.
      const replicas = { urls: [place.databaseUrl ?? ''], lagMaxMs: 1_000 }
      const service = await runService({ place, store: await openStore({ ...place, replicas }) })
      after(service.close)
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

  test('says of every alert what to do', () => {
    const rules = read('deploy/monitoring/lastro-rules.yaml')
    const count = (pattern: RegExp) => rules.match(pattern)?.length
    assert.equal(count(/^ +- alert: /gm), count(/^ +action: \S/gm))
    assert.equal(count(/^ +- alert: /gm), count(/^ +summary: \S/gm))
  })

  test('has an alert for every figure of something that was lost', () => {
    const rules = read('deploy/monitoring/lastro-rules.yaml')
    for (const name of ['lastro_reports_not_kept_total', 'lastro_source_failures_total'])
      assert.match(rules, new RegExp(`expr: .*\\b${name}\\b`), name)
  })

  test('gives the unit little to reach', { skip: !has('systemd-analyze') }, () => {
    const unit = join(root, 'deploy/systemd/lastro.service')
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const [, exposure] = /Overall exposure level.*: ([\d.]+)/.exec(judged.stdout) ?? []
    assert.ok(Number(exposure) < 2, judged.stdout + judged.stderr)
  })

  test('has rules that Prometheus takes', { skip: !has('promtool') }, () => {
    const rules = join(root, 'deploy/monitoring/lastro-rules.yaml')
    const checked = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stdout + checked.stderr)
  })
})
