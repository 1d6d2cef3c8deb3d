import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'

/** A batch of a creditor's own system: other columns, other spellings, other letters. */
export function batchPath({ newPerson, visit }: ConsoleInBrowser): void {
  test('a file of another system is mapped, sent, mended and sent again, by keyboard', async () => {
    const visited = await visit(await newPerson(['creditor']))
    const { page, open, addresses, faultsForSome, scrollsSideways, close } = visited
    const readable = async (what: string) => {
      assert.deepEqual(await faultsForSome(), [], what)
      assert.equal(await scrollsSideways(), false, `${what} scrolls sideways on a desk`)
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false, `${what} scrolls sideways`)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await open('/lotes')
    await choose(page, 'carteira.csv', foreignFile)
    await page.getByRole('cell', { name: 'CONCEIÇÃO DE EXEMPLO' }).first().waitFor()
    assert.equal(await chosenColumn(page, 'CPF ou CNPJ'), 'CPF/CNPJ do devedor')
    assert.equal(await chosenColumn(page, 'Vencimento'), 'Dt. Vencto')
    await page.getByText('Por exemplo: 10/03/2026, lido como 2026-03-10').waitFor()
    await page.getByText('Não são usadas: Saldo original, Saldo atualizado, Observação.').waitFor()
    await readable('the mapping')

    // Of two sums only the person knows which is owed, and the nature stands in no column.
    await press(page, 'Enviar')
    const amount = page.getByLabel('Valor', { exact: true })
    assert.equal(await amount.evaluate((one) => one === document.activeElement), true)
    await page.keyboard.type('Saldo atu')
    await page.getByText('Por exemplo: 1.520,33, lido como 1520.33').waitFor()
    const nature = page.getByLabel('Natureza', { exact: true })
    await nature.focus()
    await page.keyboard.type('O mesmo')
    await page.getByLabel('Natureza de todas as linhas').focus()
    await page.keyboard.type('CP')
    await page.getByText('Não são usadas: Saldo original, Observação.').waitFor()
    await press(page, 'Enviar')

    await page.getByText('Arquivo respondido por inteiro.').waitFor()
    await page.getByText('6 de 6 linhas respondidas').waitFor()
    const fact = (label: string) =>
      page.locator('.facts > div', { hasText: label }).locator('dd').textContent()
    assert.equal(await fact('Incluídas'), '2')
    assert.equal(await fact('Recusadas por uma regra'), '1')
    assert.equal(await fact('Não puderam ser lidas'), '3')
    const refused = page.getByRole('region', { name: 'Linhas recusadas' })
    const row = (line: number) => refused.getByRole('row', { name: new RegExp(`^${line} `) })
    await row(3).getByText('Saldo atualizado: O valor é menor que R$ 10,00.').waitFor()
    await row(3).locator('.wrong-cell', { hasText: '5,00' }).waitFor()
    await row(5).getByText('Dt. Vencto: Não é uma data como 31/12/2026.').waitFor()
    await row(5).locator('.wrong-cell', { hasText: '31/31/2026' }).waitFor()
    await row(7).getByText('Tem 15 células; o cabeçalho, 14.').waitFor()
    await row(8).getByText('As aspas não fecham').waitFor()
    await row(8).getByText('"ANA ABERTA').waitFor()
    assert.equal(await row(2).count(), 0)
    await readable('the refused lines')

    const csv = await downloaded(page)
    const lines = csv.trimEnd().split('\r\n')
    assert.match(lines[0] ?? '', /^\uFEFF"Lastro: linha";"Lastro: motivo";"Nome";"CPF\/CNPJ do devedor";/)
    assert.match(lines[1] ?? '', /^"3";"Saldo atualizado: O valor é menor que R\$ 10,00\.";"BRUNO/)
    assert.equal(lines.length, 5)
    const mended = [...lines.slice(0, 3)]
      .join('\r\n')
      .replace('"5,00"', '"50,00"')
      .replace('31/31/', '31/03/')
    await choose(page, 'recusadas.csv', Buffer.from(mended))
    await page.getByText('Como você disse da última vez').waitFor()
    assert.equal(await chosenColumn(page, 'Valor'), 'Saldo atualizado')
    await page
      .getByText('Não são usadas: Lastro: linha, Lastro: motivo, Saldo original, Observação.')
      .waitFor()
    await page.getByLabel('Natureza', { exact: true }).selectOption({ label: 'O mesmo em todas as linhas' })
    await page.getByLabel('Natureza de todas as linhas').selectOption('CP')
    await press(page, 'Enviar')
    await page.getByText('2 de 2 linhas respondidas').waitFor()
    assert.equal(await fact('Incluídas'), '2')
    assert.equal(await refused.count(), 0)

    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    assert.match(kept, /Dt\. Vencto/)
    assert.doesNotMatch(kept, /EXEMPLO|529|982|1\.520|exemplo\.com|CT-/)
    assert.ok(addresses.every((one) => !/52998224725/.test(one)))
    await close()
  })

  longTest(
    'a sending tells the bytes that left, is stopped and goes on, and tells the lines that were answered',
    async () => {
      const { page, open, close } = await visit(await newPerson(['creditor']))
      await open('/lotes')
      const network = await page.context().newCDPSession(page)
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10_000 }
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', slow)
      await choose(page, 'modelo.csv', Buffer.from(ownFile(1_000)))
      await press(page, 'Enviar')
      await page.getByText(/^[\d,]+ kB de [\d,]+ kB enviados$/).waitFor()
      const part = await page.waitForFunction(() => {
        const one = document.querySelector('progress')
        return one !== null && one.value > 0 && one.value < one.max && { value: one.value, max: one.max }
      })
      assert.ok((await part.evaluate((one) => (one ? one.max : 0))) > 100_000, 'bytes, not lines')
      await press(page, 'Parar')
      await page.getByText('Você parou o envio.').waitFor()
      await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
      await press(page, 'Continuar de onde parou')
      await page.getByText('1.000 de 1.000 linhas respondidas').waitFor()
      assert.equal(await page.locator('progress').evaluate((one: HTMLProgressElement) => one.value), 1_000)
      assert.equal(await page.getByRole('region', { name: 'Linhas recusadas' }).count(), 0)
      await close()
    },
  )

  test('a connection that is cut is told, and after a reload the same file goes on: nothing is listed twice', async () => {
    const { page, open } = await visit(await newPerson(['creditor']))
    const keys: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/lotes$/.test(request.url()))
        keys.push(request.headers()['idempotency-key'] ?? '')
    })
    await open('/lotes')
    const isTold = Promise.withResolvers<void>()
    await page.route(/\/lotes$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      // The service takes it all, and the answer never arrives.
      await route.fetch()
      if (keys.length > 1) await isTold.promise
      await route.abort('connectionreset')
    })
    await choose(page, 'modelo.csv', Buffer.from(ownFile(3)))
    await press(page, 'Enviar')
    await page.getByText('A conexão caiu. O arquivo vai de novo desde o começo').waitFor()
    isTold.resolve()
    await page.getByRole('alert').waitFor()
    await page.getByText('Respostas que chegaram: 0; o serviço pode já ter julgado mais linhas.').waitFor()
    await page.getByRole('button', { name: 'Continuar de onde parou' }).waitFor()
    await page.unroute(/\/lotes$/)
    await open('/lotes')
    await choose(page, 'modelo.csv', Buffer.from(ownFile(3)))
    await press(page, 'Enviar')
    await page.getByText('3 de 3 linhas respondidas').waitFor()
    assert.equal(await page.getByRole('region', { name: 'Linhas recusadas' }).count(), 0)
    assert.ok(keys.length > 2)
    assert.equal(new Set(keys).size, 1)
    // What has ended is a new sending the next time, and its debts are there already.
    await press(page, 'Enviar')
    await page.getByRole('region', { name: 'Linhas recusadas' }).waitFor()
    assert.equal(new Set(keys).size, 2)
    await page.context().close()
  })

  test('what is no file of lines is told as what it is, and nothing is sent', async () => {
    const { page, open, addresses, close } = await visit(await newPerson(['creditor']))
    await open('/lotes')
    const sentBefore = addresses.length
    await choose(page, 'carteira.xlsx.csv', Buffer.from('PK\u0003\u0004'))
    await page.getByText('É uma pasta do Excel.').waitFor()
    await press(page, 'Enviar')
    await choose(page, 'vazio.csv', Buffer.from('\n'))
    await page.getByText('O arquivo não tem linhas.').waitFor()
    await choose(page, 'sem-cabecalho.csv', Buffer.from('52998224725;ANA DE EXEMPLO;1.520,33\n'))
    await page.getByText('A primeira linha parece um registro').waitFor()
    assert.equal(addresses.length, sentBefore)
    await close()
  })
}

/** And waits until it is read: before that its button does nothing, and says so. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.locator('form button.main[aria-busy="false"]').waitFor()
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

const chosenColumn = (page: Page, field: string) =>
  page
    .getByLabel(field, { exact: true })
    .evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.textContent)

async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Baixar recusadas (CSV)')])
  return readFileSync(await download.path(), 'utf8')
}

const heading =
  'Nome;CPF/CNPJ do devedor;Nascimento;Saldo original;Saldo atualizado;Dt. Vencto;Nº do contrato;Endereço;Nº;Bairro;Município;UF;CEP;Observação'

function foreignLine(changes: Readonly<Record<string, string>>): string {
  const cells = {
    name: 'ANA CLARA DE EXEMPLO',
    document: '529.982.247-25',
    birth: '20/05/1980',
    first: '1.500,00',
    owed: '1.520,33',
    due: '10/03/2026',
    contract: 'CT-1',
    rest: 'RUA DE EXEMPLO;100;CENTRO;SAO PAULO;sp;01001-000;',
    ...changes,
  }
  return Object.values(cells).join(';')
}

/** As a spreadsheet in Brazil saves it: semicolons, Windows-1252, a cell over two lines, a blank row. */
const foreignFile = Buffer.from(
  [
    heading,
    foreignLine({ name: 'CONCEIÇÃO DE EXEMPLO', contract: 'CT-1' }),
    foreignLine({ name: 'BRUNO DE EXEMPLO', contract: 'CT-2', owed: '5,00' }),
    foreignLine({
      contract: 'CT-3',
      rest: '"RUA ""DE"" EXEMPLO\n2º ANDAR";100;CENTRO;SAO PAULO;SP;01001000;',
    }),
    foreignLine({ contract: 'CT-4', due: '31/31/2026' }),
    ';;;;;;;;;;;;;',
    foreignLine({ contract: 'CT-5', rest: 'RUA; COM SEPARADOR;100;CENTRO;SAO PAULO;SP;01001000;' }),
    foreignLine({ contract: 'CT-6', name: '"ANA ABERTA' }),
  ].join('\r\n'),
  'latin1',
)

/** In the columns of the model. */
const ownFile = (count: number): string =>
  [
    'documento,name,birthDate,amount,dueDate,contractId,legalNatureId,address.addressLine,address.number,address.district,address.city,address.state,address.zipCode',
    ...Array.from(
      { length: count },
      (_, at) =>
        `52998224725,ANA CLARA DE EXEMPLO,1980-05-20,1520.33,2026-03-10,CT-${at},CP,RUA DE EXEMPLO,100,CENTRO,SAO PAULO,SP,01001000`,
    ),
  ].join('\n')
