import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Operation } from '@lastro/contract/operation.ts'
import { operations } from '@lastro/contract/operations.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { type Language, languages } from '@lastro/contract/text.ts'
import { Type } from 'typebox'
import { scenarios } from '../../features/sandbox/test-documents.ts'
import { exampleCompany, examplePerson } from './curl-example.ts'
import { pageTexts } from './page-texts.ts'
import { referencePage, referencePageHeaders } from './reference-page.ts'

const all = operations(products)
const pages: Readonly<Record<Language, string>> = {
  pt: referencePage(all, 'pt'),
  en: referencePage(all, 'en'),
}

const found = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, first]) => first ?? '')

const idsOf = (page: string): string[] => found(page, /\sid="([^"]*)"/g)

for (const language of languages) {
  const page = pages[language]

  test(`${language}: no two elements share an anchor`, () => {
    const repeated = idsOf(page).filter((id, index, ids) => ids.indexOf(id) !== index)
    assert.deepEqual(repeated, [])
  })

  test(`${language}: every operation and every problem has its anchor`, () => {
    const ids = new Set(idsOf(page))
    const wanted = [...all.map(({ id }) => id), ...Object.keys(problems)]
    assert.deepEqual(
      wanted.filter((id) => !ids.has(id)),
      [],
    )
  })

  test(`${language}: every link inside the page and every label leads somewhere`, () => {
    const ids = new Set(idsOf(page))
    const wanted = [...found(page, /href="#([^"]*)"/g), ...found(page, /aria-labelledby="([^"]*)"/g)]
    assert.ok(wanted.length > all.length)
    assert.deepEqual(
      wanted.filter((id) => !ids.has(id)),
      [],
    )
  })

  test(`${language}: the page runs nothing and asks nothing of the network`, () => {
    assert.doesNotMatch(page, /<(script|link|img|iframe|object|embed|form|base)\b/i)
    assert.doesNotMatch(page, /\s(on\w+|style|src)="/i)
    assert.doesNotMatch(page, /url\(|@import/i)
    const examples = /curl http:\/\/127\.0\.0\.1:8080\/|https:\/\/sistema\.exemplo\.com\.br\//g
    assert.doesNotMatch(page.replaceAll(examples, ''), /https?:\/\//)
  })

  test(`${language}: links out of the page stay on the service`, () => {
    const outward = new Set(found(page, /href="([^#"][^"]*)"/g))
    const other = language === 'pt' ? 'en' : 'pt'
    assert.deepEqual(outward, new Set(['/openapi.json', '/sandbox/documentos', `/docs?lang=${other}`]))
  })

  test(`${language}: what opens is closed, in order`, () => {
    assert.deepEqual(unbalanced(page), [])
  })

  test(`${language}: the policy names the style that the page carries`, () => {
    const [style = ''] = found(page, /<style>(.*?)<\/style>/gs)
    assert.equal(found(page, /(<style)/g).length, 1)
    const hash = createHash('sha256').update(style).digest('base64')
    assert.ok(referencePageHeaders['Content-Security-Policy']?.includes(`style-src 'sha256-${hash}'`))
  })

  test(`${language}: text from outside is shown, never run`, () => {
    const hostile = referencePage([hostileOperation], language)
    assert.doesNotMatch(hostile, /<script/i)
    assert.doesNotMatch(hostile, /<img/i)
    assert.deepEqual(unbalanced(hostile), [])
    assert.ok(hostile.includes(`&lt;script&gt;alert(&quot;${language} summary&quot;)&lt;/script&gt;`))
  })
}

test('a page says which language it is in', () => {
  assert.match(pages.pt, /<html lang="pt-BR">/)
  assert.match(pages.en, /<html lang="en">/)
})

test('the same anchors exist in both languages, so that a link survives the change', () => {
  assert.deepEqual(idsOf(pages.pt), idsOf(pages.en))
})

test('no sentence of the page was left untranslated', () => {
  const sameInBoth = ['sandbox', 'status']
  const untranslated = Object.entries(pageTexts).filter(([, text]) => text.pt === text.en)
  assert.deepEqual(
    untranslated.map(([name]) => name),
    sameInBoth,
  )
})

test('the headings of one language do not stand in the other', () => {
  const headings = (page: string) => found(page, /<h[23][^>]*>(?:<a [^>]*>)?([^<]+)/g)
  const english = new Set(headings(pages.en))
  assert.deepEqual(
    headings(pages.pt).filter((heading) => english.has(heading)),
    ['Sandbox'],
  )
})

test('the examples query test documents, and a report on companies is not sent a person', () => {
  const documents = scenarios.map((one) => String(one.document))
  assert.ok(documents.includes(examplePerson) && documents.includes(exampleCompany))
  const [example = ''] = found(pages.pt, /<article id="relatoConsulta">.*?<pre[^>]*>(.*?)<\/pre>/gs)
  assert.ok(example.includes(`&quot;documento&quot;:&quot;${exampleCompany}&quot;`))
})

/** Tags that do not close in the order in which they opened. */
function unbalanced(page: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (name === 'meta') continue
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
  environments: 'both',
  headers: [{ name: attack('header'), text: attackText('header'), schema: Type.Enum([attack('value')]) }],
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
