import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt, moveClock } from '../invented-debt.ts'
import { pressEscape } from '../press-escape.ts'
import { keyboardOf } from './keyboard.ts'

export function analystPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('an analyst asks for a report with the keyboard alone, is told the price before and the bill after', async () => {
    const person = await newPerson(['analyst'], {
      contract: { prices: { relatorioBasico: 150, SANCOES: 20 } },
    })
    const { page, open, faultsForSome, close } = await visit(person)
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('123.456.789-09')
    await page.getByText('CPF válido').waitFor()
    const { tabTo } = keyboardOf(page)
    await tabTo('Sanções')
    await page.keyboard.press('Space')
    await tabTo('Consultar')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirmar a consulta' })
    await dialog.getByText('Preço: R$ 1,70').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await tabTo('Consultar agora')
    await page.keyboard.press('Enter')
    await page.locator('article.report').waitFor()
    await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).waitFor()
    await page.getByText('Esta consulta foi cobrada: R$\u00a01,70.').waitFor()
    await page.locator('.verdict', { hasText: 'R$ 1.520,33' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    await close()
  })

  test('the same report comes as PDF and as HTML, and is billed once', async () => {
    const person = await newPerson(['analyst'], { contract: { prices: { relatorioBasico: 150 } } })
    const { page, open, close } = await visit(person)
    const keys = new Set<string | undefined>()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/consulta') && request.method() === 'POST') {
        keys.add(request.headers()['idempotency-key'])
        asked += 1
      }
    })
    await open('/consulta')
    await query(page, '00000001244')
    for (const [name, start] of [
      ['Baixar PDF', '%PDF-'],
      ['Baixar HTML', '<!doctype html>'],
    ] as const) {
      const act = name === 'Baixar PDF' ? page.getByRole('button', { name }) : await moreAct(page, name)
      const [download] = await Promise.all([page.waitForEvent('download'), act.click()])
      assert.doesNotMatch(download.suggestedFilename(), /00000001244/)
      assert.equal(readFileSync(await download.path(), 'utf8').slice(0, start.length), start)
    }
    assert.equal(keys.size, 1)
    assert.equal(asked, 1, 'a file is the kept report, and no repeat of the answer')
    const used = await service.call('/sandbox/conta/v2/consumo', {
      ...(person.client && { as: person.client }),
    })
    assert.equal(used.at('result.total.billed'), 1)

    await (await moreAct(page, 'Nova consulta')).click()
    await query(page, '00000001244')
    await page.getByText('Nada se paga por esta consulta').waitFor()
    await page.getByRole('link', { name: 'Minhas consultas' }).click()
    await page.getByRole('cell', { name: '000.000.012-44' }).first().waitFor()
    await page.getByRole('button', { name: 'Consultar de novo' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Consultar' }).waitFor()
    assert.equal(await page.getByLabel('CPF ou CNPJ').inputValue(), '000.000.012-44')
    await close()
  })

  longTest('the field says as one types what it sees and what is wrong', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    const field = page.getByLabel('CPF ou CNPJ')
    for (const [text, told] of [
      ['529.982', 'CPF: faltam 5.'],
      ['529.982.247-24', 'não conferem com os nove primeiros'],
      ['12abc34501de35', 'CNPJ válido: 12.ABC.345/01DE-35'],
      ['12#', 'Só dígitos'],
      ['00000000000', 'sequência repetida'],
    ] as const) {
      await field.fill(text)
      await page.getByText(told).waitFor()
    }
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await close()
  })

  longTest(
    'a company is found by its name and chosen with the keyboard alone, on a phone and in English too',
    async () => {
      const { page, open, faultsForSome, scrollsSideways, addresses, close } = await visit(
        await newPerson(['analyst']),
      )
      await open('/consulta')
      await page.getByLabel('CPF ou CNPJ').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('exemplo ferrag')
      const found = page.getByRole('listbox', { name: 'Empresas encontradas' })
      const field = page.getByRole('combobox', { name: 'CPF ou CNPJ' })
      await found.getByRole('option', { name: 'FERRAGENS DE EXEMPLO LTDA' }).waitFor()
      await page.getByRole('status').getByText('Empresas: 1.').waitFor()
      assert.deepEqual(await faultsForSome(), [])
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      await page.keyboard.press('Escape')
      await found.waitFor({ state: 'detached' })
      assert.equal(await field.getAttribute('aria-expanded'), 'false')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('exemplo')
      await found.getByRole('option').nth(1).waitFor()
      const marked = found.getByRole('option', { selected: true })
      const first = await marked.innerText()
      await page.keyboard.press('ArrowDown')
      assert.notEqual(await marked.innerText(), first)
      assert.equal(await field.getAttribute('aria-activedescendant'), await marked.getAttribute('id'))
      await page.keyboard.press('ArrowUp')
      assert.equal(await marked.innerText(), first)
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
      await page.keyboard.type(' ferrag')
      await page.getByRole('status').getByText('Empresas: 1.').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('CNPJ válido: 99.999.001/0001-').waitFor()
      const whose = page.locator('.help', { hasText: 'FERRAGENS DE EXEMPLO LTDA' })
      await whose.waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('FERRAGENS DE EXEMPLO LTDA').waitFor()
      await pressEscape(page)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // The focus is given back a moment after the dialog is gone.
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
      assert.match(await page.getByLabel('CPF ou CNPJ').inputValue(), /^99\.999\.001\/0001-/)
      assert.equal(await found.count(), 0)
      await page.getByLabel('CPF ou CNPJ').fill('52998224725')
      await page.getByText('CPF válido').waitFor()
      assert.equal(await whose.count(), 0)
      await page.getByLabel('CPF ou CNPJ').fill('xylografia')
      await page.getByText('Nenhuma empresa com este nome').waitFor()
      assert.ok(!addresses.some((one) => /xylo|ferrag/i.test(one)))
      await close()
      const english = await visit(await newPerson(['analyst']), { locale: 'en-US' })
      await english.open('/consulta')
      await english.page.getByLabel('CPF or CNPJ').fill('padaria')
      await english.page
        .getByRole('listbox', { name: 'Companies found' })
        .getByRole('option')
        .first()
        .waitFor()
      await english.close()
    },
  )

  longTest(
    'whoever has no company search in the contract is offered none, and none is asked for',
    async () => {
      const person = await newPerson(['analyst'], { contract: { scopes: ['contact-data'] } })
      const { page, open, addresses, close } = await visit(person)
      await open('/consulta')
      await page.getByLabel('CPF ou CNPJ').fill('ferragens de exemplo')
      await page.getByText('Passa de 14').first().waitFor()
      assert.ok(!addresses.some((one) => one.includes('/empresas/')))
      await close()
    },
  )

  test('what the contract or the document rules out is there, disabled, with the reason', async () => {
    const contract = { products: ['relatorioBasico', 'relato'], features: ['SANCOES', 'QSA_COMPLETO'] }
    const { page, open, close } = await visit(await newPerson(['analyst'], { contract }))
    await open('/consulta')
    const choice = (name: string) => page.locator('label.choice', { hasText: name })
    await choice('Relatório avançado').getByText('Fora do contrato.').waitFor()
    await choice('Dívida ativa').getByText('Fora do contrato.').waitFor()
    await page.getByLabel('CPF ou CNPJ').fill('52998224725')
    await choice('Relatório da empresa').getByText('Só para CNPJ.').waitFor()
    await choice('QSA completo').getByText('Só para CNPJ.').waitFor()
    assert.equal(await choice('QSA completo').getByRole('checkbox').isDisabled(), true)
    assert.equal(await choice('Sanções').getByRole('checkbox').isDisabled(), false)
    await close()
  })

  test('a refused query and a source that is down are told in words', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('00000000191')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await query(page, '00000002488')
    await page.getByText('A fonte está fora do ar.').first().waitFor()
    await close()
  })

  test('a document stands in no address, no title and no storage', async () => {
    const { page, open, addresses, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await query(page, '123.456.789-09')
    await page.getByRole('link', { name: 'Minhas consultas' }).click()
    await page.getByRole('cell', { name: '123.456.789-09' }).waitFor()
    const kept = await page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.title,
        history.state,
      ]),
    )
    for (const text of [kept, page.url(), ...addresses]) {
      assert.doesNotMatch(decodeURIComponent(text).replace(/[.-]/g, ''), /12345678909/)
    }
    await close()
  })

  test('hostile names show as text in a report', async () => {
    const person = await newPerson(['analyst', 'creditor'])
    const names = [
      '<script>document.title=1</script>',
      `A${'Ç'.repeat(68)}`,
      '\u202EATNEMUGRA \u05D0\u05D1\u05D2',
    ]
    await service.store.clients.setContract(person.client?.clientId ?? '', {
      ...(await contractOf(person.client?.clientId ?? '')),
      creditors: names.map((name, at) => ({
        document: ['11222333000181', '99999999000191', '00000000000191'][at] ?? '',
        name,
      })),
    })
    for (const [at, creditorDocument] of ['11222333000181', '99999999000191', '00000000000191'].entries()) {
      await insertDebt(service, person.client, { creditorDocument, contractId: `CT-${at}` })
    }
    await moveClock(service, person.client, 'P20D')
    const { page, open, close } = await visit(person)
    await open('/consulta')
    await query(page, '52998224725')
    await page.getByRole('cell', { name: '<script>document.title=1</script>' }).first().waitFor()
    assert.equal(await page.evaluate(() => document.querySelectorAll('main script').length), 0)
    assert.match(await page.title(), /Relatório básico/)
    await page.setViewportSize(phone)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    await close()
  })

  const contractOf = async (clientId: string) => {
    const client = await service.store.clients.findClient(clientId)
    assert.ok(client)
    return client.contract
  }
}

async function query(page: Page, documento: string): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill(documento)
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.locator('article.report').waitFor()
}

/** One of the acts that stand behind a menu. */
async function moreAct(page: Page, name: string) {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  return page.getByRole('menuitem', { name })
}
