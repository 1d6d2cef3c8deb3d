import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { cleanPerson } from '../../service/testing/services/listing-service.ts'
import { personPagesService } from '../../service/testing/services/person-pages-service.ts'
import { loadedSubject } from '../../service/testing/services/person-service.ts'
import { patienceMs, startChromium } from './chromium.ts'
import { describeInBrowser, nextLooks } from './in-browser.ts'
import { canBeRead } from './readable-page.ts'

const phone = { width: 360, height: 740 }

describeInBrowser('the pages of the person on file, in a browser', async () => {
  const [service, browser] = await Promise.all([personPagesService('sqlite'), startChromium()])
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  await service.load(loadedSubject)
  await service.published({ contractId: 'CT-1' })
  await service.reader.call('/relatorioBasico/v2/consulta', { body: { documento: cleanPerson } })

  const newPage = async (options: object = {}) => {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: phone, ...options })
    context.setDefaultTimeout(patienceMs)
    return context.newPage()
  }

  test('a person with a phone signs in, reads, disputes, corrects, downloads and signs out', async () => {
    const page = await newPage()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(`${service.url}/titular`)
    await canBeRead(page, 'the first page', nextLooks())
    await page.getByRole('link', { name: /Entrar com/ }).click()
    await page.getByRole('heading', { level: 1, name: 'O que consta sobre você' }).waitFor()
    await page.getByText('MARIA DE EXEMPLO').waitFor()
    await canBeRead(page, 'the file', nextLooks())

    await page.getByRole('link', { name: /Ver tudo e contestar/ }).click()
    await page.getByRole('heading', { level: 1, name: /LOJA LTDA/ }).waitFor()
    await canBeRead(page, 'a listing', nextLooks())
    await page.getByLabel('O que está errado').fill('Não reconheço esta dívida.')
    await page.getByRole('button', { name: 'Contestar' }).click()
    await page.getByText('Pedido registrado').waitFor()
    await page.getByText('O credor deve responder até').first().waitFor()

    await page.getByRole('link', { name: 'Pedir uma correção' }).click()
    await canBeRead(page, 'the correction', nextLooks())
    await page.getByLabel('Qual dado').fill('nome da mãe')
    await page.getByLabel('O que está errado e o que é certo').fill('É MARIA CLARA.')
    await page.getByRole('button', { name: 'Pedir a correção' }).click()
    await page.getByText('Prazo da resposta').waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /Baixar a carta/ }).click()
    assert.match((await download).suggestedFilename(), /^arquivo-[\w-]+\.pdf$/)

    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'What is held about you' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await canBeRead(page, 'the file in English', nextLooks())
    await page.getByRole('link', { name: 'Ask for a correction' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ask for a correction' }).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are signed out' }).waitFor()
    await page.goBack()
    await page.goto(`${service.url}/titular/arquivo`)
    await page.getByRole('heading', { level: 1, name: 'Entre para continuar' }).waitFor()
    await canBeRead(page, 'the page without a session', nextLooks())
    assert.ok(!addresses.join().includes(cleanPerson))
    await page.context().close()
  })

  test('it works without programs in the browser', async () => {
    service.clock.add(11 * 60_000)
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto(`${service.url}/titular`)
    await page.getByRole('link', { name: /Entrar com/ }).click()
    await page.getByText('MARIA DE EXEMPLO').waitFor()
    await page.context().close()
  })

  test('a sign-in that is refused says why, and can be read by everyone', async () => {
    service.clock.add(11 * 60_000)
    service.provider.person = { sub: cleanPerson, claims: { reliability_info: { level: 'bronze' } } }
    const page = await newPage()
    await page.goto(`${service.url}/titular`)
    await page.getByRole('link', { name: /Entrar com/ }).click()
    await page.getByText('nível de segurança maior').waitFor()
    await canBeRead(page, 'the refusal', nextLooks())
    await page.context().close()
  })

  test('a page of another site cannot send the cookie of the session along', async () => {
    service.clock.add(11 * 60_000)
    service.provider.person = { sub: cleanPerson, claims: { reliability_info: { level: 'gold' } } }
    const page = await newPage()
    await page.goto(`${service.url}/titular/entrar`)
    await page.getByText('MARIA DE EXEMPLO').waitFor()
    // localhost is another site than 127.0.0.1.
    await page.goto(service.provider.url)
    await page.setContent(`<a href="${service.url}/titular/arquivo">file</a>`)
    await page.getByRole('link', { name: 'file' }).click()
    await page.getByRole('heading', { level: 1, name: 'Entre para continuar' }).waitFor()
    await page.context().close()
  })
})
