import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone, type Visit } from '../console-in-browser.ts'
import { insertDebt } from '../invented-debt.ts'
import { pressEscape } from '../press-escape.ts'

/** What stands before a page until it is answered: the keyboard, the way back, and what was typed into it. */
export function dialogsPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  longTest(
    'a dialog says its title, holds the keyboard, hides what is behind it, and gives the focus back',
    async () => {
      const { page, open, faultsForSome, close } = await visit(await newPerson(['operator']))
      await open('/operador/clientes')
      const opener = page.getByRole('button', { name: 'Criar cliente' })
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Criar cliente' })
      await dialog.waitFor()
      assert.equal(await dialog.getAttribute('aria-modal'), 'true')
      assert.deepEqual(await faultsForSome(), [])
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0, 'nobody is read what is behind')
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let step = 0; step < 12; step++) {
          await page.keyboard.press(key)
          assert.ok(await isFocusWithin(page), `${key} ${step}`)
        }
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await until(page, () => document.activeElement?.textContent === 'Criar cliente')
      await close()
    },
  )

  longTest(
    'a click beside a dialog closes it, the page behind it does not scroll, and on a phone it fits',
    async () => {
      const { page, open, scrollsSideways, close } = await visit(await newPerson(['analyst']), {
        viewport: { width: 800, height: 300 },
      })
      await open('/consulta')
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' })
      await dialog.waitFor()
      await page.mouse.move(5, 150)
      await page.mouse.wheel(0, 200)
      assert.equal(await page.evaluate(() => scrollY), 0)
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      const box = await dialog.boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= phone.width)
      assert.ok(box.y + box.height <= phone.height)
      await page.mouse.click(2, 2)
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).pointerEvents), 'auto')
      await close()
    },
  )

  const ways: Readonly<Record<string, (visited: Visit) => Promise<unknown>>> = {
    'by Escape': ({ page }) => pressEscape(page, 'Criar cliente'),
    'by a click beside it': ({ page }) => page.mouse.click(3, 3),
    'by its button': ({ page }) =>
      page.getByRole('dialog', { name: 'Criar cliente' }).getByRole('button', { name: 'Cancelar' }).click(),
    'by the way back': ({ page }) => page.evaluate(() => history.back()),
  }

  for (const [way, leave] of Object.entries(ways)) {
    const testOfWay = way === 'by Escape' ? test : longTest
    testOfWay(
      `whoever leaves a dialog ${way} is asked about what was typed, and about nothing else`,
      async () => {
        const visited = await visit(await newPerson(['operator']))
        const { page, open, close } = visited
        await open('/operador/fila')
        await page.getByRole('link', { name: 'Clientes', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Criar cliente' })
        const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
        const begin = async () => {
          await page.getByRole('button', { name: 'Criar cliente' }).click()
          await dialog.getByLabel('Nome').fill('Padaria')
        }
        await begin()
        await leave(visited)
        // Escape answers the question, not the dialog below it.
        await pressEscape(page, 'Sair sem salvar?')
        await question.waitFor({ state: 'detached' })
        assert.equal(await dialog.getByLabel('Nome').inputValue(), 'Padaria')
        await until(page, () => document.activeElement?.closest('[role="dialog"]') !== null)
        await leave(visited)
        await question.getByRole('button', { name: 'Continuar aqui' }).click()
        assert.equal(await dialog.getByLabel('Nome').inputValue(), 'Padaria')
        // Typed and taken back is not typed.
        await dialog.getByLabel('Nome').fill('')
        await leave(visited)
        await dialog.waitFor({ state: 'detached' })
        assert.equal(await question.count(), 0)

        await page.getByRole('link', { name: 'Clientes', exact: true }).click()
        await begin()
        await leave(visited)
        await question.getByRole('button', { name: 'Sair sem salvar' }).click()
        await dialog.waitFor({ state: 'detached' })
        assert.equal(await question.count(), 0)
        await close()
      },
    )
  }

  longTest('what was saved is not asked about, also where the page goes on with it', async () => {
    const { page, open, close } = await visit(await newPerson(['operator']))
    await open('/operador/clientes')
    await page.getByRole('button', { name: 'Criar cliente' }).click()
    const dialog = page.getByRole('dialog', { name: 'Criar cliente' })
    await dialog.getByLabel('Nome').fill('Padaria de Exemplo')
    await dialog.getByLabel('Ambiente').selectOption('sandbox')
    await dialog.getByRole('button', { name: 'Criar' }).click()
    await dialog.getByLabel('Já guardei').check()
    await dialog.getByRole('button', { name: 'Pronto' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.getByRole('link', { name: 'Fila' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor()
    await close()
  })

  longTest('a change of a listing is asked about, until it is saved', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    const { page, open, close } = await visit(person)
    await open(`/dividas/${id}`)
    await page.getByRole('button', { name: 'Alterar' }).click()
    await page.getByLabel('Valor').fill('1.000,00')
    await pressEscape(page)
    const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await question.getByRole('button', { name: 'Continuar aqui' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('R$ 1.000,00').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await close()
  })

  longTest('a box that was ticked is asked about too', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/alertas/documentos')
    await page.getByRole('button', { name: 'Acompanhar documento' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Acompanhar documento' })
    await dialog.locator('input[type="checkbox"]').first().click()
    await pressEscape(page)
    await page.getByRole('dialog', { name: 'Sair sem salvar?' }).waitFor()
    await close()
  })
}

const isFocusWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)

const until = (page: Page, isSo: () => boolean) => page.waitForFunction(isSo)
