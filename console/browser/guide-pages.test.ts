import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { newUser } from '../../service/testing/http/signed-in.ts'
import { browsedService } from './browsed-service.ts'
import { patienceMs } from './chromium.ts'
import { describeInBrowser, nextLooks } from './in-browser.ts'
import { canBeRead } from './readable-page.ts'

describeInBrowser('the guide, in a browser', async () => {
  const { service, browser, newPage } = await browsedService()
  const firstCommand = (page: Page) => page.locator('pre', { hasText: '/oauth/token' }).first()

  test('can be read by everyone, on a phone and on a wide screen, by day and by night', async () => {
    const page = await newPage()
    for (const path of ['', '/first-query', '/console', '/errors']) {
      await page.goto(`${service.url}/guia${path}`)
      await canBeRead(page, path, nextLooks())
    }
    await page.context().close()
  })

  test('is searched by words without accents, by keyboard alone, and nothing that is typed is sent', async () => {
    const page = await newPage()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(`${service.url}/guia`)
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('NEGATIVACAO contestacao')
    await page.getByText(/^Encontrados: \d/).waitFor()
    const link = page.getByRole('search').getByRole('link').first()
    await page.keyboard.press('Tab')
    assert.equal(await link.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guia\/[\w-]+\?lang=pt#/)
    await page.getByRole('searchbox').fill('xyzzy plugh')
    await page.getByText('Nada encontrado.').waitFor()
    assert.ok(!addresses.some((one) => /contestacao|xyzzy/i.test(one)))
    await page.context().close()
  })

  test('to whoever is not signed in it says how to, and the commands keep their names', async () => {
    const page = await newPage()
    await page.goto(`${service.url}/guia/first-query?lang=en`)
    await page.getByText('Sign in at the console').waitFor()
    assert.match((await firstCommand(page).textContent()) ?? '', /-u 'CLIENT_ID:CLIENT_SECRET'/)
    assert.equal(await page.getByRole('button', { name: 'Make a new sandbox key' }).isVisible(), false)
    await page.context().close()
  })

  test('a user of a client finds its id in the commands, and no button for what only the operator may', async () => {
    const { clientId } = await service.newSession()
    const page = await newPage(await newUser(service, ['analyst'], clientId))
    await page.goto(`${service.url}/guia/first-query`)
    await page.getByText('Os comandos trazem o CLIENT_ID do seu cliente').waitFor()
    assert.match((await firstCommand(page).textContent()) ?? '', new RegExp(`-u '${clientId}:CLIENT_SECRET'`))
    assert.equal(await page.locator('#credentials form').isVisible(), false)
    await canBeRead(page, 'signed in', nextLooks())
    await page.context().close()
  })

  test('an operator makes a key that works, sees it once, and the record names the operator', async () => {
    const session = await service.newSession()
    const user = await newUser(service, ['operator'])
    const page = await newPage(user)
    await page.goto(`${service.url}/guia/first-query`)
    await page.getByLabel('Cliente do sandbox').selectOption(session.clientId)
    assert.match((await firstCommand(page).textContent()) ?? '', new RegExp(`'${session.clientId}:`))
    await page.getByRole('button', { name: 'Fazer uma chave nova do sandbox' }).click()
    const shown = page.locator('#credentials output')
    await shown.waitFor()
    const apiKey = (await shown.textContent()) ?? ''
    assert.match(apiKey, /^lk_test_/)
    await canBeRead(page, 'with a key', nextLooks())

    const body = { documento: '12345678909' }
    const query = (key: string) =>
      service.call('/sandbox/relatorioBasico/v2/consulta', { as: { ...session, apiKey: key }, body })
    assert.equal((await query(apiKey)).status, 200)
    // The earlier one works for another day.
    assert.equal((await query(session.apiKey)).status, 200)
    const acts = await (await page.request.get(`${service.url}/operador/v2/atos?limit=5`)).text()
    assert.match(acts, /"operation":"operadorChavesRotaciona"/)
    assert.ok(acts.includes(user.userId) && acts.includes(session.clientId) && !acts.includes(apiKey), acts)

    await page.reload()
    await page.getByLabel('Cliente do sandbox').waitFor()
    assert.ok(!(await page.content()).includes(apiKey))
    assert.ok(!service.logLines.join('\n').includes(apiKey))
    await page.context().close()
  })

  test('reads and leads on without programs', async () => {
    const context = await browser.newContext({ locale: 'pt-BR', javaScriptEnabled: false })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    await page.goto(`${service.url}/guia`)
    await page.getByRole('main').getByRole('link', { name: 'Sandbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
    await page.getByRole('link', { name: 'Read in English' }).click()
    await page.getByText('The sandbox is the same service').waitFor()
    await context.close()
  })
})
