import assert from 'node:assert/strict'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { startChromium } from '../../../../console/browser/chromium.ts'
import { testInBrowser } from '../../../../console/browser/in-browser.ts'
import { runService } from '../../../testing/running-service.ts'
import { scenarios } from '../../features/sandbox/test-documents.ts'

describe('the page at /', async () => {
  const service = await runService()
  afterAll(service.close)

  test('says what the service is in the language of the reader, and leads to docs and console', async () => {
    const portuguese = await service.call('/')
    assert.equal(portuguese.status, 200)
    assert.match(portuguese.text, /<html lang="pt-BR">/)
    assert.match(portuguese.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(portuguese.headers.get('content-security-policy') ?? '', /unsafe/)
    for (const path of [
      '/guia?lang=pt',
      '/docs?lang=pt',
      '/console',
      '/titular',
      '/openapi.json',
      '/?lang=en',
    ])
      assert.ok(portuguese.text.includes(`href="${path}"`), path)
    assert.match((await service.call('/', { headers: { 'Accept-Language': 'en' } })).text, /<html lang="en">/)
    assert.match((await service.call('/?lang=en')).text, /<html lang="en">/)
    assert.equal(
      (await service.call('/inicio.js')).headers.get('content-type'),
      'text/javascript; charset=utf-8',
    )
  })

  test('offers every test document', async () => {
    const { text } = await service.call('/')
    for (const { document } of scenarios) assert.ok(text.includes(`<option value="${document}">`), document)
  })

  testInBrowser('runs a query in the page, and without programs sends its form', async () => {
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 360, height: 740 } })
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${service.url}/`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), true)
    await page.selectOption('select', '12345678909')
    await page.getByRole('button', { name: 'Consultar' }).click()
    await page.getByText('Respondido: assim se lê').waitFor()
    const report = page.frameLocator('iframe')
    await report.getByText('1 ocorrência', { exact: false }).first().waitFor()
    // Whole: nothing of it has to be scrolled to inside its frame.
    await page.waitForFunction(`(() => {
      const frame = document.querySelector('iframe')
      const shown = frame.contentDocument.documentElement
      const spareHeight = frame.clientHeight - shown.querySelector('body').offsetHeight
      return shown.scrollHeight > 900 && spareHeight >= 0 && spareHeight < 200
    })()`)
    assert.match((await page.locator('#json').textContent()) ?? '', /"document": "12345678909"/)
    assert.deepEqual(faults, [])

    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(`${service.url}/?lang=en`)
    await plain.getByRole('button', { name: 'Ask' }).click()
    await plain.getByRole('heading', { level: 1, name: 'ANA CLARA DE EXEMPLO' }).waitFor()
  })
})
