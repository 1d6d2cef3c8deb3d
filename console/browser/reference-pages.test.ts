import assert from 'node:assert/strict'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Role } from '@lastro/contract/roles.ts'
import type { Locator, Page } from 'playwright-core'
import { test } from 'vitest'
import { newUser } from '../../service/testing/http/signed-in.ts'
import { browsedService } from './browsed-service.ts'
import { describeInBrowser, nextLooks } from './in-browser.ts'
import { canBeRead, scrollsSideways } from './readable-page.ts'

/** Where an operation is tried: the recorded example beside it says much the same as an answer. */
const triedOn = (page: Page): Locator => page.locator('#try')

describeInBrowser('the reference, in a browser', async () => {
  const { service, newPage } = await browsedService()
  const pageOf = async (roles: readonly Role[], environment: 'sandbox' | 'production' = 'sandbox') => {
    const { clientId } = await service.newSession(environment)
    return newPage(await newUser(service, roles, roles.includes('operator') ? undefined : clientId))
  }
  const operation = (id: string) => `${service.url}/docs/operacoes/${id}`

  test('can be read by everyone, on a phone and on a wide screen, by day and by night', async () => {
    const page = await newPage()
    for (const path of ['', '/problemas', '/documentos', '/estados', '/operacoes/relatorioBasicoConsulta']) {
      await page.goto(`${service.url}/docs${path}`)
      await canBeRead(page, path, nextLooks())
    }
    await page.context().close()
  })

  test('no kind of operation makes a phone scroll sideways', async () => {
    const page = await newPage()
    await page.setViewportSize({ width: 360, height: 740 })
    const ids = [...Map.groupBy(operations(products), ({ tag }) => tag.pt).values()].map(
      (group) => group[0]?.id ?? assert.fail('a tag without operations'),
    )
    for (const id of [...ids, 'dividasSituacao', 'operadorContratoDefine']) {
      await page.goto(operation(id))
      assert.equal(await scrollsSideways(page), false, id)
    }
    await page.context().close()
  })

  test('the type of a failure ends at its problem, an old link to an operation at its page', async () => {
    const page = await newPage()
    await page.goto(`${service.url}/docs#document_invalid`)
    await page.waitForURL(/\/docs\/problemas\?lang=pt#document_invalid$/)
    await page.goto(`${service.url}/docs?lang=en#relatoConsulta`)
    await page.waitForURL(/\/docs\/operacoes\/relatoConsulta\?lang=en$/)
    await page.context().close()
  })

  test('an operation is found by a word of it, by keyboard, and is shown alone', async () => {
    const page = await newPage()
    await page.goto(`${service.url}/docs`)
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('relatorioBasicoConsulta')
    await page.getByText(/^Encontrados: 1$/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/operacoes\/relatorioBasicoConsulta/)
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    await page.context().close()
  })

  test('the language of samples that was chosen is open on the next page', async () => {
    const page = await newPage()
    await page.goto(operation('relatorioBasicoConsulta'))
    await page.getByText('Python', { exact: true }).click()
    await page.getByText('from urllib import').waitFor()
    assert.equal(await page.locator('details.sample[open]').count(), 1)
    await page.goto(operation('relatoConsulta'))
    await page.getByText('from urllib import').waitFor()
    assert.equal(await page.locator('details.sample[open]').count(), 1)
    await page.context().close()
  })

  test('an analyst queries the sandbox from the page, by the own session, and it is on the trail', async () => {
    const page = await pageOf(['analyst'])
    const sent: Record<string, string>[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers())
    })
    await page.goto(operation('relatorioBasicoConsulta'))
    await page.getByRole('textbox', { name: 'Corpo da requisição' }).fill('{"documento":"12345678909"}')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await triedOn(page).getByText('"document": "12345678909"').waitFor()
    await triedOn(page).getByText('X-Billed: true').waitFor()
    await canBeRead(page, 'with an answer', nextLooks())
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.authorization, undefined)
    assert.equal(sent[0]?.['x-api-key'], undefined)
    const trail = await page.request.get(`${service.url}/sandbox/conta/v2/consultas`)
    assert.match(await trail.text(), /relatorioBasico/)

    // A refusal is an answer too.
    await page.getByRole('textbox', { name: 'Corpo da requisição' }).fill('{"documento":"11111111111"}')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await triedOn(page).getByText('"code": "document_invalid"').waitFor()
    await page.context().close()
  })

  test('parameters of the address and of the headers go where they belong, however hostile', async () => {
    const page = await pageOf(['creditor'])
    await page.goto(operation('dividasLista'))
    const asked = page.waitForRequest((request) => request.url().includes('/negativacao/'))
    await page.locator('#try-header-x-documento').fill('12345678909')
    await page.locator('#try-query-limit').fill('2')
    await page.getByRole('button', { name: 'Enviar' }).click()
    const request = await asked
    assert.equal(request.url(), `${service.url}/sandbox/negativacao/v2/dividas?limit=2`)
    assert.equal(request.headers()['x-documento'], '12345678909')
    await triedOn(page).getByText('"error": false').waitFor()

    await page.goto(operation('dividasSituacao'))
    const hostile = page.waitForRequest((one) => one.url().includes('/negativacao/'))
    await page.locator('#try-path-id').fill('../../../console/v2/sessao?x#y')
    await page.getByRole('button', { name: 'Enviar' }).click()
    assert.ok((await hostile).url().startsWith(`${service.url}/sandbox/negativacao/v2/dividas/..%2F`))
    await triedOn(page).locator('.status').waitFor()
    await page.context().close()
  })

  test('whoever cannot try is told why: signed out, an operator, a client of production', async () => {
    for (const [page, sentence] of [
      [await newPage(), 'Entre no console'],
      [await pageOf(['operator']), 'O operador não é de cliente nenhum'],
      [await pageOf(['analyst'], 'production'), 'O seu cliente é de produção'],
    ] as const) {
      await page.goto(operation('relatorioBasicoConsulta'))
      await triedOn(page).getByText(sentence).waitFor()
      assert.equal(await triedOn(page).locator('form').isVisible(), false)
      await page.context().close()
    }
  })
})
