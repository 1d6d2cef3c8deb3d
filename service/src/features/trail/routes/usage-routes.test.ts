import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { isMonth } from '@lastro/rules/calendar/month.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import { describe, test } from 'vitest'
import { callOf } from '../../../../testing/http/call.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Reply } from '../../../http/reply.ts'
import { usageIn, usageRoutes, usedInMonth } from './usage-routes.ts'

const caller: Caller = {
  clientId: 'cli_ana',
  environment: 'sandbox',
  contract: wholeContract,
  scopes: new Set(),
  address: '127.0.0.1',
}

const line = (of: Partial<UsageLine>): UsageLine => ({
  clientId: 'cli_ana',
  day: '2026-11-16',
  product: 'relato',
  features: '',
  billed: 0,
  unbilled: 0,
  cents: 0,
  ...of,
})
const lines = [
  line({ billed: 3, unbilled: 2, cents: 450 }),
  line({ day: '2026-11-17', features: 'SANCOES,PARTICIPACOES', billed: 1, unbilled: 4, cents: 5 }),
]

const services = [{ day: '2026-11-16', product: 'negativacao', count: 3, priceCents: 90n }]

const costs = [{ source: 'parceiro', calls: 3, cents: 390 }]

test('a month adds up, with money as text and features as a list', () => {
  assert.deepEqual(usageIn('2026-11', lines, services, costs), {
    month: '2026-11',
    total: { billed: 4, unbilled: 6, amount: '4.55' },
    lines: [
      { day: '2026-11-16', product: 'relato', features: [], billed: 3, unbilled: 2, amount: '4.50' },
      {
        day: '2026-11-17',
        product: 'relato',
        features: ['SANCOES', 'PARTICIPACOES'],
        billed: 1,
        unbilled: 4,
        amount: '0.05',
      },
    ],
    services: [{ day: '2026-11-16', product: 'negativacao', count: 3, amount: '2.70' }],
    costs: [{ source: 'parceiro', calls: 3, cost: '3.90' }],
  })
  assert.deepEqual(usageIn('2026-11', [], [], []).total, { billed: 0, unbilled: 0, amount: '0.00' })
})

test('a quota counts every answer, paid for or not, of that client and month', async () => {
  const asked: unknown[] = []
  const trail = {
    usage: async (...about: unknown[]) => {
      asked.push(about)
      return [...lines]
    },
  }
  assert.equal(await usedInMonth(trail, 'production', 'cli_ana', '2026-11'), 10)
  assert.deepEqual(asked, [['production', '2026-11', 'cli_ana']])
})

test('a month is four digits and one of twelve', () => {
  for (const month of ['2026-01', '2026-09', '2026-10', '2026-12']) assert.equal(isMonth(month), true, month)
  for (const odd of ['2026-00', '2026-13', '2026-1', '12026-11', '2026-11-16', ''])
    assert.equal(isMonth(odd), false, odd)
})

describe('what a client used, over HTTP', () => {
  const routesFor = (who: Caller | { code: 'token_missing' }) => {
    const asked: unknown[] = []
    const routes = usageRoutes({
      authenticate: (_, environment) => {
        asked.push(environment)
        return who
      },
      trail: {
        usage: async (...about) => {
          asked.push(about)
          return [...lines]
        },
      },
      servicesOf: async (owner, month) => {
        assert.deepEqual(owner, { environment: 'sandbox', clientId: 'cli_ana' })
        assert.match(month, /^2026-(03|11)$/)
        return services
      },
      costsOf: async (owner, month) => {
        assert.deepEqual(owner, { environment: 'sandbox', clientId: 'cli_ana' })
        assert.match(month, /^2026-(03|11)$/)
        return costs
      },
      // In São Paulo the month has not ended yet.
      clock: { nowMs: () => Date.parse('2026-12-01T01:00:00Z') },
    })
    return { routes, asked }
  }
  const outcomeOf = async (query: string, who: Caller | { code: 'token_missing' } = caller) => {
    const { routes, asked } = routesFor(who)
    const url = `/sandbox/conta/v2/consumo${query}`
    const outcome = await routes[1]?.handle(callOf({ url, language: 'en' }))
    return { outcome, asked }
  }

  test('it stands below both environments', () => {
    assert.deepEqual(
      routesFor(caller).routes.map(({ method, path, operation, produces }) => [
        method,
        path,
        operation,
        ...produces,
      ]),
      [
        ['GET', '/conta/v2/consumo', 'consumo', 'application/json', 'text/csv'],
        ['GET', '/sandbox/conta/v2/consumo', 'consumo', 'application/json', 'text/csv'],
      ],
    )
  })

  test('a client sees its own, of the month it asks for or of the one under way in São Paulo', async () => {
    for (const [query, month] of [
      ['?month=2026-03', '2026-03'],
      ['', '2026-11'],
      ['?other=1', '2026-11'],
    ] as const) {
      const { outcome, asked } = await outcomeOf(query)
      assert.deepEqual(asked, ['sandbox', ['sandbox', month, 'cli_ana']])
      assert.deepEqual(JSON.parse((outcome as Reply).body).result, usageIn(month, lines, services, costs))
    }
  })

  test('as a spreadsheet it has a line for each, by whom it is downloaded named after its month', async () => {
    const { routes } = routesFor(caller)
    const url = '/sandbox/conta/v2/consumo?month=2026-11'
    const outcome = await routes[1]?.handle({ ...callOf({ url }), mediaType: 'text/csv' })
    const { status, body, contentType, headers } = outcome as Reply
    assert.deepEqual([status, contentType], [200, 'text/csv; charset=utf-8'])
    assert.equal(headers?.['Content-Disposition'], 'attachment; filename="consumo-2026-11.csv"')
    assert.deepEqual(body.split('\r\n'), [
      '"day","product","features","billed","unbilled","amount","source","calls","cost"',
      '"2026-11-16","relato","","3","2","4.50","","",""',
      '"2026-11-17","relato","SANCOES PARTICIPACOES","1","4","0.05","","",""',
      '"2026-11-16","negativacao","","3","0","2.70","","",""',
      '"","","","","","","parceiro","3","3.90"',
      '',
    ])
  })

  test('what is no month is refused, and the trail is not asked', async () => {
    for (const query of ['?month=2026-13', '?month=']) {
      const { outcome, asked } = await outcomeOf(query)
      const message = 'It must be a month, such as 2026-03.'
      assert.deepEqual(outcome, {
        code: 'query_invalid',
        errors: [{ field: 'month', code: 'month', message }],
      })
      assert.deepEqual(asked, ['sandbox'])
    }
  })

  test('whoever is refused sees nothing', async () => {
    const { outcome, asked } = await outcomeOf('', { code: 'token_missing' })
    assert.deepEqual(outcome, { code: 'token_missing' })
    assert.deepEqual(asked, ['sandbox'])
  })
})
