import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { callOf } from '../../../../testing/http/call.ts'
import { chainOf, draftOf } from '../../../../testing/invented/chained.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal, Reply } from '../../../http/reply.ts'
import type { LinkPlace } from '../trail-store.ts'
import { type ConsultationDeps, consultationRoutes } from './consultation-routes.ts'

const program: Caller = {
  clientId: 'cli_ana',
  environment: 'sandbox',
  contract: wholeContract,
  scopes: new Set(),
  address: '127.0.0.1',
}
const person: Caller = { ...program, userId: 'usr_ugo' }

type Given = {
  readonly as?: Caller | Refusal
  readonly links?: readonly Link[]
  readonly next?: LinkPlace
  readonly kept?: Awaited<ReturnType<ConsultationDeps['keptOf']>>
}

function routesOf({ as = program, links = [], next, kept = [] }: Given) {
  const asked: unknown[] = []
  const routes = consultationRoutes({
    authenticate: () => as,
    trail: {
      linksOf: async (...about) => {
        asked.push(about)
        return { links: links.toReversed(), next }
      },
    },
    correctionsOf: async () => [],
    keptOf: async () => kept,
    decisionsOf: async () => [],
    namesOf: async (ids) => {
      asked.push(ids)
      return new Map([['usr_ugo', 'Ugo']])
    },
  })
  return { routes, asked }
}

async function ask(query: string, given: Given = {}) {
  const { routes, asked } = routesOf(given)
  const outcome = await routes[1]?.handle(
    callOf({ url: `/sandbox/conta/v2/consultas${query}`, language: 'en' }),
  )
  return {
    outcome,
    asked,
    result: 'body' in (outcome as Reply) && JSON.parse((outcome as Reply).body).result,
  }
}

/** The fields that are wrong, each with what is said of it. */
async function wrongIn(query: string, as: Caller = program) {
  const { outcome, asked } = await ask(query, { as })
  const { code, errors } = outcome as Refusal
  assert.deepEqual([code, asked], ['query_invalid', []], query)
  return errors?.map((one) => [one.field, one.code, one.message])
}

const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

test('it stands below both environments', () => {
  assert.deepEqual(
    routesOf({}).routes.map(({ method, path, operation, produces }) => [
      method,
      path,
      operation,
      ...produces,
    ]),
    [
      ['GET', '/conta/v2/consultas', 'consultas', 'application/json'],
      ['GET', '/sandbox/conta/v2/consultas', 'consultas', 'application/json'],
    ],
  )
})

test('each query is shown as it was asked, answered and billed, and by whom', async () => {
  const links = chainOf([
    [
      draftOf({ requestId: 'r1', features: 'SANCOES,PARTICIPACOES', userId: 'usr_ugo' }),
      draftOf({ requestId: 'r2', document: '', outcome: 'body_invalid', priceCents: undefined }),
      draftOf({ requestId: 'r3', userId: 'usr_gone' }),
      draftOf({ requestId: 'r4', userId: 'usr_ugo' }),
    ],
  ])
  const { result, asked } = await ask('', { links })
  const common = { at: '2026-11-16T12:00:00-03:00', product: 'relato', outcome: 'answered', billed: true }
  const document = '52998224725'
  assert.deepEqual(result, {
    consultations: [
      { ...common, requestId: 'r4', document, features: [], user: { id: 'usr_ugo', name: 'Ugo' } },
      { ...common, requestId: 'r3', document, features: [], user: { id: 'usr_gone' } },
      { ...common, requestId: 'r2', features: [], outcome: 'body_invalid', billed: false },
      {
        ...common,
        requestId: 'r1',
        document,
        features: ['SANCOES', 'PARTICIPACOES'],
        user: { id: 'usr_ugo', name: 'Ugo' },
      },
    ],
  })
  assert.deepEqual(asked[1], ['usr_ugo', 'usr_gone'])
})

test('a query whose report is kept says until when, and to open one again is no query', async () => {
  const links = chainOf([
    [
      draftOf({ requestId: 'same', atMs: 1_000 }),
      draftOf({ requestId: 'same', atMs: 2_000 }),
      draftOf({ requestId: 'again', outcome: 'replayed', priceCents: undefined, atMs: 2_000 }),
      draftOf({ requestId: 'opened', outcome: 'reopened', priceCents: undefined, reopens: 'same' }),
    ],
  ])
  const marks = ['same', 'again', 'opened'].map((requestId) => ({
    requestId,
    atMs: 2_000,
    keepUntilMs: 86_400_000,
  }))
  const { result } = await ask('', { links, kept: marks })
  const told = (result as { consultations: { requestId: string; report?: { keptUntil: string } }[] })
    .consultations
  assert.deepEqual(
    told.map(({ requestId, report }) => [requestId, report?.keptUntil]),
    [
      ['again', undefined],
      ['same', '1970-01-01T21:00:00-03:00'],
      ['same', undefined],
    ],
  )
})

test('a client asks for all of its own, and a person for theirs where they say so', async () => {
  const ownerOf = async (query: string, as: Caller) => {
    const { asked } = await ask(query, { as })
    const [environment, owner] = asked[0] as [string, string]
    return `${environment} ${owner}`
  }
  assert.equal(await ownerOf('', program), 'sandbox cli_ana')
  assert.equal(await ownerOf('?mine=false', program), 'sandbox cli_ana')
  assert.equal(await ownerOf('', person), 'sandbox cli_ana')
  assert.equal(await ownerOf('?mine=false', person), 'sandbox cli_ana')
  assert.equal(await ownerOf('?mine=true', person), 'sandbox usr_ugo')
})

test('a page is as long as was asked for, and its cursor leads on from its last', async () => {
  const drafts = ['r1', 'r2', 'r3'].map((requestId) => draftOf({ requestId }))
  const links = chainOf([drafts])
  const ids = (result: { consultations: { requestId: string }[] }) =>
    result.consultations.map(({ requestId }) => requestId)
  const first = await ask('?limit=2', { links })
  assert.deepEqual(ids(first.result), ['r3', 'r2'])
  const second = await ask(`?limit=2&cursor=${first.result.cursor}`, { links })
  assert.deepEqual(ids(second.result), ['r1'])
  assert.equal('cursor' in second.result, false)
  assert.deepEqual(second.asked[0], ['sandbox', 'cli_ana', { from: { lastAtMs: 0, number: 1 }, count: 3 }])
  for (const place of [
    { lastAtMs: 0, number: 5 },
    { lastAtMs: 1_800_000_000_000, number: 300_000_000_005 },
  ]) {
    const stopped = await ask('?limit=200', { links, next: place })
    const next = await ask(`?limit=1&cursor=${stopped.result.cursor}`, { links: [] })
    assert.deepEqual(next.asked[0], ['sandbox', 'cli_ana', { from: place, count: 2 }])
  }
})

test('a cursor of before there were lanes leads on', async () => {
  const { asked } = await ask(`?limit=1&cursor=${cursorOf('5 1')}`)
  assert.deepEqual(asked[0], ['sandbox', 'cli_ana', { from: { lastAtMs: 0, number: 5 }, count: 2 }])
})

test('a page has from one to two hundred', async () => {
  const limit = ['limit', 'limit', 'It must be from 1 to 200.']
  for (const odd of ['0', '-1', '201', '1.5', 'x', ''])
    assert.deepEqual(await wrongIn(`?limit=${odd}`), [limit])
  for (const good of ['1', '200']) assert.ok((await ask(`?limit=${good}`)).result)
})

test('a cursor that no answer gave is refused', async () => {
  const cursor = ['cursor', 'cursor', 'It must be the cursor of an earlier answer.']
  for (const odd of ['', 'x', '5 1', cursorOf('5'), cursorOf('a5 1'), cursorOf('5 1a'), cursorOf('-5 1')])
    assert.deepEqual(await wrongIn(`?cursor=${encodeURIComponent(odd)}`), [cursor], odd)
})

test('all of its client’s are a program’s own, and only true or false is an answer', async () => {
  assert.deepEqual((await ask('?mine=true')).result, (await ask('?mine=false')).result)
  assert.deepEqual(await wrongIn('?mine=', person), [['mine', 'choice', 'It must be one of: true, false.']])
})

test('all that is wrong is told at once, also what nobody asked for', async () => {
  const fields = (await wrongIn('?limit=0&cursor=x&mine=maybe&nome=a'))?.map(([field, code]) => [field, code])
  assert.deepEqual(fields, [
    ['nome', 'unknown_member'],
    ['limit', 'limit'],
    ['cursor', 'cursor'],
    ['mine', 'choice'],
  ])
})

test('whoever is refused sees nothing', async () => {
  const { outcome, asked } = await ask('', { as: { code: 'token_missing' } })
  assert.deepEqual([outcome, asked], [{ code: 'token_missing' }, []])
})
