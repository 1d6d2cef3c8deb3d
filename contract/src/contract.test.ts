import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { test } from 'vitest'
import {
  listingStates,
  nextSteps,
  refusalReasons,
  releaseReasons,
  reviewCauses,
} from './listings/listing-codes.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { operations } from './operations.ts'
import { documentFaults, fieldErrors, fill, passwordFaults, problems } from './problems/problems.ts'
import { features, productPath, products } from './reports/products.ts'
import { purposes } from './reports/purposes.ts'
import { queryAnswer, sectionsOf } from './reports/queries.ts'
import { sectionIds, sections } from './reports/sections.ts'
import { sourceFaults } from './reports/source-faults.ts'
import { roles } from './roles.ts'
import { languages, type Text } from './text.ts'

for (const language of languages) {
  test(`the OpenAPI document in ${language} validates as 3.1`, async () => {
    const document = structuredClone(openApiDocument(operations(products), language))
    const { valid, errors } = await new Validator().validate(document)
    assert.ok(valid, JSON.stringify(errors))
  })
}

type Responses = Record<string, { headers?: object; content?: Record<string, unknown> }>
const responsesOf = (path: string, method: 'get' | 'post') => {
  const { paths } = openApiDocument(operations(products), 'en') as {
    paths: Record<string, Record<string, { responses: Responses }>>
  }
  const responses = paths[path]?.[method]?.responses
  assert.ok(responses, path)
  return responses
}

test('a failure declares the headers that say what to do about it', () => {
  const responses = responsesOf('/relatorioBasico/v2/consulta', 'post')
  const headersOf = (status: number) => Object.keys(responses[status]?.headers ?? {}).slice(1)
  assert.deepEqual(headersOf(400), [])
  assert.deepEqual(headersOf(401), ['WWW-Authenticate'])
  assert.deepEqual(headersOf(405), ['Allow'])
  assert.deepEqual(headersOf(429), ['Retry-After', 'RateLimit', 'RateLimit-Policy'])
  assert.deepEqual(headersOf(503), ['Retry-After'])
})

test('queries are counted, searches, kept reports, decisions, checks of policies, and what writes to somebody’s address; nothing else runs into a limit of the contract', () => {
  const others = [
    'empresasBusca',
    'consultasRelatorio',
    'consultasComparacao',
    'consultasLotesResultado',
    'politicasInclui',
    'politicasVersaoInclui',
    'politicasEnsaia',
    'alertasEmailsInclui',
    'alertasEmailsConfirmacao',
    'alertasWebhooksTesta',
  ]
  for (const { id, credentials, problems: codes } of operations(products)) {
    const isCounted = codes.some((code) => code === 'rate_limited' || code === 'quota_exceeded')
    const isQuery = id.endsWith('Consulta') && credentials === 'query'
    const isDecision = id.startsWith('decisoes')
    assert.equal(isCounted, isQuery || isDecision || others.includes(id), id)
  }
})

test('the token operations fail in the words of RFC 6749, and the listener before them with a problem', () => {
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const responses = responsesOf(path, 'post')
    const typesOf = (status: number) => Object.keys(responses[status]?.content ?? {})
    for (const status of [400, 503]) {
      assert.deepEqual(typesOf(status), ['application/json', 'application/problem+json'])
    }
    for (const status of [200, 401, 413, 415]) assert.deepEqual(typesOf(status), ['application/json'])
    assert.ok('WWW-Authenticate' in (responses[401]?.headers ?? {}))
    assert.ok('Retry-After' in (responses[503]?.headers ?? {}))
  }
})

test('every operation has an id and a path of its own', () => {
  const all = operations(products)
  assert.equal(new Set(all.map((one) => one.id)).size, all.length)
  assert.equal(new Set(all.map((one) => `${one.method} ${one.path}`)).size, all.length)
})

test('every operation of a client says which roles open it, and no other operation names any', () => {
  for (const { id, credentials, roles = [] } of operations(products)) {
    assert.equal(roles.length > 0, credentials === 'query', id)
    assert.ok(!roles.includes('operator'), `${id}: an operator reaches no data of a client`)
  }
})

test('what a session changes needs its token, and what it reads does not', () => {
  const { paths } = openApiDocument(operations(products), 'en') as {
    paths: Record<string, Record<string, { security?: object[] }>>
  }
  const needs = (path: string, method: string) => paths[path]?.[method]?.security?.at(-1)
  assert.deepEqual(needs('/console/v2/sessao', 'get'), { sessionCookie: [] })
  assert.deepEqual(needs('/console/v2/sessao', 'delete'), { sessionCookie: [], csrfToken: [] })
  assert.deepEqual(needs('/relato/v2/consulta', 'post'), { sessionCookie: [], csrfToken: [] })
  assert.equal(needs('/console/v2/sessao', 'post'), undefined)
})

test('the two queries of the source document stand at their paths', () => {
  const paths = operations(products).map((one) => `${one.method} ${one.path}`)
  for (const path of [
    'POST /relatorioBasico/v2/consulta',
    'POST /relato/v2/consulta',
    'POST /relatorioBasico/v2/adicionais',
    'GET /relato/v2/adicionais',
  ]) {
    assert.ok(paths.includes(path), path)
  }
})

test('each product offers features that it can show', () => {
  for (const product of products) {
    assert.ok(productPath(product).startsWith('/'))
    const shown = new Set(sectionsOf(product))
    for (const code of Object.keys(product.features) as (keyof typeof features)[]) {
      for (const section of features[code].adds) assert.ok(shown.has(section))
    }
  }
})

test('every section is shown by some product, and at most once at a path', () => {
  const shown = new Set(products.flatMap((product) => sectionsOf(product)))
  assert.deepEqual(
    sectionIds.filter((id) => !shown.has(id)),
    [],
  )
  for (const product of products) {
    const paths = sectionsOf(product).map((id) => sections[id].path.join('.'))
    assert.equal(new Set(paths).size, paths.length, product.code)
  }
})

test('the sections of one block stand side by side, the block itself first', () => {
  const blocks = sectionIds.map((id) => sections[id].path[0])
  const begun = blocks.filter((block, at) => block !== blocks[at - 1])
  assert.deepEqual(begun, [...new Set(blocks)])
  for (const id of sectionIds) {
    const [block, inner] = sections[id].path
    if (inner === undefined) assert.equal(sectionIds[blocks.indexOf(block)], id)
  }
})

test('what a section shows when there is nothing fits its schema', () => {
  for (const id of sectionIds) {
    const { whenNothing, schema } = sections[id]
    if (whenNothing === undefined || whenNothing === '[]') continue
    const members = Object.keys(JSON.parse(whenNothing))
    const known = Object.keys((schema as unknown as { properties: object }).properties)
    assert.ok(
      members.every((member) => known.includes(member)),
      id,
    )
  }
})

test('gated members exist in their section', () => {
  for (const id of sectionIds) {
    const known = (sections[id].schema as unknown as { properties?: object }).properties ?? {}
    for (const member of sections[id].gatedMembers) assert.ok(member in known, `${id}.${member}`)
  }
})

test('the answer of each product is an object schema with its blocks in report order', () => {
  const [basic] = products
  assert.ok(basic)
  const answer = queryAnswer(basic) as unknown as {
    properties: { result: { properties: { report: { properties: object } } } }
  }
  assert.deepEqual(Object.keys(answer.properties.result.properties.report.properties), [
    'registration',
    'QSAReport',
    'negativeData',
    'facts',
    'partner',
    'publicDebt',
    'sanctions',
    'score',
  ])
})

const listingTexts: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  listingStates,
  refusalReasons,
  releaseReasons,
  reviewCauses,
  nextSteps,
}

test('every text is there in both languages, with the same values to fill', () => {
  const texts: Record<string, Text> = {
    ...roles,
    ...passwordFaults,
    ...fieldErrors,
    ...documentFaults,
    ...sourceFaults,
    ...purposes,
  }
  for (const [code, { title, detail }] of Object.entries(problems)) {
    texts[`${code} title`] = title
    texts[`${code} detail`] = detail
  }
  for (const [table, codes] of Object.entries(listingTexts)) {
    for (const [code, text] of Object.entries(codes)) texts[`${table} ${code}`] = text
  }
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  for (const [code, { pt, en }] of Object.entries(texts)) {
    assert.ok(pt.length > 0 && en.length > 0 && pt !== en, code)
    assert.deepEqual(names(pt), names(en), code)
  }
})

test('a text without its value is a mistake of ours, said at once', () => {
  assert.equal(fill('{a} e {b}', { a: '1', b: '2' }), '1 e 2')
  assert.throws(() => fill('{a}', {}), /No value for \{a\}/)
})

test('every part of the problem catalogue is in it, and no problem is in two parts', async () => {
  const folder = join(import.meta.dirname, 'problems')
  const parts = globSync('*-problems.ts', { cwd: folder }).map((file) => import(join(folder, file)))
  const codes = (await Promise.all(parts)).flatMap((part: Record<string, object>) =>
    Object.values(part).flatMap(Object.keys),
  )
  assert.deepEqual(codes.toSorted(), Object.keys(problems).toSorted())
})
