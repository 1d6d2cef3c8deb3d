import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newDirectory } from '../../../service/testing/engines.ts'
import { readPdf } from '../../../service/testing/pdf/pdf-reader.ts'
import { programs } from '../../../service/testing/programs.ts'

test('the operator sets terms, gives a credit, and reads the statement as words, JSON and PDF', () => {
  const dataDirectory = newDirectory()
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [programs.cli, ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        INIT_CWD: dataDirectory,
        LASTRO_DATA: dataDirectory,
        LC_ALL: 'en_US.UTF-8',
        DATABASE_URL: '',
        LASTRO_NOTICE_SENDER: 'Bureau Exemplo, Rua A 1, São Paulo',
      },
    })
  const did = (...args: string[]): string => {
    const done = run(...args)
    assert.equal(done.status, 0, done.stderr)
    return done.stdout.trim()
  }
  const { clientId } = JSON.parse(did('client', 'create', '--env', 'production', '--name', 'Loja', '--json'))
  did('contract', 'set', clientId, '--minimum', '500,00', '--tiers', 'relato:1001=1,20')
  const id = did('client', 'entry', clientId, '--kind', 'credit', '--amount', '1,50', '--reason', 'Cortesia')
  const statement = JSON.parse(did('client', 'statement', clientId, '--json'))
  assert.deepEqual(
    [statement.totals.total, statement.entries[0].id, statement.operator],
    ['498.50', id, 'Bureau Exemplo, Rua A 1, São Paulo'],
  )
  const inPortuguese = spawnSync(process.execPath, [programs.cli, 'client', 'statement', clientId], {
    encoding: 'utf8',
    env: { ...process.env, LASTRO_DATA: dataDirectory, LC_ALL: 'pt_BR.UTF-8', DATABASE_URL: '' },
  }).stdout
  assert.match(inPortuguese, /^o quê +quantas +preço +valor\n(?:.*\n)*mínimo +500\.00 +500\.00\n/)
  assert.doesNotMatch(inPortuguese, /minimum|what|count|price|amount/)
  const words = did('client', 'statement', clientId)
  assert.match(words, /Cortesia +-1\.50\n/)
  assert.match(words, /total +498\.50\nThe month is not closed\./)
  assert.match(did('client', 'statement', clientId, '--pdf', 'extrato.pdf'), /extrato\.pdf/)
  const path = join(dataDirectory, 'extrato.pdf')
  assert.match(readPdf(readFileSync(path)).title, /^Statement of .*: Loja$/)
  assert.equal(statSync(path).mode & 0o077, 0, 'a statement is for its owner alone')
  for (const args of [
    ['client', 'statement', 'cli_nobody'],
    ['client', 'statement', clientId, '--month', '2026-13'],
    ['client', 'entry', clientId, '--kind', 'credit', '--amount', '150', '--reason', 'x'],
    [
      'client',
      'entry',
      clientId,
      '--kind',
      'credit',
      '--amount',
      '1,50',
      '--reason',
      'x',
      '--month',
      '9999-01',
    ],
  ])
    assert.equal(run(...args).status, 1, args.join(' '))
})
