import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { Kysely, type KyselyPlugin } from 'kysely'
import { newDirectory } from '../../../testing/engines.ts'
import { migrate } from '../engine/migrations/migrate.ts'
import { storeMigrations } from '../engine/migrations/migrations.ts'
import { sqliteDialect } from '../engine/sqlite-dialect.ts'
import type { Tables } from '../engine/tables.ts'
import { queryBatchStore } from './query-batches.ts'

const dayMs = 86_400_000
const terms = {
  product: 'relatorioBasico',
  features: [],
  purpose: 'credit_analysis',
  scopes: ['relatorioBasico'],
  language: 'pt',
  address: '127.0.0.1',
  format: 'text/csv',
} as const

test('a batch that is asked again while results are destroyed keeps its lines, and they are asked', async () => {
  const file = join(newDirectory(), 'lastro.db')
  const opened = () => new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(file)) })
  const [db, reads] = [opened(), opened()]
  await migrate(db, 'sqlite', storeMigrations)
  const batches = queryBatchStore(db, db, 'sqlite')
  for (const id of ['over', 'again']) {
    const owner = {
      environment: 'production',
      clientId: 'cli_loja',
      userId: undefined,
      key: undefined,
    } as const
    const sending = { claim: 'sending', claimedUntilMs: 10_000 }
    await batches.open({ id, ...owner, keyExpiresAtMs: 100_000, terms, ...sending }, 0)
    const line = { line: 1, status: 'waiting', document: '52998224725' as DocumentNumber } as const
    await batches.add({ batchId: id, ...sending, lines: [line], lastLine: 1, digest: 'd' })
    await batches.begin(id, 'sending', 1)
    await batches.claim({ batchId: id, claim: 'c', limit: 5, nowMs: 2, claimedUntilMs: 50 })
  }
  // Nobody said what came of their lines: the batches end, and may be asked again.
  await batches.lapse(51)
  const overMs = 8 * dayMs
  const askAgain: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      assert.equal((await batches.act('again', 'askAgain', overMs))?.state, 'running')
      return result
    },
  }
  const sweeping = queryBatchStore(db, reads.withPlugin(askAgain), 'sqlite')
  assert.equal(await sweeping.destroy(overMs), 1)
  assert.equal((await batches.lines({ batchId: 'over', after: 0, limit: 5 })).length, 0)
  const claim = { claim: 'd', limit: 5, nowMs: overMs, claimedUntilMs: overMs + 50 }
  assert.equal((await batches.claim({ batchId: 'again', ...claim })).length, 1)
  await Promise.all([db.destroy(), reads.destroy()])
})
