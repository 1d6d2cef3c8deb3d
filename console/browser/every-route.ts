import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'
import { type ConsoleInBrowser, phone } from './console-in-browser.ts'
import { namedThings } from './named-things.ts'

/** What holds on every page: it can be read by everyone, in light and dark, on a phone, in both languages. */
export function everyRoute(inBrowser: ConsoleInBrowser): void {
  const { newPerson, visit } = inBrowser
  for (const role of ['analyst', 'creditor', 'operator'] as const) {
    test(`every page of the ${role} can be read by everyone, in light and dark, and on a phone`, async () => {
      const person = await newPerson([role])
      const named = await namedThings(inBrowser, role, person)
      // What several roles open is looked at once.
      const paths = routes
        .filter(({ roles: [first] = ['analyst'] }) => first === role)
        .map(({ path }) => named(path))
        .filter((path) => !path.includes(':'))
      assert.ok(paths.length > 1)
      const { open, page, faultsForSome, scrollsSideways, close } = await visit(person)
      for (const path of paths) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await open(path)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await faultsForSome(), [], `${path} ${colorScheme}`)
        }
        await page.setViewportSize(phone)
        assert.equal(await scrollsSideways(), false, `${path} scrolls sideways`)
      }
      await close()
    })
  }

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
