import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import type { RunningService, Session } from '../../../service/testing/running-service.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from '../invented-debt.ts'

export function creditorPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('a creditor lists a debt, mends what was wrong at its field, and releases it in two clicks', async () => {
    const person = await newPerson(['creditor'])
    const { page, open, faultsForSome, close } = await visit(person)
    await open('/dividas')
    await page.getByText('Nenhuma anotação aqui.').waitFor()
    await page.getByRole('link', { name: 'Incluir dívida' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Incluir dívida' }).waitFor()
    await fillDebt(page, { amount: '5,00' })
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    const amount = page.getByLabel('Valor')
    await page.getByText('O valor é menor que R$ 10,00.').first().waitFor()
    assert.equal(await amount.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await faultsForSome(), [])
    await amount.fill('1.520,33')
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    await page.getByText('no prazo do devedor').first().waitFor()
    await page.getByText('R$ 1.520,33', { exact: true }).waitFor()
    await page.getByText(/A seguir: Será publicada em \d\d\/\d\d\/\d{4}/).waitFor()

    await moveClock(service, person.client, 'P20D')
    await page.reload()
    await page.getByText('aparece nos relatórios', { exact: true }).waitFor()
    await page.getByText('Comunicado entregue').waitFor()
    await page.getByRole('button', { name: 'Dar baixa', exact: true }).click()
    assert.deepEqual(await faultsForSome(), [])
    // No reason is chosen for anybody, and nothing is sent without one.
    const reason = page.getByRole('dialog').getByLabel('Motivo')
    assert.equal(await reason.inputValue(), '')
    await page.getByRole('dialog').getByText('não pode ser desfeita').waitFor()
    await page.getByRole('button', { name: 'Dar baixa agora' }).click()
    assert.equal(await reason.evaluate((one: HTMLSelectElement) => one.validity.valueMissing), true)
    await reason.selectOption('03')
    await page.getByText('poderá ser anotada de novo, com novo comunicado').waitFor()
    await reason.selectOption('01')
    await page.getByText('a dívida nunca mais aparece').waitFor()
    await page.getByRole('button', { name: 'Dar baixa agora' }).click()
    await page.getByText('Feito. Agora: baixada.').waitFor()
    await page.getByText('Dívida paga').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Dar baixa', exact: true }).count(), 0)
    await close()
  })

  test('all that is wrong is told at once; what was refused is apart, in no sum, and is mended in a filled form', async () => {
    const person = await newPerson(['creditor'])
    await insertDebt(service, person.client, { contractId: 'OK-1', amount: '100.00' })
    const { page, open, addresses, faultsForSome, close } = await visit(person)
    await open('/dividas/nova')
    await page.getByLabel('Nome', { exact: true }).fill(inventedDebt.name)
    await page.getByLabel('E-mail').fill('ana')
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    const told = page.getByRole('alert')
    await told.getByText('Falta corrigir 11 campos. Nada foi enviado.').waitFor()
    await told.getByText('Não é um endereço de e-mail.').waitFor()
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 11)
    assert.equal(await page.getByLabel('CPF ou CNPJ').evaluate((one) => one === document.activeElement), true)
    assert.deepEqual(await faultsForSome(), [])
    await told.getByRole('button', { name: 'Cidade' }).click()
    assert.equal(await page.getByLabel('Cidade').evaluate((one) => one === document.activeElement), true)
    await fillDebt(page, { amount: '5,00' })
    await page.getByLabel('Vencimento').fill('2099-01-01')
    await page.getByLabel('E-mail').fill('ana@exemplo.com.br')
    await told.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await told.getByText('Vencimento: A data está no futuro').waitFor()
    await told.getByText('Valor: O valor é menor que R$ 10,00.').waitFor()

    await page.getByRole('link', { name: 'Anotações' }).first().click()
    await page.getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.getByText('Ativas: R$ 100,00 ao todo').waitFor()
    await page.getByText('A soma só conta as dívidas ativas').waitFor()
    await page.locator('tbody tr').first().waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await page.getByRole('link', { name: 'recusada', exact: true }).click()
    await page.locator('tbody tr').getByText('R$ 5,00').waitFor()
    assert.equal(await page.getByText('Valor, soma').count(), 0)
    await page.locator('tbody').getByRole('link', { name: inventedDebt.name }).click()
    await page.getByRole('link', { name: 'Corrigir e reenviar' }).click()
    await page.getByText('O formulário traz o que foi enviado e recusado.').waitFor()
    assert.equal(await page.getByLabel('Valor').inputValue(), '5,00')
    assert.equal(await page.getByLabel('Contrato', { exact: true }).inputValue(), 'CT-1')
    assert.equal(await page.getByLabel('UF').inputValue(), 'SP')
    assert.deepEqual(await faultsForSome(), [])
    await page.getByLabel('Valor').fill('1520.33')
    await page.getByLabel('Vencimento').fill(inventedDebt.dueDate)
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await page.getByText('no prazo do devedor').first().waitFor()
    await page.getByText('R$ 1.520,33', { exact: true }).waitFor()
    for (const one of addresses) assert.doesNotMatch(one, /52998224725|529\.982/)
    await close()
  })

  test('a listing is suspended, resumed and disputed, and its dispute answered', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    await moveClock(service, person.client, 'P20D')
    const { page, open, close } = await visit(person)
    await open(`/dividas/${id}`)
    await page.getByRole('button', { name: 'Suspender' }).click()
    await page.getByRole('textbox', { name: 'Ordem judicial' }).fill('0000000-00.2026.8.26.0100')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click()
    await page.getByText('Feito. Agora: suspensa.').waitFor()
    await page.getByRole('button', { name: 'Encerrar a suspensão' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar a suspensão' }).click()
    await page.getByText('Feito. Agora: publicada.').waitFor()
    await page.getByRole('button', { name: 'Registrar contestação' }).click()
    await page.getByLabel('O que o devedor contesta').fill('<b>Não reconheço</b> a dívida.')
    await page.getByRole('dialog').getByRole('button', { name: 'Registrar contestação' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('<b>Não reconheço</b> a dívida.').first().waitFor()
    await page.getByText('contestada pelo devedor', { exact: true }).waitFor()
    await open('/dividas')
    await page.getByRole('link', { name: 'contestadas pelo devedor 1' }).click()
    await page.getByRole('row').getByText('contestada pelo devedor', { exact: true }).waitFor()
    await open(`/dividas/${id}`)
    await page.getByRole('button', { name: 'Responder à contestação' }).click()
    await page.getByLabel('Resposta').fill('Há contrato assinado.')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Contestação rejeitada').waitFor()
    await close()
  })

  test('a change on top of somebody else’s is told, and goes through once it was looked at', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    const { page, open, close } = await visit(person)
    await open(`/dividas/${id}`)
    await page.getByRole('button', { name: 'Alterar' }).click()
    await page.getByLabel('Valor').fill('1.000,00')
    const path = `/sandbox/negativacao/v2/dividas/${id}`
    const read = await service.call(path, { ...(person.client && { as: person.client }) })
    const changed = await service.call(path, {
      method: 'PATCH',
      ...(person.client && { as: person.client }),
      headers: { 'If-Match': read.headers.get('etag') ?? '' },
      body: { contact: { phone: '11999990000' } },
    })
    assert.equal(changed.status, 200, changed.text)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('A anotação mudou enquanto você escrevia.').waitFor()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('R$ 1.000,00').waitFor()
    await close()
  })

  test('a lawsuit is marked with its case, and the mark is taken back only with a reason', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    await moveClock(service, person.client, 'P20D')
    const { page, open, faultsForSome, close } = await visit(person)
    await open(`/dividas/${id}`)
    const dialog = page.getByRole('dialog')
    const mark = dialog.getByLabel('Em discussão na justiça')
    const save = dialog.getByRole('button', { name: 'Salvar' })
    await page.getByRole('button', { name: 'Alterar' }).click()
    assert.equal(await dialog.getByLabel('Número do processo').count(), 0)
    await mark.selectOption('true')
    await dialog.getByLabel('Número do processo').fill('0001234-55.2026.8.26.0100')
    assert.deepEqual(await faultsForSome(), [])
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('0001234-55.2026.8.26.0100').waitFor()

    await page.getByRole('button', { name: 'Alterar' }).click()
    await mark.selectOption('false')
    const reason = dialog.getByLabel('Por que não está mais em discussão')
    await save.click()
    assert.equal(await reason.evaluate((one: HTMLTextAreaElement) => one.validity.valueMissing), true)
    await reason.fill('Acordo homologado.')
    assert.deepEqual(await faultsForSome(), [])
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Em discussão na justiça: 0001234-55.2026.8.26.0100: Acordo homologado.').waitFor()
    await page.getByText('o número do processo havia sido informado').first().waitFor()
    await close()
  })

  test('a guarantor is added and has a page of its own', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    const { page, open, close } = await visit(person)
    await open(`/dividas/${id}`)
    await page.getByRole('link', { name: 'Incluir avalista' }).click()
    await page.getByRole('heading', { level: 1, name: 'Incluir avalista' }).waitFor()
    await fillParty(page, {
      documento: '000.000.014-06',
      name: 'FABIO DE EXEMPLO',
      birthDate: '1985-04-12',
    })
    await page.getByRole('button', { name: 'Incluir avalista' }).click()
    await page.getByRole('link', { name: 'FABIO DE EXEMPLO' }).click()
    await page.getByRole('heading', { level: 1, name: 'FABIO DE EXEMPLO' }).waitFor()
    await page.getByText('no prazo do devedor').first().waitFor()
    await page.getByRole('link', { name: 'Ver a dívida garantida' }).click()
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    await close()
  })

  test('a debtor’s name that turns text around is shown without doing so', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client, { name: '\u202EOLPMEXE \u05D0\u05D1\u05D2' })
    const { page, open, close } = await visit(person)
    for (const path of ['/dividas', `/dividas/${id}`]) {
      await open(path)
      await page.getByText('OLPMEXE').first().waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /\u202E/)
    }
    await close()
  })

  longTest('listings are found by state and by document, and read page by page', async () => {
    const person = await newPerson(['creditor'])
    for (let at = 0; at < 52; at++) await insertDebt(service, person.client, { contractId: `CT-${at}` })
    await insertDebt(service, person.client, { documento: '12345678909' })
    const { page, open, addresses, close } = await visit(person)
    await open('/dividas?state=waiting')
    await page.getByRole('link', { name: 'BRUNO DE EXEMPLO' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 50)
    await page.getByRole('button', { name: 'Mostrar mais' }).click()
    await page.locator('tbody tr').nth(52).waitFor()
    await page.getByLabel('CPF ou CNPJ').fill('123.456.789-09')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    assert.ok(addresses.every((one) => !/12345678909|123\.456/.test(one)))
    await page.getByRole('link', { name: 'publicada' }).click()
    await page.getByText('Nenhuma anotação aqui.').waitFor()
    await close()
  })

  longTest(
    'five hundred listings are sorted, searched, added up and written out whole, by keyboard too',
    async () => {
      const person = await newPerson(['creditor'])
      await insertMany(service, person.client, 500)
      await insertDebt(service, person.client, { name: '=SUM(A1)', contractId: 'F-1', amount: '10.00' })
      const { page, open, faultsForSome, scrollsSideways, close } = await visit(person)
      await open('/dividas')
      await page.getByText('Linhas: 50, e há mais').waitFor()
      await page.getByText('só do que está na lista').waitFor()
      const amount = page.getByRole('columnheader', { name: 'Valor' })
      await amount.getByRole('button').focus()
      await page.keyboard.press('Enter')
      await page.getByText('Linhas: 501 ·').waitFor()
      assert.equal(await amount.getAttribute('aria-sort'), 'ascending')
      assert.match((await page.locator('tbody tr').first().textContent()) ?? '', /=SUM\(A1\)/)
      await page.keyboard.press('Enter')
      await page.locator('tbody tr').first().getByText('R$ 1.499,00').waitFor()
      assert.equal(await amount.getAttribute('aria-sort'), 'descending')
      await page.getByText('Valor, soma: R$ 624.760,00').waitFor()

      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      const card = page.locator('tbody tr').first()
      for (const text of ['R$ 1.499,00', 'L-499']) assert.ok(await card.getByText(text).isVisible(), text)
      const box = await card.locator('td.amount > div').boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= phone.width, JSON.stringify(box))
      await page.getByLabel('Ordenar por').selectOption({ label: 'Valor, crescente' })
      await card.getByText('R$ 10,00').waitFor()

      await page.getByLabel('Procurar nesta lista').fill('sum(a1)')
      await page.getByText('Linhas: 1 de 501').waitFor()
      // Of one row, sorted and found: what is wrong for some would be so in every row, and takes long to find in all.
      assert.deepEqual(await faultsForSome(), [])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Baixar CSV (1)' }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'anotacoes.csv')
      const csv = readFileSync(await download.path(), 'utf8')
      assert.match(csv, /^\uFEFF"Devedor";"CPF ou CNPJ";"Contrato";"Valor";/)
      assert.match(csv, /\r\n"'=SUM\(A1\)";"529\.982\.247-25";"F-1";10,00;/)
      await page.getByLabel('Procurar nesta lista').fill('nobody has this')
      await page.getByText('Nenhuma linha tem o que você procura.').waitFor()
      await close()
    },
  )

  test('what listings are narrowed by is in the address, is there on the way back, and is never a document', async () => {
    const person = await newPerson(['creditor'])
    await insertDebt(service, person.client, { contractId: 'CT-1' })
    await insertDebt(service, person.client, { contractId: '52998224725' })
    const { page, open, close } = await visit(person)
    await open('/dividas')
    await page.getByLabel('Contrato', { exact: true }).fill('CT-1')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    assert.match(page.url(), /contractId=CT-1$/)
    await page.getByRole('link', { name: 'ANA CLARA DE EXEMPLO' }).click()
    await page.getByRole('heading', { level: 1, name: 'ANA CLARA DE EXEMPLO' }).waitFor()
    await page.goBack()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    assert.equal(await page.getByLabel('Contrato', { exact: true }).inputValue(), 'CT-1')
    await page.getByLabel('Contrato', { exact: true }).fill('52998224725')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('cell', { name: '52998224725' }).waitFor()
    assert.doesNotMatch(page.url(), /contractId|52998224725/)
    await close()
  })

  longTest(
    'the order of a list is in its address, beside its filter: on the way back, and for whoever gets the link',
    async () => {
      const person = await newPerson(['creditor'])
      for (const [contractId, amount] of [
        ['A-1', '200.00'],
        ['A-2', '90.00'],
        ['A-3', '1000.00'],
      ])
        await insertDebt(service, person.client, { contractId, amount })
      const { page, open, close } = await visit(person)
      const contracts = () => page.locator('tbody tr td[data-label="Contrato"]').allInnerTexts()
      const inOrder = async (...expected: string[]) => {
        await page.waitForFunction(
          (wanted) =>
            [...document.querySelectorAll('tbody tr td[data-label="Contrato"]')]
              .map((one) => one.textContent)
              .join() === wanted,
          expected.join(),
        )
        assert.deepEqual(await contracts(), expected)
      }
      await open('/dividas?from=2020-01-01')
      const heading = page.getByRole('columnheader', { name: 'Valor' })
      await heading.getByRole('button').click()
      await inOrder('A-2', 'A-1', 'A-3')
      assert.match(page.url(), /\?from=2020-01-01&sort=amount$/)
      await heading.getByRole('button').click()
      await inOrder('A-3', 'A-1', 'A-2')
      assert.match(page.url(), /&sort=-amount$/)
      await page.getByRole('link', { name: 'ANA CLARA DE EXEMPLO' }).first().click()
      await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
      await page.goBack()
      await inOrder('A-3', 'A-1', 'A-2')
      await page.goForward()
      await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
      await page.goBack()
      const link = page.url()
      await heading.getByRole('button').click()
      await page.waitForURL((url) => !url.search.includes('sort'))

      const other = await visit(person)
      await other.page.goto(link)
      await other.page.getByRole('columnheader', { name: 'Valor' }).waitFor()
      assert.equal(
        await other.page.getByRole('columnheader', { name: 'Valor' }).getAttribute('aria-sort'),
        'descending',
      )
      await other.page.locator('tbody tr').first().getByText('R$ 1.000,00').waitFor()
      // What is no column sorts nothing, and a document is not taken from an address.
      await other.open('/dividas?sort=52998224725')
      assert.equal(await other.page.locator('th[aria-sort]').count(), 0)
      await other.close()
      await close()
    },
  )

  longTest('a batch tells how far it has come, and what was refused and why', async () => {
    const person = await newPerson(['creditor'])
    const { page, open, faultsForSome, close } = await visit(person)
    await open('/lotes')
    const line = (changes: object) => JSON.stringify({ ...inventedDebt, ...changes })
    const body = [
      line({ contractId: 'L-1' }),
      line({ contractId: 'L-2', amount: '1.00' }),
      line({ contractId: 'L-1' }),
      '{"not a debt"',
      line({ contractId: 'L-3', name: '=SUM(A1)' }),
      line({ contractId: 'L-4', section: '=1+1' }),
    ].join('\n')
    await page
      .getByLabel('Arquivo')
      .setInputFiles({ name: 'lote.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(body) })
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.getByText('Arquivo respondido por inteiro.').waitFor()
    await page.getByText('6 de 6 linhas').waitFor()
    await page.getByText('O valor é menor que R$ 10,00.').waitFor()
    await page.getByText('aspas, vírgulas ou chaves não fecham').waitFor()
    const refused = page.getByRole('region', { name: 'Linhas recusadas' })
    assert.equal(await refused.locator('tbody tr').count(), 4)
    await page.getByRole('row', { name: /respondido 6 / }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar recusadas (CSV)' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8')
    assert.match(csv, /^\uFEFF"Lastro: linha";"Lastro: motivo";"documento";"name";/)
    assert.match(
      csv,
      /\r\n"2";"Valor: O valor é menor que R\$ 10,00\.";"529\.982\.247-25";"ANA CLARA DE EXEMPLO";/,
    )
    await close()
  })

  longTest(
    'what a batch refused is found again from its history, mended one by one, or in a file that is sent again',
    async () => {
      const person = await newPerson(['creditor'])
      const { page, open, faultsForSome, close } = await visit(person)
      await open('/lotes')
      const body = [
        JSON.stringify({ ...inventedDebt, contractId: 'H-1' }),
        JSON.stringify({ ...inventedDebt, contractId: 'H-2', amount: '1.00', legalNatureId: 'ZZ' }),
        '{"not a debt"',
      ].join('\n')
      await page
        .getByLabel('Arquivo')
        .setInputFiles({ name: 'lote.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(body) })
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByText('Arquivo respondido por inteiro.').waitFor()
      await open('/dividas')
      await open('/lotes')
      await page.locator('tbody').getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: 'Lote enviado' }).waitFor()
      const rows = page.locator('tbody tr')
      await rows.nth(0).getByText('Natureza: O código da natureza não está na tabela.').waitFor()
      await rows.nth(0).getByText('Valor: O valor é menor que R$ 10,00.').waitFor()
      await rows.nth(1).getByText('A linha não pode ser lida').waitFor()
      assert.deepEqual(await faultsForSome(), [])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Baixar recusadas (CSV)' }).click(),
      ])
      const [heading = '', line = ''] = readFileSync(await download.path(), 'utf8').split('\r\n')
      assert.match(line, /^"2";"Natureza: .*"52998224725";.*"1,00"/)
      await rows.nth(0).getByRole('link', { name: 'Corrigir e reenviar' }).click()
      assert.equal(await page.getByLabel('Contrato', { exact: true }).inputValue(), 'H-2')

      await open('/lotes')
      const mended = `${heading}\r\n${line.replace('"1,00"', '"1.520,33"').replace('"ZZ"', '"CP"')}\r\n`
      await page
        .getByLabel('Arquivo')
        .setInputFiles({ name: 'recusadas.csv', mimeType: 'text/csv', buffer: Buffer.from(mended) })
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByText('Arquivo respondido por inteiro.').waitFor()
      await page.locator('dl').getByText('Incluídas').waitFor()
      await open('/dividas')
      await page.getByRole('cell', { name: 'H-2' }).waitFor()
      await close()
    },
  )

  test('hostile names show as text in a list and on a page', async () => {
    const person = await newPerson(['creditor'])
    const names = ['<img src=x onerror=alert(1)>', 'Ç'.repeat(70), '\u202EATNEMUGRA \u05D0\u05D1\u05D2']
    for (const [at, name] of names.entries())
      await insertDebt(service, person.client, { name, contractId: `H-${at}` })
    const { page, open, close } = await visit(person, { viewport: phone })
    await open('/dividas')
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    await page.getByRole('link', { name: 'ÇÇÇ' }).click()
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    assert.equal(await page.evaluate(() => document.querySelectorAll('main img').length), 0)
    await close()
  })
}

/** Debts of 1000.00 and up, one real apart, a few at a time. */
async function insertMany(
  service: RunningService,
  client: Session | undefined,
  count: number,
): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => at)
  while (all.length > 0) {
    await Promise.all(
      all
        .splice(0, 20)
        .map((at) => insertDebt(service, client, { contractId: `L-${at}`, amount: `${1000 + at}.00` })),
    )
  }
}

async function fillParty(
  page: Page,
  party: { documento: string; name: string; birthDate: string },
): Promise<void> {
  const { address } = inventedDebt
  await page.getByLabel('CPF ou CNPJ').fill(party.documento)
  await page.getByLabel('Nome', { exact: true }).fill(party.name)
  await page.getByLabel('Nascimento').fill(party.birthDate)
  await page.getByLabel('CEP').fill('01001-000')
  await page.getByLabel('Logradouro').fill(address.addressLine)
  await page.getByLabel('Bairro').fill(address.district)
  await page.getByLabel('Cidade').fill(address.city)
  await page.getByLabel('UF').selectOption(address.state)
}

async function fillDebt(page: Page, { amount }: { amount: string }): Promise<void> {
  await fillParty(page, inventedDebt)
  await page.getByLabel('Valor').fill(amount)
  await page.getByLabel('Vencimento').fill(inventedDebt.dueDate)
  await page.getByLabel('Contrato', { exact: true }).fill('CT-1')
  await page.getByLabel('Natureza').selectOption('CP')
}
