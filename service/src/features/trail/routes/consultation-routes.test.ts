import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { checkCode } from '@lastro/rules/trail/check-code.ts'
import { describe, test } from 'vitest'
import { callOf } from '../../../../testing/http/call.ts'
import { billingOf, chainOf, draftOf } from '../../../../testing/invented/chained.ts'
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
  readonly corrections?: Awaited<ReturnType<ConsultationDeps['correctionsOf']>>
  readonly decisions?: Awaited<ReturnType<ConsultationDeps['decisionsOf']>>
}

function routesOf({ as = program, links = [], next, kept = [], corrections = [], decisions = [] }: Given) {
  const asked: unknown[] = []
  /** What was asked about the queries of the page, by what it was. */
  const about: Record<string, unknown> = {}
  const routes = consultationRoutes({
    authenticate: () => as,
    trail: {
      linksOf: async (...of) => {
        asked.push(of)
        return { links: links.toReversed(), next }
      },
    },
    correctionsOf: async (of) => {
      about.corrections = of
      return corrections
    },
    keptOf: async (of) => {
      about.kept = of
      return kept
    },
    decisionsOf: async (of) => {
      about.decisions = of
      return decisions
    },
    namesOf: async (ids) => {
      asked.push(ids)
      return new Map([['usr_ugo', 'Ugo']])
    },
  })
  return { routes, asked, about }
}

async function ask(query: string, given: Given = {}) {
  const { routes, asked, about } = routesOf(given)
  const outcome = await routes[1]?.handle(
    callOf({ url: `/sandbox/conta/v2/consultas${query}`, language: 'en' }),
  )
  return {
    outcome,
    asked,
    about,
    result: 'body' in (outcome as Reply) && JSON.parse((outcome as Reply).body).result,
  }
}

type Shown = { readonly consultations: readonly Readonly<Record<string, unknown>>[] }

/** What each query of an answer says under this name. */
const valuesOf = ({ consultations }: Shown, name: string): readonly unknown[] =>
  consultations.map((one) => one[name])

/** The same by request id. */
const membersOf = ({ consultations }: Shown, name: string) =>
  Object.fromEntries(consultations.map((one) => [one.requestId, one[name]]))

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
  const marks = ['same', 'again', 'opened'].map((requestId, at) => ({
    requestId,
    atMs: 2_000,
    keepUntilMs: (at + 1) * 86_400_000,
  }))
  const { result, about } = await ask('', { links, kept: marks })
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
  assert.deepEqual(about.kept, { environment: 'sandbox', clientId: 'cli_ana', requestIds: ['same'] })
})

test('a client sees what its own sources cost, and not what the operator paid', async () => {
  const cost = (source: string, paidBy: 'client' | 'operator') => ({ source, paidBy, calls: 2, cents: 260 })
  const links = chainOf([
    [
      draftOf({ requestId: 'both', costs: [cost('theirs', 'operator'), cost('own', 'client')] }),
      draftOf({ requestId: 'theirs', costs: [cost('theirs', 'operator')] }),
    ],
  ])
  const { result } = await ask('', { links })
  assert.deepEqual(membersOf(result, 'costs'), {
    theirs: undefined,
    both: [{ source: 'own', calls: 2, cost: '2.60' }],
  })
})

test('a query that showed what was wrong says what was corrected, and when its client was told', async () => {
  const listings = { wrong: 'lst_1:3,lst_2:1', untold: 'lst_2:2', before: 'lst_1:1', none: '' }
  const links = chainOf([
    Object.entries(listings).map(([requestId, shown]) => draftOf({ requestId, listings: shown })),
  ])
  const corrections = [
    {
      listingId: 'lst_1',
      wrongVersions: [2, 3],
      toldAtMs: 86_400_000,
      occurrenceId: 'occ_1',
      data: { change: 'corrected' },
    },
    { listingId: 'lst_2', wrongVersions: [2], toldAtMs: undefined, occurrenceId: 'occ_2', data: {} },
  ]
  const { result, about } = await ask('', { links, corrections })
  assert.deepEqual(membersOf(result, 'corrections'), {
    none: undefined,
    before: undefined,
    untold: [{ occurrenceId: 'occ_2', data: {} }],
    wrong: [{ occurrenceId: 'occ_1', toldAt: '1970-01-01T21:00:00-03:00', data: { change: 'corrected' } }],
  })
  const listingIds = ['lst_1', 'lst_2']
  assert.deepEqual(about.corrections, { register: 'cli_ana', clientId: 'cli_ana', listingIds })
})

test('in production corrections are those of the one register', async () => {
  const { routes, about } = routesOf({ as: { ...program, environment: 'production' } })
  await routes[0]?.handle(callOf({ url: '/conta/v2/consultas' }))
  assert.deepEqual(about.corrections, { register: 'production', clientId: 'cli_ana', listingIds: [] })
})

describe('a query that a decision was made by', () => {
  const drafts = [
    draftOf({ requestId: 'same', atMs: 1_000 }),
    draftOf({ requestId: 'same', atMs: 2_000 }),
    draftOf({ requestId: 'undecided' }),
    draftOf({ requestId: 'refused', outcome: 'quota_exceeded', priceCents: undefined }),
  ]
  const [first = '', second = '', undecided = '', refused = ''] = drafts.map((draft) =>
    checkCode(draft, billingOf(draft)),
  )
  const decisions = [
    { id: 'dec_1', checkCode: first, finalOutcome: 'approve', reviewCount: 0 },
    { id: 'dec_2', checkCode: second, finalOutcome: 'decline', reviewCount: 1 },
    { id: 'dec_3', checkCode: refused, finalOutcome: 'decline', reviewCount: 0 },
  ] as const
  const asking = async (scopes: Caller['scopes']) => {
    const { result, about } = await ask('', {
      as: { ...program, scopes },
      links: chainOf([drafts]),
      decisions,
    })
    return { shown: valuesOf(result, 'decision'), asked: about.decisions }
  }

  test('says which, how it ended and whether a person has looked at it', async () => {
    const { shown, asked } = await asking(new Set(['decisions']))
    assert.deepEqual(shown, [
      undefined,
      undefined,
      { id: 'dec_2', outcome: 'decline', reviewed: true },
      { id: 'dec_1', outcome: 'approve', reviewed: false },
    ])
    assert.deepEqual(asked, {
      environment: 'sandbox',
      clientId: 'cli_ana',
      consultations: [
        { requestId: 'undecided', checkCode: undecided },
        { requestId: 'same', checkCode: second },
        { requestId: 'same', checkCode: first },
      ],
    })
  })

  test('says nothing of it to whoever has no decisions in its contract', async () => {
    const { shown, asked } = await asking(new Set(['policies']))
    assert.deepEqual([shown, asked], [[undefined, undefined, undefined, undefined], undefined])
  })
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
