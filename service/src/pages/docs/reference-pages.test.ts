import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { listingStates } from '@lastro/contract/listings/listing-codes.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import { operations } from '@lastro/contract/operations.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { type Language, languages } from '@lastro/contract/text.ts'
import { Type } from 'typebox'
import { test } from 'vitest'
import { scenarios, testDocuments } from '../../features/sandbox/test-documents.ts'
import { searchIndex } from '../reading/search-index.ts'
import { pageTexts } from './page-texts.ts'
import { docsPath, documentsPath, featuresPath, operationPath, problemsPath, statesPath } from './paths.ts'
import { type Reference, referenceEntries, referencePage, referencePaths } from './reference-pages.ts'
import { exampleCompany, examplePerson } from './samples/sample-call.ts'

const all = operations(products)
const reference: Reference = {
  operations: all,
  testDocuments: (language) => testDocuments(products, language),
}
const paths = referencePaths(reference)
const drawn = (path: string, language: Language): string =>
  referencePage(reference, path, language) ?? assert.fail(path)
const pages = Object.fromEntries(
  languages.map((language) => [language, new Map(paths.map((path) => [path, drawn(path, language)]))]),
) as Record<Language, Map<string, string>>
const pageAt = (path: string, language: Language = 'pt'): string => pages[language].get(path) ?? ''

const found = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, first]) => first ?? '')
const idsOf = (page: string): string[] => found(page, /\sid="([^"]*)"/g)
const decoded = (value: string) => value.replaceAll('&amp;', '&')

for (const language of languages) {
  test(`${language}: no two elements of a page share an anchor, and what opens is closed`, () => {
    for (const [path, page] of pages[language]) {
      const repeated = idsOf(page).filter((id, index, ids) => ids.indexOf(id) !== index)
      assert.deepEqual(repeated, [], path)
      assert.deepEqual(unbalanced(page), [], path)
    }
  })

  test(`${language}: every link leads to a page, and to the very anchor on it`, () => {
    const elsewhere = new Set(['/', '/guia', '/console', '/openapi.json'])
    for (const [path, page] of pages[language]) {
      for (const href of found(page, /\shref="([^"]*)"/g).map(decoded)) {
        const { pathname, hash } = new URL(href, `http://service${path}`)
        if (elsewhere.has(pathname)) continue
        const there = pages[language].get(pathname) ?? assert.fail(`${path} → ${href}`)
        const anchor = decodeURIComponent(hash.slice(1))
        if (anchor !== '') assert.ok(idsOf(there).includes(anchor), `${path} → ${href}`)
      }
      const ids = new Set(idsOf(page))
      for (const name of found(page, /(?:aria-labelledby|\sfor)="([^"]*)"/g)) assert.ok(ids.has(name), name)
    }
  })

  test(`${language}: the page runs files of ours alone and names no other server`, () => {
    for (const [path, page] of pages[language]) {
      assert.doesNotMatch(page, /<(link|img|iframe|object|embed|base)\b/i, path)
      assert.doesNotMatch(page, /<script(?![^>]*\ssrc="\/(?:docs|leitura)\/)/, path)
      assert.doesNotMatch(page, /\s(on\w+|style)="/i, path)
      // Nothing but the typeface, which is ours.
      assert.doesNotMatch(page, /url\((?!["']?\/(?!\/))|@import/i, path)
    }
  })

  test(`${language}: no page weighs more than 300 kB with its style, programs and index`, () => {
    const index = gzipSync(searchIndex(referenceEntries(reference, language))).length
    const programs = 8_000
    for (const [path, page] of pages[language]) {
      const bytes = gzipSync(page).length + index + programs
      assert.ok(bytes <= 300_000, `${path}: ${bytes}`)
    }
  })

  test(`${language}: text from outside is shown, never run`, () => {
    const hostile = { operations: [hostileOperation], testDocuments: () => [] }
    for (const path of [operationPath(hostileOperation.id), docsPath]) {
      const page = referencePage(hostile, path, language) ?? assert.fail(path)
      assert.doesNotMatch(page.replaceAll(/<script src="\/[\w/.]+" type="module">/g, ''), /<script/i)
      assert.doesNotMatch(page, /<img/i)
      assert.deepEqual(unbalanced(page), [])
      assert.ok(page.includes(`&lt;script&gt;alert(&quot;${language} summary&quot;)&lt;/script&gt;`))
    }
  })

  test(`${language}: the search knows every operation, problem and test document`, () => {
    const entries = referenceEntries(reference, language)
    const titles = new Set(entries.map(({ title }) => title))
    for (const { summary } of all) assert.ok(titles.has(summary[language]))
    for (const code of Object.keys(problems)) assert.ok(titles.has(code))
    for (const { document } of scenarios) assert.ok(titles.has(document))
    for (const { href } of entries) {
      const { pathname, hash } = new URL(href, 'http://service')
      const page = pages[language].get(pathname) ?? assert.fail(href)
      if (hash !== '') assert.ok(idsOf(page).includes(hash.slice(1)), href)
    }
  })
}

test('every anchor that the one sheet had leads on from /docs, the type of every failure among them', () => {
  const before = [
    ...all.map(({ id }) => [id, operationPath(id)]),
    ...Object.keys(problems).map((code) => [code, `${problemsPath}?lang=pt#${code}`]),
    ['problem-catalogue', problemsPath],
    ['field-errors', `${problemsPath}?lang=pt#field-errors`],
    ['document-errors', `${problemsPath}?lang=pt#document-errors`],
    ['section-errors', `${problemsPath}?lang=pt#section-errors`],
    ['feature-table', `${featuresPath}?lang=pt#feature-table`],
    ['purpose-table', `${featuresPath}?lang=pt#purpose-table`],
  ]
  const page = pageAt(docsPath)
  for (const [id = '', target = ''] of before) {
    const [line = ''] = found(page, new RegExp(`<li id="${id}" data-moved>(.*?)</li>`, 'gs'))
    assert.ok(decoded(line).startsWith(`<a href="${target}`), `${id}: ${line}`)
  }
  for (const id of ['first-query', 'good-to-know', 'tag-1']) assert.ok(idsOf(page).includes(id), id)
})

test('every problem has its anchor in the catalogue, every state its own on the page of states', () => {
  for (const code of Object.keys(problems)) assert.ok(idsOf(pageAt(problemsPath)).includes(code), code)
  for (const state of Object.keys(listingStates)) assert.ok(idsOf(pageAt(statesPath)).includes(state), state)
  for (const { document } of scenarios) assert.ok(pageAt(documentsPath).includes(document), document)
})

test('a page says which language it is in, and the same anchors exist in both', () => {
  assert.match(pageAt(docsPath), /<html lang="pt-BR">/)
  assert.match(pageAt(docsPath, 'en'), /<html lang="en">/)
  for (const path of paths) assert.deepEqual(idsOf(pageAt(path)), idsOf(pageAt(path, 'en')), path)
})

test('no sentence of the pages was left untranslated', () => {
  const sameInBoth = ['sandbox', 'status']
  const untranslated = Object.entries(pageTexts).filter(([, text]) => text.pt === text.en)
  assert.deepEqual(
    untranslated.map(([name]) => name),
    sameInBoth,
  )
})

test('an operation shows a call in seven languages and its answer beside what it takes', () => {
  const page = pageAt(operationPath('relatorioBasicoConsulta'))
  assert.deepEqual(found(page, /data-name="([^"]+)"/g), [
    'curl',
    'JavaScript',
    'Python',
    'Java',
    'C#',
    'PHP',
    'Go',
  ])
  assert.match(page, /<div class="aside">.*&quot;error&quot;: false/s)
})

test('only what a session of a sandbox client opens can be tried, and no page holds a credential', () => {
  const canTry = all.filter(({ id }) => pageAt(operationPath(id)).includes('id="try"'))
  const wanted = all.filter(
    ({ roles = [], environments, path }) =>
      (roles.length > 0 && environments === 'both') || path.startsWith('/sandbox/'),
  )
  assert.deepEqual(
    canTry.map(({ id }) => id),
    wanted.map(({ id }) => id),
  )
  for (const { id } of canTry) {
    const [path = ''] = found(pageAt(operationPath(id)), /data-path="([^"]*)"/g)
    assert.ok(path.startsWith('/sandbox/'), id)
  }
  for (const page of pages.pt.values())
    assert.doesNotMatch(page, /l(?:k_test|k_live|at|ss)_(?!0{20})[\w-]{20}/)
})

test('the examples query test documents, and a report on companies is not sent a person', () => {
  const documents = scenarios.map((one) => String(one.document))
  assert.ok(documents.includes(examplePerson) && documents.includes(exampleCompany))
  const [example = ''] = found(
    pageAt(operationPath('relatoConsulta')),
    /data-name="curl".*?<pre[^>]*>(.*?)<\/pre>/gs,
  )
  assert.ok(example.includes(`&quot;documento&quot;:&quot;${exampleCompany}&quot;`), example)
})

/** Tags that do not close in the order in which they opened. */
function unbalanced(page: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (name === 'meta' || name === 'input') continue
    if (slash === '') open.push(name)
    else if (open.pop() !== name) wrong.push(name)
  }
  return [...wrong, ...open]
}

const attack = (place: string) => `<script>alert("${place}")</script>"><img src=x onerror='alert(1)'>&`
const attackText = (place: string) => ({ pt: attack(`pt ${place}`), en: attack(`en ${place}`) })
const hostileSchema = Type.Object({
  [attack('field')]: Type.String({ description: attack('description'), examples: [attack('example')] }),
  choice: Type.Enum([attack('value')]),
  documento: Type.String(),
})

const hostileOperation: Operation = {
  id: attack('id'),
  method: 'POST',
  path: `/${attack('path')}`,
  tag: attackText('tag'),
  summary: attackText('summary'),
  description: attackText('description'),
  credentials: 'query',
  roles: ['analyst'],
  environments: 'both',
  headers: [{ name: attack('header'), text: attackText('header'), schema: Type.Enum([attack('value')]) }],
  query: [{ name: attack('query'), text: attackText('query'), schema: Type.String() }],
  request: { schema: hostileSchema, required: true, mediaTypes: [attack('media type')] },
  answers: {
    200: { text: attackText('answer'), schema: hostileSchema, mediaType: attack('media type') },
    204: {
      text: attackText('empty'),
      headers: [{ name: attack('h'), text: attackText('h'), schema: Type.String() }],
    },
  },
  problems: ['internal_error'],
}
