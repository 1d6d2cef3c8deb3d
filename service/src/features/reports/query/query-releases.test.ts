import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { products } from '@lastro/contract/reports/products.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { type Call, isRefusal } from '../../../http/route.ts'
import { recorder } from '../../trail/recorder.ts'
import { coversAlways } from '../source.ts'
import { type QueryDeps, queryRoute } from './query-route.ts'

/** How a step of a query goes: at once or later, well or not. */
type Way = 'now' | 'later' | 'throws' | 'rejects'
const ways = fc.constantFrom<Way>('now', 'now', 'now', 'later', 'later', 'throws', 'rejects')

const going = async <Value>(way: Way, value: Value): Promise<Value> => {
  if (way === 'throws') throw new Error('It broke at once')
  if (way === 'rejects') return Promise.reject(new Error('It broke later'))
  return way === 'now' ? value : nextTurn(value)
}

test('the limits hear once how a query that they let in has ended, whatever fails on its way', async () => {
  const product = products.find((one) => one.code === 'relatorioBasico')
  assert.ok(product)
  const caller = {
    clientId: 'cli_a',
    environment: 'sandbox' as const,
    contract: wholeContract,
    scopes: new Set(['relatorioBasico']),
    address: '127.0.0.1',
  }
  const body = Buffer.from('{"documento":"52998224725"}')
  const asked = fc.record({
    authenticate: ways,
    admit: ways,
    isLimited: fc.constantFrom(false, false, false, true),
    source: ways,
    isDown: fc.constantFrom(false, false, true),
    listings: ways,
    append: fc.constantFrom<Way>('now', 'later', 'later', 'rejects'),
    kept: fc.constantFrom<Way>('now', 'later', 'later', 'rejects'),
    key: fc.constantFrom(undefined, undefined, 'key', 'replayed', 'in flight'),
    mediaType: fc.constantFrom('application/json', 'application/json', 'text/html'),
  })
  await fc.assert(
    fc.asyncProperty(asked, async (way) => {
      let admitted = 0
      const released: boolean[] = []
      const environment = {
        sources: [
          {
            name: 'one',
            ...coversAlways(product.sections),
            ask: () => {
              const answer = way.isDown
                ? { kind: 'failed' as const, code: 'source_unavailable' as const }
                : { kind: 'nothing' as const }
              return going(way.source, Object.fromEntries(product.sections.map((id) => [id, answer])))
            },
          },
        ],
        creditors: () => 0,
        precedence: {},
        accepts: () => true,
        withheldScopes: () => [],
        readListings: () => going(way.listings, { shown: [], held: [] }),
      }
      const answer = {
        status: 200,
        contentType: 'application/json',
        body: '{"result":{"document":"","report":{}}}',
        given: { atMs: 0, requestId: 'request-0', checkCode: 'CODE' },
      }
      const deps: QueryDeps = {
        products,
        authenticate: () => going(way.authenticate, caller),
        admitRate: () => undefined,
        admitQuota: async () => {
          const refusal = await going(
            way.admit,
            way.isLimited ? { code: 'role_not_allowed' as const, values: { roles: 'analyst' } } : undefined,
          )
          if (refusal === undefined) admitted++
          return refusal
        },
        release: (_, isAnswered) => released.push(isAnswered),
        environments: { production: environment, sandbox: environment },
        keeper: { keep: () => undefined },
        clock: { nowMs: () => Date.parse('2026-11-16T12:00:00-03:00') },
        deadlineMs: 1_000,
        onSourceError: () => undefined,
        record: recorder({
          append: async (_, drafts) =>
            going(
              way.append,
              drafts.map(() => 'billed' as const),
            ),
        }),
        checkCode: () => 'CODE',
        countUnbilled: async () => undefined,
        paidAtMs: async () => undefined,
        underWay: { begin: async () => () => undefined },
        isContested: async () => false,
        idempotency: {
          claim: async () =>
            way.key === 'replayed'
              ? { kind: 'answered', answer: JSON.stringify(answer) }
              : { kind: way.key === 'key' ? 'claimed' : 'in_flight' },
          complete: async () => going(way.kept, undefined),
          release: async () => going(way.kept, undefined),
          forget: async () => 0,
          abandonAll: async () => undefined,
          abandon: async () => undefined,
          holder: () => undefined,
          renew: async () => true,
        },
      }
      const headers = {
        contentType: 'application/json',
        contentLength: String(body.length),
        ...(way.key !== undefined && { idempotencyKey: 'key' }),
      }
      const call = {
        request: { method: 'POST', headers, body, version: '1.1' },
        headers,
        requestId: 'request-1',
        language: 'pt',
        mediaType: way.mediaType,
        operation: 'x',
      } as unknown as Call
      const handled = Promise.try(() => queryRoute(deps, product, 'sandbox').handle(call))
      const ended = await handled.then(
        (outcome) => (isRefusal(outcome) ? outcome.code : 'answered'),
        () => 'failed',
      )
      assert.equal(released.length, admitted, ended)
      if (way.key === 'replayed') assert.equal(admitted, 0, 'what goes out again uses up nothing')
      const isKept = way.key !== 'key' || way.kept !== 'rejects'
      if (admitted > 0 && isKept) assert.deepEqual(released, [ended === 'answered'], ended)
    }),
    { numRuns: 600 },
  )
})
