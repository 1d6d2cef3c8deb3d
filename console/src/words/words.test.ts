import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionReadings } from '@lastro/reading/section-readings.ts'
import { describe, test } from 'vitest'
import { creditorWords } from './creditor/creditor.ts'
import type { Words } from './words.ts'

const here = import.meta.dirname

/** Every catalogue of this folder's rooms. */
const catalogues = await Promise.all(
  globSync('*/*.ts', { cwd: here, exclude: ['**/*.test.ts'] }).map(async (file) => {
    const exported = (await import(join(here, file))) as Record<string, Words>
    return Object.entries(exported).map(([name, words]) => ({ file, name, words }))
  }),
)

/** The pages, as written. */
const pages = globSync('../**/*.{ts,tsx}', { cwd: here, exclude: ['../words/**', '../**/*.test.ts'] })
  .map((file) => readFileSync(join(here, file), 'utf8'))
  .join('\n')

/** Words that are the same in both languages. */
const sameInBoth = new Set(['Lastro', 'Sandbox', 'E-mail', 'Console', 'Webhooks', 'Status', 'Total', 'Menu'])

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

for (const { file, name, words } of catalogues.flat()) {
  describe(`${name} of ${file}`, () => {
    test('everything is said in both languages, with the same gaps to fill', () => {
      assert.ok(Object.keys(words).length > 0)
      for (const [word, { pt, en, ...rest }] of Object.entries(words)) {
        assert.deepEqual(Object.keys(rest), [], word)
        assert.ok(pt.trim() !== '' && en.trim() !== '', word)
        assert.ok(pt !== en || sameInBoth.has(pt), `${word} is the same in both languages: ${pt}`)
        assert.deepEqual(placeholders(pt), placeholders(en), word)
      }
    })

    // Keyed by codes of the contract, of which a type or a test asks for every one.
    if (name === 'changeWords' || name === 'actWords') return
    test('every word is used', () => {
      const unused = Object.keys(words).filter((word) => !isUsed(word))
      assert.deepEqual(unused, [])
    })
  })
}

test('"Baixar" is to download, and never to release', () => {
  const texts = catalogues.flat().flatMap(({ words }) => Object.values(words))
  const downloads = texts.filter(({ pt }) => /\bbaixar\b/i.test(pt))
  assert.ok(downloads.length > 0)
  for (const { pt, en } of downloads) assert.match(en, /download/i, pt)
})

const isUsed = (word: string): boolean =>
  pages.includes(`'${word}'`) || pages.includes(`"${word}"`) || new RegExp(`\\b${dotted(word)}: `).test(pages)

const dotted = (text: string) => text.replaceAll('.', '\\.')

test('the sections that a debt may stand in are called as reports call them', () => {
  for (const id of ['listingP', 'listingR', 'collectionRecords'] as const) {
    assert.deepEqual(creditorWords[id], sectionReadings[id].heading)
  }
})
