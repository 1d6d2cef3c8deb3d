import assert from 'node:assert/strict'
import { test } from 'vitest'
import { firstOf } from './first-of.ts'

/** Pages with these items each, and how often one was asked for. */
function listOf(...pages: readonly (readonly number[])[]) {
  let asked = 0
  const pageAt = async (cursor: string | undefined) => {
    asked++
    const at = Number(cursor ?? 0)
    return { items: pages[at] ?? [], cursor: at + 1 < pages.length ? String(at + 1) : undefined }
  }
  return { pageAt, asked: () => asked }
}

test('a page without any of them is not the end of the list', async () => {
  assert.deepEqual(await firstOf(2, listOf([], [], [1], [2, 3]).pageAt), [1, 2])
  assert.deepEqual(await firstOf(2, listOf([]).pageAt), [])
})

test('no page more is asked for than is needed, and never without end', async () => {
  const enough = listOf([1, 2], [3])
  assert.deepEqual(await firstOf(2, enough.pageAt), [1, 2])
  assert.equal(enough.asked(), 1)
  const empty = listOf(...Array.from({ length: 100 }, () => []))
  assert.deepEqual(await firstOf(1, empty.pageAt), [])
  assert.equal(empty.asked(), 4)
})
