import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import type { NoticeFacts } from '@lastro/rules/listings/notice.ts'
import fc from 'fast-check'
import { newDirectory } from '../../../testing/engines.ts'
import { inventedNotice, noticeFacts } from '../../../testing/invented-notice.ts'
import { letterChannel } from './letter-channel.ts'
import { postingList, writeLetterLot } from './letter-lot.ts'
import { addressLines, letterPdf } from './letter-pdf.ts'

const paper = {
  sender: 'Birô Exemplo, Caixa Postal 100, 01031-970 São Paulo/SP',
  writtenAtMs: Date.parse('2026-03-02T12:00:00Z'),
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

/** Every letter that a reader of the file can select, from the character maps of its fonts. */
function lettersIn(pdf: Buffer): Set<string> {
  const letters = new Set<string>()
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const from = match.index + match[0].length
    const stream = inflated(pdf.subarray(from, text.indexOf('endstream', from)))
    if (!stream.includes('beginbfrange')) continue
    for (const [, hex = ''] of stream.matchAll(/<([0-9a-f]{4,})>/g)) {
      letters.add(Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

test('a letter is a page of A4', async () => {
  const pdf = await letterPdf(inventedNotice(), paper)
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  assert.equal(pagesOf(pdf), 1)
  assert.match(pdf.toString('latin1'), /\/MediaBox \[0 0 595\.28 841\.89\]/)
})

test('the same notice and day give the same bytes', async () => {
  const [one, other] = await Promise.all([
    letterPdf(inventedNotice(), paper),
    letterPdf(inventedNotice(), paper),
  ])
  assert.deepEqual(one, other)
})

test('a long text goes on to a second page', async () => {
  const pdf = await letterPdf(
    inventedNotice({ howToContest: 'por carta ou por telefone '.repeat(60) }),
    paper,
  )
  assert.equal(pagesOf(pdf), 2)
})

test('Greek, Cyrillic, Hebrew and Arabic names are letters, not question marks', async () => {
  const { recipient } = noticeFacts()
  const letters = lettersIn(
    await letterPdf(inventedNotice({ recipient: { ...recipient, name: 'Ω Ж ש ظ' } }), paper),
  )
  for (const letter of ['Ω', 'Ж', 'ש']) assert.ok(letters.has(letter), letter)
})

test('no name, address or creditor breaks a letter', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 70 })
  const facts = fc.record({ name: text, street: text, creditor: text })
  await fc.assert(
    fc.asyncProperty(facts, async ({ name, street, creditor }) => {
      const pdf = await letterPdf(inventedNotice(hostile({ name, street, creditor })), paper)
      assert.equal(pagesOf(pdf), 1)
    }),
    {
      numRuns: 25,
      examples: [[{ name: ') Tj ET\nendstream', street: '\\(', creditor: '%PDF <</JS (x)>>' }]],
    },
  )
})

function hostile({
  name,
  street,
  creditor,
}: Record<'name' | 'street' | 'creditor', string>): Partial<NoticeFacts> {
  const facts = noticeFacts()
  const address = { district: 'B', city: 'C', state: 'SP', zipCode: '01001000', addressLine: street }
  return {
    recipient: { ...facts.recipient, name, address },
    creditor: { ...facts.creditor, name: creditor },
  }
}

test('an address reads as the post reads it', () => {
  assert.deepEqual(addressLines(noticeFacts().recipient.address), [
    'RUA DAS LARANJEIRAS, 120, APTO 31',
    'LARANJEIRAS',
    '22240-003 RIO DE JANEIRO/RJ',
  ])
})

test('a lot is a PDF for each letter and the list that goes with them to the post', async () => {
  const directory = newDirectory()
  const notices = [inventedNotice(), inventedNotice({ id: 'N-1002' })]
  const { path, count } = await writeLetterLot({ name: '2026-03-02-1', directory, paper }, notices)
  assert.equal(count, 2)
  assert.deepEqual(readdirSync(path).toSorted(), ['N-1001.pdf', 'N-1002.pdf', 'postagem.csv'])
  const [header, first, second, rest] = readFileSync(join(path, 'postagem.csv'), 'utf8').split('\r\n')
  assert.equal(header, '\uFEFFnumero;nome;logradouro;bairro;cep_cidade_uf;arquivo;sha256')
  assert.equal(
    first,
    `N-1001;MARIA DAS DORES DA CONCEIÇÃO;RUA DAS LARANJEIRAS, 120, APTO 31;LARANJEIRAS;22240-003 RIO DE JANEIRO/RJ;N-1001.pdf;${notices[0]?.sha256}`,
  )
  assert.match(second ?? '', /^N-1002;/)
  assert.equal(rest, '')
})

test('a lot that broke half-way is not there, and is written anew', async () => {
  const directory = newDirectory()
  const lot = { name: 'lote-1', directory, paper }
  function* breaking() {
    yield inventedNotice()
    throw new Error('the disk is full')
  }
  await assert.rejects(writeLetterLot(lot, breaking()), /disk is full/)
  assert.deepEqual(readdirSync(directory), ['lote-1.partial'])
  assert.equal((await writeLetterLot(lot, [inventedNotice()])).count, 1)
  assert.deepEqual(readdirSync(directory), ['lote-1'])
})

test('a lot that is there is never overwritten', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'lote-1'))
  writeFileSync(join(directory, 'lote-1', 'postagem.csv'), 'posted')
  await assert.rejects(writeLetterLot({ name: 'lote-1', directory, paper }, [inventedNotice()]))
  assert.equal(readFileSync(join(directory, 'lote-1', 'postagem.csv'), 'utf8'), 'posted')
})

for (const name of ['../fora', 'a/b', '.oculto', '', 'a\0b']) {
  test(`${JSON.stringify(name)} names no lot`, async () => {
    await assert.rejects(writeLetterLot({ name, directory: newDirectory(), paper }, []))
  })
}

test('a cell cannot break its row, nor be run as a formula', () => {
  const row = ['=1+1', '@a', '-x', 'a;b', 'diz "oi"', 'duas\nlinhas', 'A=B']
  assert.equal(postingList([row]), `\uFEFF'=1+1;'@a;'-x;"a;b";"diz ""oi""";duas linhas;A=B\r\n`)
})

test('a letter is on its way until it is posted, and needs an address', async () => {
  const channel = letterChannel({ isReady: true })
  assert.deepEqual(await channel.send(inventedNotice()), { kind: 'sent' })
  const { recipient } = noticeFacts()
  assert.equal(channel.reaches(recipient), true)
  assert.equal(channel.reaches({ ...recipient, address: undefined }), false)
})
