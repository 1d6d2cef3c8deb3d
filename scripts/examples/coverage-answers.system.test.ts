import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { languages } from '@lastro/contract/text.ts'
import { test } from 'vitest'
import { engines } from '../../service/testing/engines.ts'
import { coverageAnswers, coveragePage, pageWithAnswers } from './coverage-answers.ts'

for (const language of languages) {
  for (const engine of engines) {
    test(`the guide in ${language} shows what a service on ${engine} answers when it does not know: npm run examples`, async () => {
      const page = readFileSync(coveragePage(language), 'utf8')
      const answers = await coverageAnswers(engine, language)
      assert.equal(Object.keys(answers).length, page.match(/: begin -->/g)?.length)
      assert.equal(page, pageWithAnswers(page, answers))
    })
  }
}

test('no answer on the page states a zero or an empty list for a section that it names as not covered', async () => {
  for (const language of languages) {
    const page = readFileSync(coveragePage(language), 'utf8')
    const blocks = [...page.matchAll(/```http\n([\s\S]*?)```\s+```json\n([\s\S]*?)```/g)]
    assert.ok(blocks.length >= 10)
    for (const [, head = '', body = ''] of blocks) {
      const named = /X-Report-Sections-Not-Covered: (.*)/.exec(head)?.[1]?.split(', ') ?? []
      const report = JSON.parse(body) as Record<string, object | undefined>
      for (const name of named)
        assert.ok(!(name in report) && !(name in (report.negativeData ?? {})), `${name} in ${body}`)
    }
  }
})
