import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { newDirectory } from '../../../testing/engines.ts'
import { BackupFault } from './backup-fault.ts'
import { chosenTool, dumpMajor } from './chosen-tool.ts'

/** A machine with programs that say their release: some where packages put them, one where a shell looks. */
function machineWith(packaged: readonly string[], inShell?: string) {
  // Programs may be started from here on every machine.
  const root = mkdtempSync(join(tmpdir(), 'lastro-test-'))
  cleanUp(() => rmSync(root, { recursive: true }))
  const install = (directory: string, version: string) => {
    mkdirSync(join(root, directory), { recursive: true })
    for (const tool of ['pg_dump', 'pg_restore']) {
      const program = `#!/bin/sh\necho "${tool} (PostgreSQL) ${version} (Debian ${version}-1.pgdg12+1)"\n`
      writeFileSync(join(root, directory, tool), program, { mode: 0o755 })
    }
  }
  for (const version of packaged) install(`lib/postgresql/${version}/bin`, version)
  if (inShell !== undefined) install('bin', inShell)
  return { root, path: `/nowhere:${join(root, 'bin')}` }
}

const refusedAs = (kind: string, about: string) => (error: unknown) =>
  error instanceof BackupFault && error.kind === kind && error.about === about

test("the programs of the server's own release are used, else the nearest newer ones", () => {
  const many = machineWith(['9.6.24', '15.13', '16.9', '18beta1'], '17.5')
  const major = (server: number | undefined) => chosenTool('pg_dump', { server }, many).major
  assert.deepEqual([15, 16, 17, 18].map(major), [15, 16, 17, 18])
  assert.equal(major(14), 15)
  // It says itself that it is too old.
  assert.equal(major(19), 18)
  assert.equal(major(undefined), 18)
  assert.equal(
    chosenTool('pg_dump', { server: 15 }, many).path,
    join(many.root, 'lib/postgresql/15.13/bin/pg_dump'),
  )
  assert.equal(chosenTool('pg_dump', { server: 17 }, many).path, join(many.root, 'bin/pg_dump'))
})

test('a server is not given what a newer pg_restore sets and it does not know: that is refused', () => {
  const of17 = machineWith(['17.5'])
  assert.throws(() => chosenTool('pg_restore', { server: 15 }, of17), refusedAs('tool_newer', '15'))
  assert.throws(() => chosenTool('pg_restore', { server: 16 }, of17), refusedAs('tool_newer', '16'))
  assert.throws(() => chosenTool('pg_dump', { server: 15 }, of17), refusedAs('tool_newer', '15'))
  assert.equal(chosenTool('pg_restore', { server: 17 }, of17).major, 17)
  assert.equal(chosenTool('pg_restore', { server: 17 }, machineWith(['18.0'])).major, 18)
  assert.equal(chosenTool('pg_restore', { server: 15 }, machineWith(['16.9', '17.5'])).major, 16)
})

test('a dump is restored by a release that reads it', () => {
  const both = machineWith(['15.13', '16.9'])
  assert.equal(chosenTool('pg_restore', { server: 15, dump: 16 }, both).major, 16)
  assert.equal(chosenTool('pg_restore', { server: 15, dump: 0 }, both).major, 15)
  const all = machineWith(['15.13', '17.5'])
  assert.throws(() => chosenTool('pg_restore', { server: 15, dump: 17 }, all), refusedAs('dump_newer', '15'))
  assert.equal(chosenTool('pg_restore', { server: 17, dump: 17 }, all).major, 17)
  const of = (...bytes: readonly number[]) => {
    const path = join(newDirectory(), 'dump')
    writeFileSync(path, Buffer.concat([Buffer.from('PGDMP'), Buffer.from(bytes)]))
    return dumpMajor(path)
  }
  assert.deepEqual([of(1, 14), of(1, 15), of(1, 16), of(1, 17), of(2, 0), of()], [0, 16, 17, 17, 0, 0])
})

test('a program that is not there, or does not start, is told to be missing', () => {
  const nowhere = { path: '/nowhere:', root: '/nowhere' }
  assert.throws(() => chosenTool('pg_dump', { server: 15 }, nowhere), refusedAs('tool_missing', 'pg_dump'))
  const broken = machineWith(['17.5'])
  writeFileSync(join(broken.root, 'lib/postgresql/17.5/bin/pg_dump'), '#!/bin/sh\nexit 1\n')
  assert.throws(() => chosenTool('pg_dump', { server: 17 }, broken), refusedAs('tool_missing', 'pg_dump'))
})
