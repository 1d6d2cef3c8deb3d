import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt } from '../invented-debt.ts'
import { occurrenceOf } from '../named-things.ts'

/** The first page of each role, and what leads a newcomer on. */
export function homePath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('an analyst and creditor finds what was asked, what changed, what waits and what it sums to', async () => {
    const person = await newPerson(['analyst', 'creditor'])
    await insertDebt(service, person.client)
    await occurrenceOf({ service }, person)
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(person)
    await page.route(/\/conta\/v2\/consumo/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.result.costs = [{ source: 'parceiro', calls: 3, cost: '3.90' }]
      await route.fulfill({ response, json })
    })
    await open('/')
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
    const part = (name: string) =>
      page.locator('section', { has: page.getByRole('heading', { level: 2, name }) })
    await part('Últimas consultas').getByText('Você ainda não consultou ninguém.').waitFor()
    await part('Acompanhados que mudaram').getByRole('link', { name: 'Uma dívida foi publicada' }).waitFor()
    await part('Gasto do cliente neste mês').getByText('Consultas contadas').waitFor()
    await part('Gasto do cliente neste mês').getByRole('row', { name: 'parceiro 3 R$ 3,90' }).waitFor()
    await part('O que espera por você').getByText('Contestadas, a responder').waitFor()
    await part('Anotações por estado').getByRole('cell', { name: 'R$ 1.520,33' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    await part('Anotações por estado').getByRole('rowheader').getByRole('link').first().click()
    await page.waitForURL(/\/dividas\?state=/)
    await close()
  })

  test('a part that fails says so, and the others stand', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor', 'analyst']))
    await page.route(/\/negativacao\/v2\/resumo/, (route) => route.fulfill({ status: 403, body: 'no' }))
    await open('/')
    await page.locator('section', { hasText: 'O que espera por você' }).getByRole('alert').waitFor()
    await page.getByText('Você ainda não consultou ninguém.').waitFor()
    await close()
  })

  test('an operator sees health, queue, data, what waits and the day beside others, each number a link', async () => {
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']))
    await open('/')
    for (const name of [
      'Saúde das fontes',
      'Fila',
      'Dados públicos',
      'Análise · Produção',
      'Consultas de hoje · Produção',
    ]) {
      await page.getByRole('heading', { level: 2, name, exact: true }).last().waitFor()
    }
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    for (const [name, path] of [
      [/Falham/, '/operador/fontes'],
      [/Já é hora/, '/operador/fila'],
      [/Anotações em análise/, '/operador/analise'],
      [/^[\d.]+\s*Hoje/, '/operador/consumo'],
    ] as const) {
      await open('/')
      await page.getByRole('main').getByRole('link', { name }).click()
      await page.waitForURL((url) => url.pathname.endsWith(path))
    }
    await close()
  })
}
