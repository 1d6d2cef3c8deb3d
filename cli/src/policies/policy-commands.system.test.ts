import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { policySchema } from '@lastro/contract/policies/policy.ts'
import { policyBytesMax } from '@lastro/contract/policies/policy-limits.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { runService } from '../../../service/testing/running-service.ts'
import { coveringSource } from '../../../service/testing/services/covering-source.ts'

const directory = newDirectory()
const examples = join(import.meta.dirname, '../../../examples/policies')
const shop = join(examples, 'furniture-shop.json')

type Settings = Readonly<Record<string, string>>

async function run(args: readonly string[], settings: Settings = {}, input = '') {
  const child = spawn(process.execPath, [programs.cli, 'policy', ...args], {
    env: { ...childEnvironment(), LANG: 'en', LASTRO_DATA: directory, INIT_CWD: directory, ...settings },
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin.on('error', () => {}).end(input)
  const [printed, refused, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { printed, refused, code: code as number }
}

const written = (name: string, content: string): string => {
  writeFileSync(join(directory, name), content)
  return name
}

describe('a policy in a file and the same policy sent to the service', async () => {
  const service = await runService()
  afterAll(service.close)
  const base = JSON.parse(readFileSync(shop, 'utf8'))
  const [rule] = base.rules
  const report = (product: string, ...features: string[]) => ({ report: { product, features } })
  const deep = `${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`
  const policies: Readonly<Record<string, string>> = {
    fit: JSON.stringify(base),
    'feature for a CNPJ only, asked for both': JSON.stringify({
      ...base,
      ...report('relatorioBasico', 'QSA_COMPLETO'),
      documentTypes: ['CPF', 'CNPJ'],
    }),
    'the same, in the other order': JSON.stringify({
      ...base,
      ...report('relatorioBasico', 'SANCOES', 'PARTICIPACOES'),
      documentTypes: ['CNPJ', 'CPF'],
    }),
    'feature for both': JSON.stringify({
      ...base,
      ...report('relatorioAvancado', 'PARTICIPACOES'),
      documentTypes: ['CPF', 'CNPJ'],
    }),
    'product for a CNPJ only': JSON.stringify({
      ...base,
      ...report('relato'),
      documentTypes: ['CPF', 'CNPJ'],
    }),
    'feature twice': JSON.stringify({ ...base, ...report('relatorioBasico', 'SANCOES', 'SANCOES') }),
    'unknown members': JSON.stringify({ ...base, extra: 1, rules: [{ ...rule, more: 1 }] }),
    'nested too deep': `{"name":"loja","rules":[{"when":${deep}}]}`,
    'too large': JSON.stringify({ ...base, extra: 'x'.repeat(policyBytesMax) }),
    'a member twice': JSON.stringify(base).replace('{', '{"name":"other",'),
    'an incomplete character': JSON.stringify(base).replace(base.name, 'loja\\ud800'),
    'not JSON': '{',
    'not an object': '[]',
  }

  for (const [what, text] of Object.entries(policies))
    test(`get the same result: ${what}`, async () => {
      const as = await service.newSession('sandbox')
      const { printed, code } = await run(['check', written('same.json', text), '--json'])
      const answer = await service.call('/sandbox/politicas/v2', { as, body: text })
      assert.equal(code === 0, answer.status === 201, answer.text)
      if (answer.at('code') !== 'policy_unfit') return
      const errors = answer.at('errors') as { field: string; code: string; message: string }[]
      assert.deepEqual(
        JSON.parse(printed).faults.map((one: { code: string; message: { en: string; pt: string } }) => [
          one.code,
          one.message.pt,
        ]),
        errors.map((one) => [one.code, one.message]),
      )
    })
})

describe('a policy in a file', () => {
  test('is checked without a service, and every file is looked at', async () => {
    const wrong = written('wrong.json', JSON.stringify({ name: 'Loja', rules: [] }))
    const { printed, code } = await run(['check', wrong, shop])
    assert.equal(code, 1)
    assert.match(printed, /^wrong\.json: cannot be used\n {2}name: It must have only lower-case/)
    assert.match(
      printed,
      /furniture-shop\.json: in order\nWithout --env, this command cannot tell whether the service covers the sections/,
    )
    const title = { pt: '\u200b', en: 'Shop' }
    const unseen = await run(['check', written('unseen.json', JSON.stringify({ name: 'loja', title }))])
    assert.match(unseen.printed, / {2}title\.pt: There is nothing to read here/)
    const right = await run(['check', shop, '--json'])
    assert.equal(right.code, 0)
    assert.deepEqual(JSON.parse(right.printed), {
      file: shop,
      fit: true,
      faults: [],
      warnings: [],
      coverageKnown: false,
    })
  })

  test('tells of a contradiction, and is taken', async () => {
    const market = await run(['check', join(examples, 'neighbourhood-market.json')])
    assert.equal(market.code, 0)
    assert.match(
      market.printed,
      /rules\[2\]\.when: This rule and small-to-old-customer can hold at the same time/,
    )
  })

  test('that is none is told apart, in one sentence and without what it holds', async () => {
    for (const [file, said] of [
      ['nowhere.json', /^lastro: nowhere\.json could not be opened/],
      [written('broken.json', '{"name": 52998224725'), /^lastro: broken\.json is not JSON\.\n$/],
      [written('large.json', ' '.repeat(policyBytesMax + 1)), /^lastro: large\.json is too large/],
      [
        written('twice.json', '{"name":"a","n\\u0061me":"b"}'),
        /^lastro: twice\.json: name appears more than once/,
      ],
      [written('half.json', '{"name":"\\ud800"}'), /^lastro: half\.json contains an incomplete character/],
    ] as const) {
      const { refused, printed, code } = await run(['check', file])
      assert.equal(code, 1)
      assert.match(refused, said)
      assert.doesNotMatch(printed + refused, /529982/)
    }
    const marked = written('marked.json', `\uFEFF${JSON.stringify({})}`)
    assert.match((await run(['check', marked])).printed, /cannot be used/)
  })

  test('has a schema for editors', async () => {
    const { printed } = await run(['schema'])
    assert.deepEqual(JSON.parse(printed), JSON.parse(JSON.stringify(policySchema)))
  })
})

describe('a policy that is checked against a service', async () => {
  const { source, cover } = coveringSource()
  const service = await runService({ productionSources: [source] })
  afterAll(service.close)
  const { clientId, clientSecret, apiKey } = await service.newSession('production')
  await service.store.clients.setContract(clientId, wholeContract)
  const settings = {
    LASTRO_URL: service.url,
    LASTRO_CLIENT_ID: clientId,
    LASTRO_CLIENT_SECRET: clientSecret,
    LASTRO_API_KEY: apiKey,
  }

  test('gets a warning for each section that the service does not cover, and is still accepted', async () => {
    for (const section of ['registration', 'listingP', 'listingR', 'collectionRecords'] as const)
      cover(section, 'complete')
    cover('check', 'partial')
    const { printed, code, refused } = await run(['check', shop, '--env', 'production', '--json'], settings)
    assert.equal(code, 0, refused)
    const { fit, warnings, coverageKnown } = JSON.parse(printed)
    assert.deepEqual([fit, coverageKnown], [true, true])
    assert.deepEqual(
      warnings.map((one: { code: string; section: string; documentType: string }) => [
        one.code,
        one.section,
        one.documentType,
      ]),
      [
        ['section_partly_covered', 'check', 'CPF'],
        ['section_not_covered', 'notary', 'CPF'],
      ],
    )
    const words = await run(['check', shop, '--env', 'production'], settings)
    assert.match(words.printed, /No source of this environment covers notary for CPF/)
    assert.doesNotMatch(words.printed, /Without --env/)
  })
})

describe('a policy that is tried', async () => {
  const service = await runService()
  afterAll(service.close)
  const { clientId, clientSecret, apiKey } = await service.newSession()
  const settings = {
    LASTRO_URL: service.url,
    LASTRO_CLIENT_ID: clientId,
    LASTRO_CLIENT_SECRET: clientSecret,
    LASTRO_API_KEY: apiKey,
  }

  const onRecord = () =>
    service.store.trail.ofDocument('sandbox', '12345678909' as DocumentNumber, {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
    })

  test('queries the sandbox, decides here, and says what each rule saw and from whom', async () => {
    const { printed, code, refused } = await run(
      ['try', shop, '--document', '-', '--json'],
      settings,
      '12345678909\n',
    )
    assert.equal(code, 0, refused)
    const { outcome, decidedBy, policy, rules } = JSON.parse(printed)
    assert.deepEqual([outcome, decidedBy, policy.name], ['decline', 'recent-debts', 'furniture-shop'])
    const [seen] = rules[1].values
    assert.equal(seen.value, 'negative.sum')
    assert.deepEqual(
      seen.from.map(({ section, answer }: { section: string; answer: string }) => `${section} ${answer}`),
      ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'].map((one) => `${one} answered`),
    )
    assert.ok(seen.from[0].source, 'who answered is told')
    const words = await run(['try', shop, '--document', '123.456.789-09'], settings)
    assert.match(words.printed, /^decline \(recent-debts\): Debts above R\$ 500 in the last year\.\n\nrule/)
    assert.doesNotMatch(printed + words.printed, /123\.?456/)
  })

  test('asks nothing when the file, the document or what is sent is not fit', async () => {
    const before = (await onRecord()).length
    assert.ok(before > 0)
    for (const [args, said] of [
      [
        [written('unfit.json', '{}'), '--document', '12345678909'],
        /unfit\.json cannot be used:\n {2}name: This member is missing/,
      ],
      [[shop, '--document', '52998224724'], /not a valid CPF or CNPJ/],
      [[shop, '--document', '00000000000191'], /^lastro: The policy is not for a CNPJ\.\n$/],
      [[shop, '--document', '12345678909', '--amount', '12,00'], /--amount must be like 1200\.00/],
      [[shop, '--document', '12345678909', '--instalments', '0'], /--instalments goes from 1 to 600/],
      [[shop, '--document', '12345678909', '--relationship-since', '2026-02-30'], /must be a day/],
    ] as const) {
      const { refused, code } = await run(['try', ...args], settings)
      assert.equal(code, 1)
      assert.match(refused, said)
    }
    assert.equal((await onRecord()).length, before)
  })

  test('what the service refuses is said in a sentence', async () => {
    const { refused, code } = await run(['try', shop, '--document', '12345678909'], {
      ...settings,
      LASTRO_API_KEY: 'lk_test_wrong',
    })
    assert.equal(code, 1)
    assert.match(refused, /^lastro: [^\n]+\n$/)
  })
})
