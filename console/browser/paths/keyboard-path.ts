import assert from 'node:assert/strict'
import { longTest } from '../../../service/testing/matrix.ts'
import {
  dividas,
  productionCreditor,
  debt as productionDebt,
} from '../../../service/testing/services/listing-service.ts'
import type { ConsoleInBrowser, Person } from '../console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from '../invented-debt.ts'
import { type Keyboard, keyboardOf } from './keyboard.ts'

/** Each person's whole way without a mouse: from the sign-in to what they came for. */
export function keyboardPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  const begin = async (person: Person) => {
    const visited = await visit(undefined)
    const keys = keyboardOf(visited.page)
    await visited.open('/')
    await signIn(keys, person)
    await visited.page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
    return { ...visited, keys, title: (name: string) => titled(visited.page, name) }
  }

  longTest(
    'a first visitor is led to a query, a debt and an alert, and is told of each that it is done',
    async () => {
      const { page, keys, title, faultsForSome, close } = await begin(
        await newPerson(['analyst', 'creditor']),
      )
      const done = (count: number) =>
        page
          .locator('.first-steps li', { hasText: 'feito' })
          .nth(count - 1)
          .waitFor()
      await page.locator('.first-steps').waitFor()
      assert.deepEqual(await faultsForSome(), [])

      await keys.choose('Sandbox')
      await page.getByRole('dialog', { name: 'O seu sandbox' }).getByText('BRUNO DE EXEMPLO').waitFor()
      await keys.choose('123.456.789-09')
      await title('Consultar')
      assert.equal(await page.getByLabel('CPF ou CNPJ').inputValue(), '123.456.789-09')
      await askNow(page, keys)
      await goHome(page, keys)
      await done(1)

      await keys.choose('Inclua uma primeira dívida')
      await title('Incluir dívida')
      await listDebt(keys)
      await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
      await goHome(page, keys)
      await done(2)

      await keys.choose('Receba um primeiro alerta')
      await title('Documentos acompanhados')
      await keys.choose('Acompanhar documento')
      await page.getByRole('dialog').waitFor()
      await keys.fill('CPF ou CNPJ', inventedDebt.documento)
      await keys.choose('Acompanhar')
      await page
        .getByRole('cell', { name: 'acompanhado' })
        .or(page.getByText('acompanhado', { exact: true }))
        .first()
        .waitFor()
      await keys.press('g', 'o')
      await title('Ocorrências')
      await keys.choose('Experimentar no sandbox')
      await keys.choose('Provocar')
      await page.locator('.notice.good').waitFor()
      await keys.press('g', 's')
      await title('Início')
      await page.getByRole('link', { name: 'Uma dívida foi publicada' }).waitFor()
      await page.locator('.first-steps').waitFor({ state: 'detached' })
      await close()
    },
  )

  longTest('an analyst asks, reads, opens again and compares, by keyboard alone', async () => {
    const { page, keys, title, faultsForSome, close } = await begin(await newPerson(['analyst']))
    for (const documento of ['12345678909', '00000001244']) {
      await keys.press('g', 'c')
      await title('Consultar')
      await keys.press('/')
      await keys.press('Control+a')
      await keys.type(documento)
      await askNow(page, keys)
    }
    await keys.press('g', 'h')
    await title('Minhas consultas')
    await page.getByRole('cell', { name: '123.456.789-09' }).waitFor()
    await keys.choose('Reabrir')
    await title('DIEGO DE EXEMPLO')
    await keys.press('g', 'h')
    await title('Minhas consultas')
    await keys.choose('Comparar')
    await keys.choose('Comparar com esta')
    await title('Comparação')
    await page.getByRole('region', { name: 'Lado a lado' }).getByText('123.456.789-09').waitFor()
    assert.deepEqual(await faultsForSome(), [])

    // However often a report is opened again, the queries are still the last ones.
    for (let times = 0; times < 8; times++) {
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Comparação' }).waitFor()
    }
    await goHome(page, keys)
    const asked = page.locator('.home-list li', { hasText: '123.456.789-09' })
    await asked.getByRole('link', { name: 'BRUNO DE EXEMPLO' }).waitFor()
    await page.locator('.first-steps li', { hasText: 'feito' }).waitFor()
    await close()
  })

  longTest('a creditor goes from what waits to a listing and releases it, by keyboard alone', async () => {
    const person = await newPerson(['creditor'])
    await insertDebt(service, person.client)
    await moveClock(service, person.client, 'P20D')
    const { page, keys, title, close } = await begin(person)
    await page.getByRole('rowheader', { name: 'publicada' }).waitFor()
    await keys.choose('publicada')
    await title('Anotações')
    await page.getByRole('link', { name: inventedDebt.name }).waitFor()
    await keys.choose(inventedDebt.name)
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    await keys.choose('Dar baixa')
    await page.getByRole('dialog').waitFor()
    await keys.fill('Motivo', '01')
    await keys.choose('Dar baixa agora')
    await page.getByText('Feito. Agora: baixada.').waitFor()
    await close()
  })

  longTest(
    'an operator goes from a number to the listing behind it, and sets a price, by keyboard alone',
    async () => {
      const creditor = await productionCreditor(service)
      const inserted = await creditor.call(dividas, { body: { ...productionDebt, birthDate: undefined } })
      assert.equal(inserted.status, 201, inserted.text)
      const { page, keys, title, close } = await begin(await newPerson(['operator']))
      await page.getByRole('link', { name: /Anotações em análise/ }).waitFor()
      await page.waitForFunction(() => document.querySelector('.loading') === null)
      await keys.choose(/Anotações em análise$/)
      await title('Análise')
      await page.getByRole('link', { name: productionDebt.name }).waitFor()
      await keys.choose(productionDebt.name)
      await page.locator('.kicker', { hasText: 'Anotação em análise' }).waitFor()
      await keys.choose('Aceitar')
      await page.getByRole('dialog').waitFor()
      await keys.fill('Motivo', 'Nascimento conferido no contrato.')
      await keys.choose('Aceitar')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await keys.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await keys.type('clientes')
      await page.getByRole('option', { name: 'Clientes' }).first().waitFor()
      await keys.press('Enter')
      await title('Clientes')
      await page.getByRole('rowheader').first().waitFor()
      await keys.choose('Teste')
      await page.getByRole('button', { name: 'Salvar o contrato' }).waitFor()
      await keys.fill('Consulta cadastral', '0,45')
      await page.getByText('1 mudança não salva').waitFor()
      await keys.choose('Salvar o contrato')
      await page.getByRole('dialog', { name: 'O que vai mudar' }).waitFor()
      await keys.choose('Salvar o contrato')
      await page.getByText(/Contrato salvo: versão/).waitFor()
      await close()
    },
  )
}

type Page = Awaited<ReturnType<ConsoleInBrowser['visit']>>['page']

/** Its heading has the focus, so that the next Tab goes on from there. */
async function titled(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.waitForFunction(
    (text) => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === text,
    name,
  )
}

async function signIn(keys: Keyboard, { email, password }: Person): Promise<void> {
  await keys.fill('E-mail', email)
  await keys.fill('Senha', password)
  await keys.press('Enter')
}

async function goHome(page: Page, keys: Keyboard): Promise<void> {
  await keys.press('g', 's')
  await titled(page, 'Início')
}

async function askNow(page: Page, keys: Keyboard): Promise<void> {
  await page.getByText(/válido:/).waitFor()
  await keys.choose('Consultar')
  await page.getByRole('dialog', { name: 'Confirmar a consulta' }).waitFor()
  await keys.choose('Consultar agora')
  await page.locator('article.report').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
}

/** Every field that must be filled in; days are the same in either order of day and month. */
async function listDebt(keys: Keyboard): Promise<void> {
  for (const [name, text] of [
    ['CPF ou CNPJ', inventedDebt.documento],
    ['Nome', inventedDebt.name],
    ['CEP', '01001000'],
    ['Logradouro', 'RUA DE EXEMPLO'],
    ['Bairro', 'CENTRO'],
    ['Cidade', 'SAO PAULO'],
    ['UF', 'SP'],
    ['Valor', '1520,33'],
    ['Vencimento', '03032026'],
    ['Contrato', 'CT-1001'],
    ['Natureza', 'CP'],
  ] as const) {
    await keys.fill(name, text)
  }
  await keys.choose('Incluir')
}
