import assert from 'node:assert/strict'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { listensToKeys } from '../press-escape.ts'

/** Finding one's way: the menu of a phone, the way back up, and what finds anything. */
export function findPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  longTest('on a phone the areas are behind a button, whole, and say where one is', async () => {
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']), {
      viewport: phone,
    })
    await open('/operador/atos')
    const current = page.locator('nav.areas [aria-current]')
    assert.equal(await current.isVisible(), false)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    assert.equal(await button.getAttribute('aria-expanded'), 'true')
    const box = await current.boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= phone.width)
    assert.deepEqual(await faultsForSome(), [])
    assert.equal(await scrollsSideways(), false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    assert.equal(await current.isVisible(), false)
    await button.click()
    await page.getByRole('link', { name: 'Clientes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
    assert.equal(await button.getAttribute('aria-expanded'), 'false')
    await close()
  })

  longTest(
    'a page without a link of its own leads back to the one above it, and says who is signed in',
    async () => {
      const { client } = await newPerson(['creditor'])
      const { page, open, close } = await visit(await newPerson(['operator']))
      await open(`/operador/clientes/${client?.clientId}/chaves`)
      const way = page.getByRole('navigation', { name: 'Onde você está' })
      assert.equal(await way.innerText(), 'Operação\nClientes')
      await page.getByRole('link', { name: 'Você entrou como Ana de Exemplo' }).waitFor()
      await way.getByRole('link', { name: 'Clientes' }).click()
      await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
      assert.equal(await way.count(), 0)
      await close()
    },
  )

  longTest(
    'a tip shows to whoever points or comes by keyboard, goes with Escape, and not after a dialog',
    async () => {
      const { page, open, faultsForSome, close } = await visit(await newPerson(['analyst']))
      await open('/consulta')
      const tip = page.getByRole('tooltip')
      await page.getByRole('button', { name: 'Sair' }).hover()
      await tip.filter({ hasText: 'Sair' }).waitFor()
      assert.deepEqual(await faultsForSome(), [])
      // One can point at what it says, and it does not go beyond the window.
      await tip.hover()
      assert.equal(await tip.count(), 1)
      const box = await tip.boundingBox()
      assert.ok(box !== null && box.x + box.width <= (page.viewportSize()?.width ?? 0), JSON.stringify(box))
      await page.keyboard.press('Escape')
      await tip.waitFor({ state: 'detached' })
      await page.mouse.move(400, 400)
      await page.getByRole('button', { name: 'Read in English' }).focus()
      await page.keyboard.press('Tab')
      await tip.filter({ hasText: 'Tema' }).waitFor()
      await page.keyboard.press('Tab')
      await tip.filter({ hasText: 'Sair' }).waitFor()
      await page.getByRole('button', { name: 'Ir para…' }).click()
      await listensToKeys(page)
      await page.mouse.click(3, 700)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await tip.count(), 0)
      await close()
    },
  )

  longTest(
    'a page, a document and a company are found with the keyboard alone, from a field too',
    async () => {
      const { page, open, faultsForSome, scrollsSideways, addresses, close } = await visit(
        await newPerson(['analyst', 'creditor']),
      )
      await open('/consulta')
      await page.getByLabel('CPF ou CNPJ').focus()
      const find = async (text: string, option: string) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').waitFor()
        await page.keyboard.type(text)
        await page.getByRole('option', { name: option }).waitFor()
      }
      await find('52998224725', 'Consultar 529.982.247-25')
      assert.deepEqual(await faultsForSome(), [])
      await page.keyboard.press('Enter')
      await page.getByText('CPF válido: 529.982.247-25').waitFor()

      await find('exemplo ferrag', 'FERRAGENS DE EXEMPLO LTDA')
      await page.keyboard.press('Enter')
      await page.getByText('CNPJ válido: 99.999.001/0001-').waitFor()
      assert.equal(await page.getByLabel('Relatório da empresa').isChecked(), true)

      await find('documentos', 'Documentos')
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/alertas\/documentos$/)
      for (const one of addresses)
        assert.doesNotMatch(decodeURIComponent(one), /52998224725|99999001|ferrag/i)
      await close()
    },
  )

  longTest('an operator finds a client by its name, and is offered no query', async () => {
    const { client } = await newPerson(['creditor'])
    const { page, open, addresses, close } = await visit(await newPerson(['operator']))
    const [first] = (await service.store.clients.findClient(client?.clientId ?? ''))?.name.split(' ') ?? []
    await open('/operador/fontes')
    await page.getByRole('button', { name: 'Ir para…' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('52998224725')
    await page.getByText('Nada com este nome.').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(first ?? '')
    await page.getByRole('group', { name: 'Clientes' }).getByRole('option').first().click()
    await page.waitForURL(/\/operador\/clientes\/[\w-]+$/)
    assert.ok(!addresses.some((one) => one.includes('52998224725')))
    await close()
  })
}
