import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problems } from '@lastro/contract/problems/problems.ts'
import { Subject } from '@lastro/contract/reports/subject.ts'
import { languages } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { readSubject } from '@lastro/service/features/bureau/read-subject.ts'
import { scenarios } from '@lastro/service/features/sandbox/test-documents.ts'
import { test } from 'vitest'
import { generatedParts, pageWith, policySchemaPath, policySchemaText, root } from './write-docs.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

for (const part of generatedParts()) {
  test(`${part.path} says what the data says`, () => {
    const page = read(part.path)
    assert.ok(page === pageWith(page, part), `${part.path} is out of date: run npm run docs`)
  })
}

test('the schema of policies that editors read is that of the contract', () => {
  assert.ok(
    read(policySchemaPath) === policySchemaText(),
    `${policySchemaPath} is out of date: run npm run docs`,
  )
})

test('a part takes the place of what stood between its marks, and of nothing else', () => {
  const part = { path: 'page.md', mark: 'list', text: 'new' }
  const page = 'before\n<!-- list: begin -->\nold\n<!-- list: end -->\nafter\n'
  const written = 'before\n<!-- list: begin -->\n\nnew\n\n<!-- list: end -->\nafter\n'
  assert.equal(pageWith(page, part), written)
  assert.equal(pageWith(written, part), written)
})

test('a page that lost a mark, or has one twice, is refused', () => {
  const part = { path: 'page.md', mark: 'list', text: 'new' }
  const [begin, end] = ['<!-- list: begin -->', '<!-- list: end -->']
  for (const page of ['', begin, end, `${end}${begin}`, `${begin}${end}${begin}${end}`]) {
    assert.throws(() => pageWith(page, part), /page\.md must have/, page)
  }
})

for (const language of languages) {
  test(`the guide in ${language} names every test document and every problem`, () => {
    const sandbox = read(`docs/guide/${language}/sandbox.md`)
    const errors = read(`docs/guide/${language}/errors.md`)
    for (const { document } of scenarios) assert.ok(sandbox.includes(`\`${document}\``), document)
    for (const code of Object.keys(problems)) assert.ok(errors.includes(`\`${code}\``), code)
  })

  test(`the guide in ${language} names every member of a bureau line`, () => {
    const page = read(`docs/guide/${language}/bureau-data.md`)
    const missing = memberNames(Subject).filter((name) => !page.includes(`\`${name}\``))
    assert.deepEqual(missing, [])
  })

  test(`the example lines of the guide in ${language} load`, () => {
    const page = read(`docs/guide/${language}/bureau-data.md`)
    const lines = [...page.matchAll(/```ndjson\n(.*)\n```/g)].map(([, line = '']) => line)
    assert.equal(lines.length, 2)
    for (const line of lines) {
      const today = '2026-11-15' as Day
      const load = { generation: 1, day: today, declared: { CPF: [], CNPJ: [] } }
      const how = { today, load, language: 'en', isFast: true } as const
      const outcome = readSubject({ number: 1, bytes: Buffer.from(line) }, how)
      assert.equal(outcome.kind, 'subject', outcome.kind === 'refused' ? outcome.reason : '')
    }
  })
}

test('every example query asks for a test document', () => {
  const documents = new Set<string>(scenarios.map((one) => one.document))
  const pages = ['README.md', ...languages.map((language) => `docs/guide/${language}/first-query.md`)]
  for (const page of pages) {
    const asked = [...read(page).matchAll(/-d '\{"documento":"([^"]+)"/g)].map(([, sent = '']) => sent)
    assert.ok(asked.length > 0, page)
    for (const sent of asked) assert.ok(documents.has(sent.replace(/[./-]/g, '')), `${page}: ${sent}`)
  }
})

test('both languages have the same pages, with as many headings and code blocks', () => {
  const shape = (language: string) =>
    globSync(`docs/guide/${language}/*.md`, { cwd: root })
      .toSorted()
      .map((path) => ({
        page: path.split('/').at(-1),
        headings: read(path).match(/^#+ /gm)?.length,
        blocks: read(path).match(/^```/gm)?.length,
      }))
  assert.ok(shape('pt').length > 0)
  assert.deepEqual(shape('pt'), shape('en'))
})

test('every link from a document to a file leads to one', () => {
  const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })]
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  )
  assert.deepEqual(broken, [])
})

/** The names of all members of a schema, at every depth. */
function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  const inner = Object.entries(properties).flatMap(([name, value]) => [name, ...memberNames(value)])
  return [...new Set([...inner, ...memberNames(items)])]
}
