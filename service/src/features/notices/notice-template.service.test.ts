import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { loadNoticeTemplate, readNoticeTemplate, TemplateFault } from './notice-template.ts'

const shipped = readFileSync(join(import.meta.dirname, 'default-template.txt'), 'utf8')

test('the shipped template is whole', () => {
  const { devedor, avalista } = loadNoticeTemplate(undefined)
  assert.match(devedor.subject, /^Comunicação prévia/)
  assert.match(avalista.body, /\{\{devedor\}\}/)
  assert.doesNotMatch(`${devedor.body}${avalista.body}`, /^#/m)
})

test("an operator's own file is read, with any line ends and a byte order mark", () => {
  const path = join(newDirectory(), 'template.txt')
  writeFileSync(path, `\uFEFF${shipped.replaceAll('\n', '\r\n')}`)
  assert.deepEqual(loadNoticeTemplate(path), loadNoticeTemplate(undefined))
})

const faults: readonly { promise: string; text: string; says: RegExp }[] = [
  {
    promise: 'a placeholder that does not exist is named, with those that do',
    text: shipped.replace('depois de {{prazo}}', '{{praso}}'),
    says: /\[devedor\] uses \{\{praso\}\}.*\{\{prazo\}\}/,
  },
  {
    promise: 'a placeholder with blanks inside is refused, not left as it is',
    text: shipped.replace('depois de {{prazo}}', '{{ prazo }}'),
    says: /uses \{\{ prazo \}\}/,
  },
  {
    promise: 'every missing placeholder is named at once',
    text: shipped.replaceAll('{{valor}}', '').replaceAll('{{vencimento}}', ''),
    says: /missing from the text of \[devedor\]: \{\{valor\}\}, \{\{vencimento\}\}/,
  },
  {
    promise: 'a subject alone does not name the creditor',
    text: shipped.replaceAll('Credor: {{credor}}', 'Credor'),
    says: /missing from the text of \[devedor\]: \{\{credor\}\}/,
  },
  {
    promise: "the principal's name has no place in the principal's own notice",
    text: shipped.replace('depois de {{prazo}}', '{{devedor}}'),
    says: /\[devedor\] uses \{\{devedor\}\}/,
  },
  {
    promise: 'a guarantor has to be told whose debt it is',
    text: shipped.replace('Devedor principal: {{devedor}}', ''),
    says: /\[avalista\]: \{\{devedor\}\}/,
  },
  {
    promise: 'half a pair of braces is refused',
    text: shipped.replace('depois de {{prazo}}', '{{prazo}'),
    says: /without their pair/,
  },
  {
    promise: 'a section is missing',
    text: shipped.slice(0, shipped.indexOf('\n[avalista]')),
    says: /\[avalista\] is missing/,
  },
  { promise: 'a section appears twice', text: `${shipped}\n[devedor]\n`, says: /appears twice/ },
  { promise: 'a section nobody knows', text: `${shipped}\n[fiador]\n`, says: /no section \[fiador\]/ },
  {
    promise: 'a section without a subject',
    text: shipped.replace(/^Assunto: .*$/m, ''),
    says: /must begin with a line "Assunto/,
  },
  { promise: 'words before the first section are not lost', text: `Oi\n${shipped}`, says: /begin with #/ },
  { promise: 'an empty file', text: '', says: /\[devedor\] is missing/ },
]

for (const { promise, text, says } of faults) {
  test(`refused: ${promise}`, () => {
    assert.throws(() => readNoticeTemplate(text), refusal(says))
  })
}

test('refused: a file that is not there, is not UTF-8, or is far too large', () => {
  const directory = newDirectory()
  const write = (name: string, bytes: Buffer) => {
    writeFileSync(join(directory, name), bytes)
    return join(directory, name)
  }
  assert.throws(() => loadNoticeTemplate(join(directory, 'nowhere.txt')), refusal(/could not be read/))
  const latin1 = write('latin1.txt', Buffer.from(shipped, 'latin1'))
  assert.throws(() => loadNoticeTemplate(latin1), refusal(/not in UTF-8/))
  const large = write('large.txt', Buffer.alloc(40_000, '#'))
  assert.throws(() => loadNoticeTemplate(large), refusal(/over 32 KiB/))
})

const refusal = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof TemplateFault, String(error))
  assert.match(error.text.en, says)
  assert.match(error.text.pt, /^LASTRO_NOTICE_TEMPLATE: /)
  return true
}
