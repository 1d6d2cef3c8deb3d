import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone, type Visit } from '../console-in-browser.ts'
import { pressEscape } from '../press-escape.ts'

const cleanPerson = '52998224725'
const everySection = '00000001244'
const companyWithPartners = '99999001000159'
const closedCompany = '99999004000192'
const failingCompany = '99999017000161'

/** A report as a page that somebody decides on. */
export function reportPath({ newPerson, visit }: ConsoleInBrowser): void {
  longTest(
    'a verdict is told by its severity, in words, by a colour, and by a shape of its own',
    async () => {
      const { page, open, close } = await visit(await newPerson(['analyst']))
      const looks = new Set<string>()
      for (const [document, severity, words] of [
        [cleanPerson, 'clear', 'Nada consta em 1 fonte'],
        [everySection, 'negative', 'Há restrições'],
        [closedCompany, 'closed', 'Situação cadastral: BAIXADA, e há restrições'],
      ] as const) {
        await open('/consulta')
        await ask(page, document)
        const panel = page.locator(`section.verdict.${severity}`)
        await panel.getByRole('heading', { name: words }).waitFor()
        looks.add(
          await panel.evaluate(
            (one) => `${getComputedStyle(one).backgroundColor} ${one.querySelector('svg')?.innerHTML}`,
          ),
        )
      }
      assert.equal(looks.size, 3)
      await close()
    },
  )

  test('what did not answer is named in the verdict and in its section, and is not said to be empty', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await ask(page, failingCompany)
    const verdict = page.locator('section.verdict')
    await verdict.getByText('Não respondeu: Dívidas em cobrança, Cheques sem fundos, Protestos.').waitFor()
    const empty = (await page.getByText(/^Nada consta/).allTextContents()).join()
    assert.doesNotMatch(empty, /Cheques|Protestos/)
    await page.getByRole('region', { name: 'Protestos' }).getByText('Não disponível, porque').waitFor()
    await close()
  })

  longTest(
    'whoever watches from a report is told what comes of it and where, and sees it when back',
    async () => {
      const { page, open, addresses, faultsForSome, close } = await visit(await newPerson(['analyst']))
      await open('/consulta')
      await ask(page, cleanPerson)
      await page.getByText('Esta consulta foi contada; o contrato não fixa preço').waitFor()
      await page.getByRole('button', { name: 'Acompanhar', exact: true }).click()
      const add = page.getByRole('dialog', { name: 'Acompanhar documento' })
      await add.getByRole('button', { name: 'Acompanhar', exact: true }).click()
      const told = page.getByRole('dialog', { name: 'Documento acompanhado' })
      await told.getByText('529.982.247-25 está acompanhado').waitFor()
      await told.getByText('Por e-mail, a ninguém').waitFor()
      await told.getByRole('link', { name: 'Em Ocorrências, sempre' }).waitFor()
      assert.deepEqual(await faultsForSome(), [])
      await told.getByRole('button', { name: 'Fechar' }).click()
      const watched = page.getByRole('button', { name: 'Acompanhado', exact: true })
      await watched.waitFor()
      assert.equal(await page.getByRole('button', { name: 'Acompanhar', exact: true }).count(), 0)
      await page.reload()
      await watched.click()
      await told.getByRole('button', { name: 'Alterar acompanhamento' }).click()
      await page.getByRole('dialog', { name: 'Alterar acompanhamento' }).waitFor()
      assert.ok(!addresses.some((one) => one.includes(cleanPerson)))
      await close()
    },
  )

  longTest(
    'five hundred debts and names without end: read by everyone, at any width, the amounts always in sight',
    async () => {
      const visited = await visit(await newPerson(['analyst']))
      const { page, open, close, scrollsSideways, faultsForSome } = visited
      await manyDebts(page)
      await open('/consulta')
      await ask(page, everySection)
      await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
      // What more rows could spoil; the rest is looked at on every page.
      assert.deepEqual(await faultsForSome(['scrollable-region-focusable', 'list', 'svg-img-alt']), [])
      for (const viewport of [phone, { width: 640, height: 400 }, { width: 1280, height: 800 }]) {
        await page.setViewportSize(viewport)
        assert.equal(await scrollsSideways(), false, `at ${viewport.width}`)
        const amount = await page.locator('td.amount').first().boundingBox()
        assert.ok(amount !== null && amount.x >= 0 && amount.x + amount.width <= viewport.width)
      }
      assert.equal(await shownRows(page), 15)
      await page.getByRole('button', { name: 'Mostrar todas as 500 linhas' }).click()
      assert.equal(await shownRows(page), 500)
      await close()
    },
  )

  longTest('the head stays where the screen has room for it, and gives way where it has not', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await ask(page, everySection)
    const isInSight = async (viewport: { width: number; height: number }) => {
      await page.setViewportSize(viewport)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const box = await page.getByRole('heading', { level: 1 }).boundingBox()
      return box !== null && box.y >= 0 && box.y < viewport.height
    }
    assert.equal(await isInSight({ width: 1280, height: 800 }), true)
    assert.equal(await isInSight(phone), true)
    assert.equal(await isInSight({ width: 640, height: 400 }), false, 'at twice the size')
    await close()
  })

  test('a partner leads to a query of its own: the price first, nothing asked by one click', async () => {
    const person = await newPerson(['analyst'], {
      contract: { prices: { relatorioBasico: 150, relato: 420 } },
    })
    const { page, open, addresses, close } = await visit(person)
    await open('/consulta')
    await page.locator('label.choice', { hasText: 'Relatório da empresa' }).click()
    await ask(page, companyWithPartners)
    const asked = () => addresses.filter((one) => one.endsWith('v2/consulta')).length
    const before = asked()
    await page.getByText('COM RESTRIÇÃO').first().waitFor()
    const row = page.getByRole('row', { name: /BRUNO DE EXEMPLO/ })
    await row.getByRole('button', { name: 'consultar por R$\u00a01,50' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirmar a consulta' })
    await dialog.getByText('Preço: R$ 1,50').waitFor()
    assert.equal(asked(), before)
    await dialog.getByRole('button', { name: 'Consultar agora' }).click()
    await page.getByRole('heading', { level: 1, name: 'BRUNO DE EXEMPLO' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(asked(), before + 1)
    for (const one of addresses) assert.doesNotMatch(one, /12345678909/)
    await close()
  })

  longTest('whom it is about can be watched and its code shared, by keyboard alone', async () => {
    const visited = await visit(await newPerson(['analyst']))
    const { page, open, faultsForSome, close } = visited
    await open('/consulta')
    await ask(page, everySection)
    await openDialog(visited, 'Acompanhar')
    assert.equal(await page.getByLabel('CPF ou CNPJ').inputValue(), '000.000.012-44')
    await pressEscape(page)
    await openDialog(visited, 'Código de conferência')
    const code = await page.getByLabel('Código de conferência').inputValue()
    assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    assert.deepEqual(await faultsForSome(), [])
    await pressEscape(page)
    await page.getByRole('button', { name: 'Mais ações' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Nova consulta' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    // The menu gives the focus back in a task of its own; until then it is nowhere.
    await page.locator('[aria-label="Mais ações"]:focus').waitFor()
    await close()
  })

  longTest('on paper everything stands that a screen folds away, and nothing to press', async () => {
    const { page, open, scrollsSideways, close } = await visit(await newPerson(['analyst']))
    await manyDebts(page)
    await open('/consulta')
    await ask(page, everySection)
    await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
    await page.emulateMedia({ media: 'print' })
    // A4 between its margins.
    await page.setViewportSize({ width: 688, height: 1000 })
    assert.equal(await shownRows(page), 500)
    assert.equal(await page.locator('main button:visible').count(), 0)
    assert.equal(await scrollsSideways(), false)
    await page.locator('section.verdict').waitFor()
    await close()
  })
}

async function ask(page: Page, document: string): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill(document)
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.locator('article.report').waitFor()
}

/** Of the longest table: how many of its rows are seen. */
const shownRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll('.report-table tbody')]
    const counts = tables.map((one) => [...one.children].filter((row) => row.checkVisibility()).length)
    return Math.max(...counts)
  })

async function openDialog({ page }: Visit, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}

const longName = 'NOME SEM FIM '.repeat(30)
const longWord = 'X'.repeat(300)
const longCount = 6

/** The answer of the service, with far more in it than the sandbox has. */
async function manyDebts(page: Page): Promise<void> {
  await page.route(/v2\/consulta$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const { report } = body.result
    report.registration.consumerName = longName
    const [debt] = report.negativeData.listingP.listingPResponse
    const debts = Array.from({ length: 500 }, (_, at) => ({
      ...debt,
      // Some are as long as anybody could write; five hundred of them would be a test of the browser.
      ...(at < longCount && { creditorName: at % 2 === 0 ? longName : longWord, contractId: longWord }),
      occurrenceDate: `20${22 + (at % 5)}-0${1 + (at % 9)}-10`,
      amount: '123456789.00',
    }))
    report.negativeData.listingP.listingPResponse = debts
    report.negativeData.listingP.summary = { count: '500', balance: '61728394500.00' }
    await route.fulfill({ response: answer, json: body })
  })
}
