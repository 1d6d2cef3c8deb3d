import assert from 'node:assert/strict'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt } from '../invented-debt.ts'
import { occurrenceOf } from '../named-things.ts'

/** The first page of each role, and what leads a newcomer on. */
export function homePath({ service, newPerson, visit }: ConsoleInBrowser): void {
  longTest(
    'an analyst and creditor finds what was asked, what changed, what waits and what it sums to',
    async () => {
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
      await part('O que espera por você').getByText('Contestadas pelo devedor, aguardando resposta').waitFor()
      await part('Anotações por estado').getByRole('cell', { name: 'R$ 1.520,33' }).waitFor()
      assert.deepEqual(await faultsForSome(), [])
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      await part('Anotações por estado').getByRole('rowheader').getByRole('link').first().click()
      await page.waitForURL(/\/dividas\?state=/)
      await close()
    },
  )

  test('a home opens no report by itself: it names who was asked about once the report was read, or at a word', async () => {
    const { page, open, addresses, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('123.456.789-09')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.locator('article.report').waitFor()
    const last = page.locator('section', { has: page.getByRole('heading', { name: 'Últimas consultas' }) })
    const openings = () => addresses.filter((one) => one.endsWith('/relatorio')).length
    await page.getByRole('link', { name: 'Início' }).click()
    await last.getByRole('link', { name: 'BRUNO DE EXEMPLO' }).waitFor()
    await last.getByText('123.456.789-09').waitFor()
    assert.equal(openings(), 0)
    await page.reload()
    await last.getByRole('link', { name: '123.456.789-09' }).waitFor()
    assert.equal(await page.getByText('BRUNO').count(), 0)
    assert.equal(openings(), 0)
    await last.getByRole('button', { name: 'Mostrar nome e resumo (1)' }).click()
    await last.getByText('Há restrições').waitFor()
    await last.getByRole('link', { name: 'BRUNO DE EXEMPLO' }).waitFor()
    assert.equal(openings(), 1)
    assert.equal(await last.getByRole('button').count(), 0)
    await close()
  })

  longTest('a part that fails says so, and the others stand', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor', 'analyst']))
    await page.route(/\/negativacao\/v2\/resumo/, (route) => route.fulfill({ status: 403, body: 'no' }))
    await open('/')
    await page.locator('section', { hasText: 'O que espera por você' }).getByRole('alert').waitFor()
    await page.getByText('Você ainda não consultou ninguém.').waitFor()
    await close()
  })

  longTest(
    'an operator sees health, queue, data, what waits and the day beside others, each number a link',
    async () => {
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
    },
  )
}
