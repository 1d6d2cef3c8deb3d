import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import { sourceCopies } from '../../../program/source-copies.ts'
import { readSealKey } from '../../sealing/seal-key.ts'
import { sealUnder } from '../../sealing/sealed-secrets.ts'

test('copies that find no room are counted by why, and the log says how many and of nobody', async () => {
  const written: number[] = []
  const warned: string[] = []
  const { keeper } = sourceCopies({
    store: {
      keep: async (copies) => void written.push(copies.length),
      find: async () => [],
      endOfDocument: async () => undefined,
      destroy: async () => 0,
    },
    seal: sealUnder(
      readSealKey({ secretsKey: 'a key that is long enough for anyone', dataDirectory: '/' }, 'kept reports'),
    ),
    clock: { nowMs: () => 0 },
    warn: (of, text) => void warned.push(`${text} ${JSON.stringify(of)}`),
  })
  const keep = (text: string) =>
    keeper.keep({
      clientId: 'cli_ana',
      sourceId: 'fon_1',
      document: '52998224725' as DocumentNumber,
      section: 'listingP',
      atMs: 0,
      requestId: 'req',
      keepUntilMs: 1,
      copy: { answer: { kind: 'found', text }, isWhole: true, contactData: false },
    })
  keep('{}')
  keep('x'.repeat(65 * 1024 * 1024))
  await keeper.flush()
  assert.deepEqual(written, [1])
  assert.deepEqual(keeper.lost(), { full: 1, failed: 0 })
  assert.deepEqual(warned, ['copies of what sources answered were not kept {"reason":"full","count":1}'])
})
