import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoticeFacts } from '@lastro/rules/listings/notices/notice.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { inventedNotice, noticeFacts } from '../../../testing/invented/invented-notice.ts'
import { pdfFaults } from '../../../testing/pdf/pdf-faults.ts'
import { finder, pageContent, readPdf, readPdfObjects } from '../../../testing/pdf/pdf-reader.ts'
import { letterChannel } from './letter-channel.ts'
import { postingList, writeLetterLot } from './letter-lot.ts'
import { addressLines, letterPdf } from './letter-pdf.ts'

const paper = {
  sender: 'Birô Exemplo, Caixa Postal 100, 01031-970 São Paulo/SP',
  writtenAtMs: Date.parse('2026-03-02T12:00:00Z'),
}

const letter = async (changes: Partial<NoticeFacts> = {}) =>
  readPdf(await letterPdf(inventedNotice(changes), paper))

test('a letter is a page of A4, tagged, in Portuguese, under its subject', async () => {
  const pdf = await letterPdf(inventedNotice(), paper)
  const read = readPdf(pdf)
  assert.equal(read.pages.length, 1)
  assert.ok(read.isTagged)
  assert.equal(read.language, 'pt-BR')
  assert.equal(read.title, 'Comunicação prévia de registro de dívida com LOJAS AURORA LTDA')
  const { objects } = readPdfObjects(pdf)
  const page = [...objects.values()].find((one) => one.dictionary.includes('/Type/Page/'))
  assert.match(page?.dictionary ?? '', /\/MediaBox\[0 0 595\.28 841\.89\]/)
})

test('a letter says sender, address, subject and every line of its text, in the order of reading', async () => {
  const notice = inventedNotice()
  const [page = []] = readPdf(await letterPdf(notice, paper)).pages
  const said = page.filter((one) => one.kind !== 'Artifact')
  assert.deepEqual(
    said.slice(0, 6).map(({ kind, text }) => [kind, text]),
    [
      ['P', paper.sender],
      ['P', 'MARIA DAS DORES DA CONCEIÇÃO'],
      ['P', 'RUA DAS LARANJEIRAS, 120, APTO 31'],
      ['P', 'LARANJEIRAS'],
      ['P', '22240-003 RIO DE JANEIRO/RJ'],
      ['H1', notice.subject],
    ],
  )
  const lines = notice.text.split('\n').filter((line) => line !== '')
  assert.deepEqual(
    said.slice(6).map(({ text }) => text),
    lines,
  )
})

test('each page says which notice, which page, and the hash of the text', async () => {
  const notice = inventedNotice({ howToContest: 'por carta ou por telefone '.repeat(60) })
  const { pages } = readPdf(await letterPdf(notice, paper))
  assert.equal(pages.length, 2)
  for (const [at, page] of pages.entries()) {
    const foot = page.findLast((one) => one.kind === 'Artifact')?.text ?? ''
    assert.match(
      foot,
      new RegExp(`^Comunicação N-1001 {3}página ${at + 1} de 2 SHA-256 do texto: ${notice.sha256}$`),
    )
  }
})

/** Where the lines of a page begin, in points from the top left corner. */
function linesOf(pdf: Buffer): { readonly x: number; readonly y: number; readonly size: number }[] {
  const { objects } = readPdfObjects(pdf)
  const page = [...objects.values()].find((one) => one.dictionary.includes('/Type/Page/')) ?? assert.fail()
  const content = pageContent(page.dictionary, finder(objects))
  let [x, y, size] = [0, 0, 0]
  const lines: { x: number; y: number; size: number }[] = []
  for (const [, begin, right, up, tall] of content.matchAll(
    /(BT)|(-?[\d.]+) (-?[\d.]+) Td(?:\/\w ([\d.]+) Tf)?/g,
  )) {
    if (begin !== undefined) [x, y] = [0, 0]
    else {
      x += Number(right)
      y += Number(up)
      size = Number(tall ?? size)
      lines.push({ x, y: 841.89 - y, size })
    }
  }
  return lines
}

const mm = (millimetres: number): number => (millimetres * 72) / 25.4

test('the window of the envelope shows the sender and the address and nothing else, however long they are', async () => {
  const facts = noticeFacts()
  const longAddress = { ...facts.recipient.address, addressLine: 'AVENIDA QUE NÃO ACABA '.repeat(30) }
  const long = { ...facts.recipient, name: 'NOME COMPRIDO '.repeat(20), address: longAddress as never }
  for (const recipient of [facts.recipient, long]) {
    const lines = linesOf(await letterPdf(inventedNotice({ recipient }), paper))
    const inWindow = lines.filter(({ y }) => y < mm(90))
    assert.ok(inWindow.length >= 5)
    for (const { x, y, size } of inWindow) {
      assert.ok(Math.abs(x - mm(25)) < 0.1)
      assert.ok(y - size > mm(45) - 1 && y <= mm(90), `${y}`)
    }
    const below = lines.filter(({ y }) => y >= mm(90))
    for (const { y, size } of below) assert.ok(y - size > mm(105) - 1, `${y}`)
  }
})

test('an address that does not fit is cut line by line: the city is always there', async () => {
  const { recipient } = noticeFacts()
  const address = { ...recipient.address, addressLine: 'AVENIDA QUE NÃO ACABA '.repeat(30) } as never
  const [page = []] = (await letter({ recipient: { ...recipient, address } })).pages
  const texts = page.map(({ text }) => text)
  assert.ok(texts.some((text) => /^AVENIDA .*…$/.test(text)))
  assert.ok(texts.includes('22240-003 RIO DE JANEIRO/RJ'))
})

test('the same notice and day give the same bytes', async () => {
  const [one, other] = await Promise.all([
    letterPdf(inventedNotice(), paper),
    letterPdf(inventedNotice(), paper),
  ])
  assert.deepEqual(one, other)
})

test('a paragraph that fits a page is not parted; one that is longer than a page goes on overleaf', async () => {
  const fitting = await letter({ howToContest: 'por carta ou por telefone '.repeat(60) })
  assert.equal(fitting.pages.length, 2)
  const whole = (pages: typeof fitting.pages, at: number) =>
    pages[at]?.filter((one) => one.text.includes('por carta')).length
  assert.deepEqual([whole(fitting.pages, 0), whole(fitting.pages, 1)], [0, 1])
  const longer = await letter({ howToContest: 'por carta ou por telefone '.repeat(400) })
  assert.equal(longer.pages.length, 3)
  const parts = longer.pages.flat().filter((one) => one.text.includes('por carta'))
  assert.equal(
    parts
      .map(({ text }) => text)
      .join(' ')
      .match(/por carta/g)?.length,
    400,
  )
  assert.ok(longer.elements.includes('Document > P > Span'))
})

test('Greek, Cyrillic, Hebrew and Arabic names are letters, not question marks', async () => {
  const { recipient } = noticeFacts()
  const [page = []] = (await letter({ recipient: { ...recipient, name: 'Ω Ж ש ظ' } })).pages
  const name = page.find((one) => one.actual === 'Ω Ж ש ظ')?.text ?? ''
  for (const sign of ['Ω', 'Ж', 'ש']) assert.ok(name.includes(sign), sign)
  assert.ok(!/[?□]/.test(name))
})

test('no name, address or creditor breaks a letter', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 70 })
  const facts = fc.record({ name: text, street: text, creditor: text })
  await fc.assert(
    fc.asyncProperty(facts, async ({ name, street, creditor }) => {
      const pdf = readPdfObjects(await letterPdf(inventedNotice(hostile({ name, street, creditor })), paper))
      assert.deepEqual(pdfFaults(pdf), [])
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
  assert.equal(header, '\uFEFF"numero";"nome";"logradouro";"bairro";"cep_cidade_uf";"arquivo";"sha256"')
  assert.equal(
    first,
    `"N-1001";"MARIA DAS DORES DA CONCEIÇÃO";"RUA DAS LARANJEIRAS, 120, APTO 31";"LARANJEIRAS";"22240-003 RIO DE JANEIRO/RJ";"N-1001.pdf";"${notices[0]?.sha256}"`,
  )
  assert.match(second ?? '', /^"N-1002";/)
  assert.equal(rest, '')
})

test('a lot is for its owner alone', async () => {
  const { path } = await writeLetterLot({ name: 'lote-1', directory: newDirectory(), paper }, [
    inventedNotice(),
  ])
  const modeOf = (name: string) => (statSync(join(path, name)).mode & 0o777).toString(8)
  assert.deepEqual(['.', ...readdirSync(path)].map(modeOf), ['700', '600', '600'])
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
  assert.equal(postingList([row]), `\uFEFF"'=1+1";"'@a";"'-x";"a;b";"diz ""oi""";"duas linhas";"A=B"\r\n`)
})

test('a letter is on its way until it is posted, and needs an address', async () => {
  const channel = letterChannel({ isReady: true })
  assert.deepEqual(await channel.send(inventedNotice()), { kind: 'sent' })
  const { recipient } = noticeFacts()
  assert.equal(channel.reaches(recipient), true)
  assert.equal(channel.reaches({ ...recipient, address: undefined }), false)
})
