import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { isLong } from '../../service/testing/matrix.ts'
import { routes } from '../src/routes.ts'
import type { ConsoleInBrowser } from './console-in-browser.ts'
import { phone } from './console-in-browser.ts'
import { namedThings } from './named-things.ts'
import { canBeRead } from './paths/can-be-read.ts'
import { codesInDialogsOf, codesOn } from './spoken-pages.ts'

/**
 * What holds on every page: it can be read by everyone, in light and dark, on a phone, and says what it says in words,
 * in both languages.
 */
export function everyRoute(inBrowser: ConsoleInBrowser): void {
  const { newPerson, visit } = inBrowser
  for (const role of ['analyst', 'creditor', 'operator'] as const) {
    test(`every page of the ${role} can be read by everyone, and shows no code in either language`, async () => {
      const person = await newPerson([role])
      const named = await namedThings(inBrowser, role, person)
      // What several roles open is looked at once.
      const opened = routes.filter(({ roles: [first] = ['analyst'] }) => first === role)
      assert.ok(opened.length > 1)
      const visited = await visit(person)
      for (const [at, route] of opened.entries()) {
        const path = named(route.path)
        assert.ok(!path.includes(':'), path)
        await visited.page.setViewportSize({ width: 1280, height: 800 })
        // A sample loads the console for the address of one thing, which people send each other; elsewhere it goes on as a
        // link leads.
        const isOfOne = route.path.includes(':')
        await (!isLong && at > 0 && !isOfOne ? visited.follow(path) : visited.open(path))
        assert.deepEqual(await codesOn(visited.page, path), [], path)
        assert.deepEqual(await codesInDialogsOf(visited.page, path), [], path)
        await turnLanguage(visited.page)
        assert.deepEqual(await codesOn(visited.page, path), [], path)
        if (isLong) assert.deepEqual(await codesInDialogsOf(visited.page, path), [], path)
        await canBeRead(visited, path)
      }
      await visited.close()
    })
  }

  test('a report can be read by everyone too: in the console, as a page of its own, and at the landing', async () => {
    const visited = await visit(await newPerson(['analyst']))
    const { page, open, close } = visited
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('12345678909')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await canBeRead(visited, 'the question before a query')
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.locator('article.report').waitFor()
    await canBeRead(visited, 'the report')
    for (const language of ['pt', 'en']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${inBrowser.service.url}/?lang=${language}`)
      await canBeRead(visited, 'the landing')
      await page.locator('form button').click()
      await page.frameLocator('iframe').locator('h1').waitFor()
      await canBeRead(visited, 'the landing with a report')
      // As where no program hears the form: the report takes the place of the page.
      await page.evaluate(() => document.querySelector('form')?.submit())
      await page.getByText('lastro trail confirm').waitFor()
      await canBeRead(visited, 'the report as a page')
    }
    await close()
  })

  test('the landing answers without its program, with a page that can be read by everyone', async () => {
    const visited = await visit(undefined, { viewport: phone, javaScriptEnabled: false })
    await visited.page.goto(`${inBrowser.service.url}/`)
    await visited.page.locator('form button').click()
    await visited.page.getByText('Código de conferência').waitFor()
    await visited.close()
  })

  test('a page says its language, and says everything in it after a click', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst', 'creditor']))
    await open('/consulta')
    assert.equal(await page.locator('html').getAttribute('lang'), 'pt-BR')
    await page.getByRole('button', { name: 'Read in English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Query' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.locator('label.choice', { hasText: 'Full lists' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Query' }).waitFor()
    await close()
  })

  test('light and dark follow the system until somebody chooses', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']), { colorScheme: 'dark' })
    await open('/consulta')
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await paper()
    await page.getByRole('button', { name: 'Tema: do sistema' }).click()
    await page.getByRole('button', { name: 'Tema: claro' }).waitFor()
    assert.notEqual(await paper(), dark)
    await close()
  })

  test('an address that is nobody’s, or not this role’s, says so inside the frame', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    for (const path of ['/nada', '/dividas']) {
      await open(path)
      await page.getByRole('heading', { level: 1, name: 'Esta página não existe' }).waitFor()
    }
    await close()
  })
}

/** Into the other language, with whatever the page asks for anew. Every second page is opened in English so. */
async function turnLanguage(page: Page): Promise<void> {
  const before = await page.locator('html').getAttribute('lang')
  await page.getByRole('button', { name: /^(Read in English|Ler em português)$/ }).click()
  await page.waitForFunction(
    (lang) => document.documentElement.lang !== lang && document.querySelector('.loading') === null,
    before,
  )
}
