import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'vitest'
import { isOpenTo, routes } from '../../src/routes.ts'
import { shownFolder } from './picture-folders.ts'
import { scenes } from './scenes.ts'

const root = resolve(import.meta.dirname, '../../..')

test('every page of the console is pictured, and the home of each role', () => {
  const pictured = scenes.filter((one) => !one.isBeside)
  for (const route of routes) {
    const seers = pictured.filter(({ route: path }) => path === route.path).map(({ as }) => as)
    assert.ok(
      seers.some((as) => isOpenTo([as], route)),
      route.path,
    )
  }
  const homes = pictured.filter(({ route }) => route === '/').map(({ as }) => as)
  for (const as of ['nobody', 'newcomer', 'analyst', 'creditor', 'operator'] as const)
    assert.ok(homes.includes(as), as)
})

test('every picture has a name of its own, and goes to one place', () => {
  const names = scenes.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const shown = scenes.flatMap(({ shownAs }) => shownAs ?? [])
  assert.equal(new Set(shown).size, shown.length)
})

/** What is drawn beside the scenes: a report as a page, and on paper. */
const othersShown = ['report-light', 'report-pdf-1']

test('what is kept of the pictures is what the guide and the README show, and all of it can be drawn anew', () => {
  const kept = readdirSync(shownFolder).map((name) => name.replace(/\.png$/, ''))
  const drawn = [...scenes.flatMap(({ shownAs }) => shownAs ?? []), ...othersShown]
  assert.deepEqual(kept.toSorted(), drawn.toSorted())
  const readers = ['README.md', ...globSync('docs/guide/*/*.md', { cwd: root })]
  const text = readers.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  for (const name of kept) assert.ok(text.includes(`/${name}.png`), name)
})

test('the guide shows ten of them, the same in both languages', () => {
  const shownIn = (language: string) =>
    globSync(`docs/guide/${language}/*.md`, { cwd: root })
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/pictures\/([\w-]+)\.png/g)])
      .map(([, name = '']) => name)
      .toSorted()
  assert.equal(new Set(shownIn('pt')).size, 10)
  assert.deepEqual(shownIn('en'), shownIn('pt'))
})
