import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { operations } from '@lastro/contract/operations.ts'
import { commandActs, commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import type { Command } from 'commander'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { cleanUp } from '../../service/testing/clean-up.ts'
import { engines, type Place } from '../../service/testing/engines.ts'
import { programs } from '../../service/testing/programs.ts'
import { operatorService } from '../../service/testing/services/operator-service.ts'
import { until } from '../../service/testing/until.ts'
import type { Ran } from '../testing/many-commands.ts'
import { operationOf } from './on-record.ts'
import { lastroProgram } from './program.ts'

/** Commands that change nothing and show no document whole. Everything else leaves a record. */
const reading = [
  'bureau coverage list',
  'bureau sample',
  'client list',
  'client statement',
  'completion',
  'contract show',
  'corrections list',
  'data fetch',
  'data list',
  'data sample',
  'doctor',
  'listen',
  'listings list',
  'listings review',
  'mcp',
  'person requests',
  'policy check',
  'policy schema',
  'policy try',
  'source list',
  'source show',
  'trail confirm',
  'trail verify',
  'trigger',
  'usage',
  'user list',
]

const leaves = (command: Command, path: readonly string[] = []): { name: string; command: Command }[] =>
  command.commands.length === 0
    ? [{ name: path.join(' '), command }]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]))

const all = leaves(lastroProgram())
const recorded = all.filter(({ command }) => operationOf(command) !== undefined)

test('every command either reads, or leaves a record of what it did', () => {
  assert.ok(all.length > 25)
  assert.deepEqual(
    all
      .filter(({ command }) => operationOf(command) === undefined)
      .map(({ name }) => name)
      .toSorted(),
    reading,
    'a command that changes something is given its action by onRecord',
  )
})

test('what a command does is recorded under the operation that does the same, or under a name of its own', () => {
  const overHttp = operations(products)
    .filter((one) => one.credentials === 'operator')
    .map((one) => one.id)
  const used = recorded.map(({ command }) => operationOf(command) ?? '')
  assert.deepEqual(used.filter((one) => !overHttp.includes(one)).toSorted(), commandActs.toSorted())
  assert.equal(new Set(used).size, used.length)
})

const document = '52998224725'
const [previousKey, nextKey] = [
  'a first key that is long enough for anyone',
  'a second key that is long enough for anyone',
]
const email = 'ana@exemplo.com.br'
const providersSecret = 'what a provider knows us by'
const [nobody, mail] = ['019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11', 'oc_x.019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11']

type Case = readonly [command: string, outcome: string, target: string | undefined]

/** In the order in which they are run; `{name}` is what a command before printed. */
const cases: readonly Case[] = [
  ['client create --env production --name Loja --json', 'done', '{clientId}'],
  ['contract set {clientId} --all', 'done', '{clientId}'],
  ['contract set {clientId} --prices nothing', 'refused', '{clientId}'],
  ['contract set {clientId} --minimum 500,00 --tiers relato:1001=1,20;alertas:11=0,10', 'done', '{clientId}'],
  ['contract set {clientId} --tiers relato:1001=1,20;relato:2001=1,50', 'refused', '{clientId}'],
  ['client entry {clientId} --kind credit --amount 1,50 --reason Cortesia --json', 'done', '{made}'],
  ['client entry {clientId} --kind credit --amount 150 --reason Cortesia', 'refused', '{clientId}'],
  ['client entry {clientId} --kind credit --amount 0,00 --reason Cortesia', 'refused', '{clientId}'],
  [
    `client entry {clientId} --kind debit --amount 1,50 --reason ${document}`,
    'entry_reason_unfit',
    '{clientId}',
  ],
  ['client entry cli_nobody --kind credit --amount 1,50 --reason Cortesia', 'client_unknown', 'cli_nobody'],
  ['client reverse {clientId} {id} --reason Engano', 'done', '{made}'],
  ['client reverse {clientId} {id} --reason Engano', 'entry_reversed', '{clientId}'],
  ['contract set cli_nobody --all', 'client_unknown', 'cli_nobody'],
  ['key rotate {clientId} --json', 'done', '{clientId}'],
  ['key rotate {apiKey}', 'client_unknown', undefined],
  [
    `user create --role analyst --email ${email} --name Ana-de-Exemplo --client {clientId} --json`,
    'done',
    '{userId}',
  ],
  [`user create --role operator --email ${email} --name Ana-de-Exemplo`, 'user_email_taken', undefined],
  [`user reset ${email} --json`, 'done', '{userId}'],
  [`user disable ${email}`, 'done', '{userId}'],
  [`user enable ${email}`, 'done', '{userId}'],
  [`user unlock ${email}`, 'done', '{userId}'],
  [`user totp-off ${email}`, 'done', '{userId}'],
  ['user totp-off nobody@exemplo.com.br', 'user_unknown', undefined],
  [`client revoke ${email}`, 'client_unknown', undefined],
  ['bureau load subjects.ndjson', 'done', undefined],
  ['bureau load subjects.ndjson --strict', 'lines_refused', undefined],
  ['bureau load nowhere.ndjson', 'refused', undefined],
  // A file that opens and cannot be read: what nobody foresaw has an end on record too.
  ['bureau load /proc/self/mem', 'internal_error', undefined],
  [`bureau coverage shorten ${nobody} --until 2026-11-30`, 'refused', nobody],
  [`bureau coverage withdraw ${nobody}`, 'refused', nobody],
  [`trail search --env sandbox --document ${document}`, 'done', undefined],
  ['trail search --client {clientId}', 'done', '{clientId}'],
  ['trail archive --before 2020-01-15 --to archives', 'done', '2020-01'],
  ['trail archive --before 2999-01-01 --to archives', 'refused', undefined],
  [`listings show ${nobody}`, 'listing_unknown', nobody],
  [`listings approve ${document} --reason x`, 'listing_unknown', undefined],
  [`listings refuse ${nobody} --reason x`, 'listing_unknown', nobody],
  [`listings suspend ${nobody} --order x`, 'listing_unknown', nobody],
  [`listings resume ${nobody} --reason x`, 'listing_unknown', nobody],
  [`listings release ${nobody} --code 96 --reason x`, 'listing_unknown', nobody],
  [`listings paid ${nobody} --on 2026-01-05 --reason x`, 'listing_unknown', nobody],
  [`listings dispute ${nobody} --outcome upheld --reason x`, 'listing_unknown', nobody],
  [`listings lift ${nobody} --order x --reason x`, 'listing_unknown', nobody],
  [`person file --document ${document} --identity RG --reason x`, 'done', '{made}'],
  ['person file --document 52998224724 --identity RG --reason x', 'document_invalid', undefined],
  [`person dispute ${nobody} --document ${document} --identity RG --statement x`, 'not_on_file', nobody],
  [`person dispute ${document} --document ${document} --identity RG --statement x`, 'not_on_file', undefined],
  [
    `person correct --document ${document} --identity RG --subject registration --field name --statement x`,
    'done',
    '{made}',
  ],
  [
    `person correct --document ${document} --identity RG --subject listing --field name --statement x`,
    'refused',
    undefined,
  ],
  [`person answer ${nobody} --outcome rejected --answer x`, 'request_unknown', nobody],
  ['notices letters --lot lote-1', 'done', 'lote-1'],
  [`notices letters --lot ${document}`, 'done', undefined],
  ['notices posted --lot lote-1', 'refused', 'lote-1'],
  [`notices delivered ${nobody} --proof x`, 'notice_unknown', nobody],
  [`notices failed ${nobody} --reason x`, 'notice_unknown', nobody],
  [`alerts bounced ${mail} --reason 550`, 'message_unknown', mail],
  ['corrections told co_nobody --note x', 'correction_unknown', 'co_nobody'],
  ['secrets reseal', 'done', undefined],
  ['data import receita nowhere', 'refused', 'receita'],
  ['data use receita 2020-01', 'refused', 'receita'],
  ['data remove receita 2020-01', 'refused', 'receita'],
  [
    'source add --name parceiro --kind lastro --url https://192.0.2.1 --credentials credentials.json --json',
    'source_url_refused',
    undefined,
  ],
  [
    'source add --name parceiro --kind lastro --url http://127.0.0.1:59999 --credentials credentials.json --json',
    'done',
    '{sourceId}',
  ],
  ['source add --name parceiro --kind lastro --url http://127.0.0.1:59999', 'source_name_taken', undefined],
  ['source add --name bureau --kind lastro --url http://127.0.0.1:59999', 'refused', undefined],
  ['source credentials parceiro --credentials credentials.json', 'done', '{sourceId}'],
  ['source credentials parceiro --credentials nowhere.json', 'refused', '{sourceId}'],
  [
    'source credentials parceiro --credentials credentials.json --client cli_nobody',
    'client_unknown',
    '{sourceId}',
  ],
  [`source test parceiro --document ${document}`, 'done', '{sourceId}'],
  [`source test ${document} --document ${document}`, 'source_unknown', undefined],
  ['source enable parceiro', 'done', '{sourceId}'],
  ['source disable parceiro', 'done', '{sourceId}'],
  ['source enable nobody', 'source_unknown', undefined],
  ['source remove parceiro', 'done', '{sourceId}'],
  ['source remove parceiro', 'source_unknown', undefined],
  ['backup /dev/null/backup', 'refused', undefined],
  ['move --to nothing', 'refused', undefined],
  ['store distribute', 'refused', undefined],
  ['client revoke {clientId}', 'done', '{clientId}'],
  ['client revoke {clientId}', 'client_unknown', '{clientId}'],
]

/**
 * There is no store to leave a record in before it is restored: its own test looks there afterwards. A service is
 * looked at after its first start by `first-start.engines.test.ts`.
 */
const triedElsewhere = ['serve', 'restore']

test('every command that leaves a record is tried', () => {
  const tried = new Set(
    recorded.filter(({ name }) => cases.some(([one]) => one.startsWith(`${name} `) || one === name)),
  )
  assert.deepEqual(
    recorded.filter((one) => !tried.has(one)).map(({ name }) => name),
    triedElsewhere,
  )
})

const settingsOf = ({ dataDirectory, databaseUrl }: Place) => ({
  ...childEnvironment(),
  LC_ALL: 'en_US.UTF-8',
  INIT_CWD: dataDirectory,
  LASTRO_DATA: dataDirectory,
  LASTRO_NOTICE_SENDER: 'Bureau Exemplo, Rua A 1, São Paulo',
  LASTRO_SECRETS_KEY: nextKey,
  LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8',
  LASTRO_SECRETS_KEY_OLD: previousKey,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

async function runAll(place: Place, commands: readonly string[]): Promise<Ran[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/many-commands.ts')], {
    env: settingsOf(place),
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(commands.map((one) => one.split(' '))))
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.ok(printed.startsWith('['), said)
  return JSON.parse(printed)
}

for (const engine of engines) {
  describe(`acts of commands on ${engine}`, async () => {
    const service = await operatorService(engine)
    afterAll(service.close)
    const { place, result } = service
    const actsOf = async (userId: string) =>
      (await result<{ acts: OperatorAct[] }>(`/atos?limit=200&userId=${userId}`)).acts

    test('each leaves one record: who, what, on whom and how it ended; no secret and no document', async () => {
      writeFileSync(
        join(place.dataDirectory, 'subjects.ndjson'),
        `{"documento":"${document}"}\n{"documento":"1"}\n`,
      )
      writeFileSync(
        join(place.dataDirectory, 'credentials.json'),
        JSON.stringify({ clientId: 'cli_x', clientSecret: providersSecret, apiKey: 'k' }),
      )
      const ran = await runAll(
        place,
        cases.map(([command]) => command),
      )
      const values: Record<string, string> = {}
      for (const { printed } of ran) if (printed.startsWith('{')) Object.assign(values, JSON.parse(printed))
      const filled = (target: string | undefined) =>
        target?.replace(/^\{(\w+)\}$/, (_, name) => values[name] ?? '')

      const acts = (await actsOf(commandLineUserId)).toReversed()
      const operationNamed = (command: string) =>
        recorded.find(({ name }) => command === name || command.startsWith(`${name} `))
      // What was asked for people on file, and entries, have ids of their own, told apart by their shape.
      const made = /^(lan_)?[0-9a-f-]{36}$/
      assert.deepEqual(
        acts.map((act, at) => [
          act.operation,
          act.outcome,
          cases[at]?.[2] === '{made}' && made.test(act.target ?? '') ? undefined : act.target,
        ]),
        cases.map(([command, outcome, target]) => {
          const found = operationNamed(command)
          const isMade = target === '{made}'
          return [found && operationOf(found.command), outcome, isMade ? undefined : filled(target)]
        }),
      )
      for (const act of acts) assert.equal(act.userName, systemUser())
      assert.equal(new Set(acts.map((act) => act.requestId)).size, acts.length)

      const kept = JSON.stringify(acts)
      const { clientSecret = '', apiKey = '', password = '' } = values
      for (const hidden of [
        clientSecret,
        apiKey,
        password,
        email,
        document,
        'Ana-de-Exemplo',
        previousKey,
        nextKey,
        providersSecret,
      ]) {
        assert.ok(hidden.length > 2 && !kept.includes(hidden))
      }
    })

    test('a command that only reads, or that makes no sense, leaves none', async () => {
      const before = (await actsOf(commandLineUserId)).length
      await runAll(place, ['client list --json', 'user list', 'listings review', 'trail verify', 'usage'])
      const child = spawn(process.execPath, [programs.cli, 'client', 'revoke'], {
        env: settingsOf(place),
        stdio: 'ignore',
      })
      const [code] = await once(child, 'exit')
      assert.equal(code, 1)
      assert.equal((await actsOf(commandLineUserId)).length, before)
    })

    test('one that is killed half way has begun, and has no end', async () => {
      const before = (await actsOf(commandLineUserId)).length
      const child = spawn(process.execPath, [programs.cli, 'bureau', 'load', '-'], {
        env: settingsOf(place),
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      child.stdin.on('error', () => undefined)
      const ended = once(child, 'exit')
      await until(async () => (await actsOf(commandLineUserId)).length > before, 'the load has begun')
      child.kill('SIGKILL')
      await ended
      const [act] = await actsOf(commandLineUserId)
      assert.equal((await actsOf(commandLineUserId)).length, before + 1)
      assert.deepEqual([act?.operation, act?.outcome], ['comandoBiroCarrega', undefined])
    })
  })
}
