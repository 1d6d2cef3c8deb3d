import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, test } from 'vitest'
import { buildOnce } from './build-once.ts'

const dist = join(import.meta.dirname, '../dist')

/** What the first page may weigh on the wire, as the project promised. */
const firstRouteBytesMax = 180_000

/** As it goes over the wire; a font is compressed already, and goes as it is. */
function weightOf(file: string): number {
  const content = readFileSync(join(dist, file))
  return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length
}

/** A built file and whatever it loads at once, each counted once; pages that are loaded later are not followed. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(dist, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) {
    withImports(`assets/${name}`, seen)
  }
  return seen
}

/** A file with what it loads at once: a script its imports, a style sheet its fonts. */
function everythingOf(file: string): ReadonlySet<string> {
  if (file.endsWith('.js')) return withImports(file)
  const text = file.endsWith('.css') ? readFileSync(join(dist, file), 'utf8') : ''
  return new Set([file, ...[...text.matchAll(/\/console\/(assets\/[\w.-]+)/g)].map(([, path]) => path ?? '')])
}

describe('the built console', () => {
  beforeAll(buildOnce)

  test('from the sign-in to the first query it weighs less than 180 kB', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    const named = [...html.matchAll(/\/console\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    const main = readFileSync(join(dist, named.find((one) => one.endsWith('.js')) ?? ''), 'utf8')
    const [, page] = /\.\/(query-page-[\w-]+\.js)/.exec(main) ?? []
    assert.ok(page, 'the page of the query is a file of its own')
    const files = new Set([...named, `assets/${page}`].flatMap((one) => [...everythingOf(one)]))
    assert.ok(files.size > 3, [...files].join(' '))
    assert.equal([...files].filter((one) => one.endsWith('.woff2')).length, 1, 'one typeface, and counted')
    assert.ok(![...files].some((one) => one.includes('charts')), 'charts are loaded later')
    const bytes = ['index.html', ...files].map(weightOf).reduce((sum, one) => sum + one, 0)
    assert.ok(bytes <= firstRouteBytesMax, `${bytes} bytes in ${[...files].join(', ')}`)
  })

  test('nothing is inline and nothing comes from elsewhere', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    assert.ok(!/<script(?![^>]*\bsrc=)/.test(html))
    assert.ok(!/<style|\sstyle=|\son\w+=/.test(html))
    assert.ok(!/(?:src|href)="(?!\/console\/)/.test(html))
  })
})
