import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt, moveClock } from '../invented-debt.ts'

/** Reports that are opened again without paying, and put beside each other. */
export function keptPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('a reload never loses a report: it is opened again, with its files, and billed once', async () => {
    const person = await newPerson(['analyst'], { contract: { prices: { relatorioBasico: 150 } } })
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(person)
    await open('/consulta')
    await query(page, '123.456.789-09')
    const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
    await page.reload()
    await page.getByText('Reaberto sem cobrança.').waitFor()
    await page.getByText('Relatório guardado, reaberto em').waitFor()
    await page.locator('.verdict', { hasText: 'R$ 1.520,33' }).waitFor()
    assert.equal(await page.getByText(code).count(), 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar PDF' }).click(),
    ])
    assert.equal(readFileSync(await download.path(), 'utf8').slice(0, 5), '%PDF-')
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    const used = await service.call('/sandbox/conta/v2/consumo', {
      ...(person.client && { as: person.client }),
    })
    assert.deepEqual([used.at('result.total.billed'), used.at('result.total.unbilled')], [1, 0])
    await close()
  })

  test('what changed since the last time stands on the report, and two dates are compared from the list', async () => {
    const person = await newPerson(['analyst', 'creditor'])
    const { page, open, faultsForSome, scrollsSideways, addresses, close } = await visit(person)
    await open('/consulta')
    await query(page, '52998224725')
    assert.equal(await page.getByRole('heading', { name: /^O que mudou desde/ }).count(), 0)
    const id = await insertDebt(service, person.client)
    await moveClock(service, person.client, 'P20D')
    await open('/consulta')
    await query(page, '52998224725')
    const changes = page.getByRole('region', { name: /^O que mudou desde/ })
    await changes.getByRole('cell', { name: 'CT-1001' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])

    await open('/consultas')
    // A list opens no report by itself: that is on record, and somebody's word.
    await page.getByText('guardado; reabra para ver').nth(1).waitFor()
    assert.equal(addresses.filter((one) => one.endsWith('/relatorio')).length, 0)
    await page.getByRole('button', { name: 'Mostrar nome e resumo (2)' }).click()
    const listed = page.getByRole('region', { name: 'Minhas consultas' })
    await listed.getByText('ANA CLARA DE EXEMPLO').nth(1).waitFor()
    await listed.getByText('Há restrições').waitFor()
    await listed.getByText('Nada consta em 1 fonte').waitFor()
    assert.equal(addresses.filter((one) => one.endsWith('/relatorio')).length, 2)
    assert.equal(await page.getByRole('button', { name: /^Mostrar nome/ }).count(), 0)
    assert.deepEqual(await faultsForSome(), [])
    const isClipped = () => listed.evaluate((one) => one.scrollWidth > one.clientWidth)
    // Of everyone there is one column more, and a query without an answer says why at length.
    await service.call('/sandbox/relatorioBasico/v2/consulta', {
      ...(person.client && { as: person.client }),
      method: 'POST',
      body: { documento: '00000002640' },
    })
    await page.getByRole('button', { name: 'Todas do cliente' }).click()
    await listed.getByText('sem resposta: fontes indisponíveis').waitFor()
    await page.getByRole('button', { name: 'Comparar' }).nth(1).click()
    await page.getByRole('button', { name: 'Deixar de comparar' }).waitFor()
    assert.equal(await isClipped(), false)
    await page.getByRole('button', { name: 'Deixar de comparar' }).click()
    await page.getByRole('button', { name: 'Só as minhas' }).click()
    await page.getByRole('button', { name: 'Comparar' }).nth(1).click()
    await page.getByRole('button', { name: 'Deixar de comparar' }).waitFor()
    assert.equal(await isClipped(), false)
    await page.getByRole('button', { name: 'Comparar com esta' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Comparação' }).waitFor()
    await page.getByRole('cell', { name: 'CT-1001' }).waitFor()
    await page.getByRole('region', { name: 'Lado a lado' }).getByText('529.982.247-25').first().waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)

    const released = await service.call(`/sandbox/negativacao/v2/dividas/${id}/baixa`, {
      ...(person.client && { as: person.client }),
      body: { reason: '01' },
    })
    assert.equal(released.status, 200, released.text)
    await page.reload()
    await page.getByText('já não pode ser lido').first().waitFor()
    assert.equal(await page.getByText('CT-1001').count(), 0)
    for (const one of [...addresses, page.url()]) assert.doesNotMatch(one, /52998224725/)
    await close()
  })

  test('two documents stand side by side, and what one was not asked is not said to be empty', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await query(page, '123.456.789-09')
    await open('/consulta')
    await query(page, '00000001244')
    await open('/consultas')
    await page.getByRole('button', { name: 'Comparar' }).first().click()
    await page.getByRole('button', { name: 'Comparar com esta' }).click()
    const beside = page.getByRole('region', { name: 'Lado a lado' })
    await beside.getByText('123.456.789-09').waitFor()
    await beside.getByText('000.000.012-44').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'O que mudou' }).count(), 0)
    await page.getByRole('link', { name: 'Abrir 1' }).click()
    await page.locator('article.report').waitFor()
    await close()
  })

  test('a report that is not kept, and one of another client, say so and what asking again costs', async () => {
    const other = await visit(await newPerson(['analyst']))
    await other.open('/consulta')
    await query(other.page, '123.456.789-09')
    const path = new URL(other.page.url()).pathname.replace('/console', '')
    await other.close()
    const { page, open, close } = await visit(await newPerson(['analyst']))
    for (const gone of [path, '/consulta/relatorio/nenhum', '/consultas/comparacao/nenhum/outro']) {
      await open(gone)
      await page.getByRole('heading', { level: 1, name: 'não está mais guardado' }).waitFor()
      assert.ok(!(await page.content()).includes('456.789'))
    }
    await close()
  })
}

async function query(page: Page, documento: string): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill(documento)
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.locator('article.report').waitFor()
}
