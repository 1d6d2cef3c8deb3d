import assert from 'node:assert/strict'
import { systemClock } from '@lastro/service/clock.ts'
import { totpCode, totpStepAt } from '@lastro/service/features/users/sign-in/totp.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import type { ConsoleInBrowser, Person } from '../console-in-browser.ts'
import { insertDebt } from '../invented-debt.ts'
import { pressEscape } from '../press-escape.ts'

export function signInPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('a person signs in with the keyboard alone, goes about, and signs out', async () => {
    const person = await newPerson(['analyst', 'creditor'])
    const { page, open, faultsForSome, close } = await visit(undefined)
    await open('/dividas')
    assert.deepEqual(await faultsForSome(), [])
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Anotações' }).waitFor()
    await page.getByText('Sandbox', { exact: true }).waitFor()

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await pressEscape(page)
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Consultar' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.getByLabel('CPF ou CNPJ').waitFor()
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')

    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
    await page.reload()
    await page.getByLabel('Senha').waitFor()
    await close()
  })

  longTest('the first stop of the keyboard leads past the navigation', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await page.keyboard.press('Tab')
    assert.equal(await focusedText(page), 'Ir para o conteúdo')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
    await close()
  })

  test('a wrong password is told in one sentence, and too many with the seconds to wait', async () => {
    const person = await newPerson(['analyst'])
    const { page, open, close } = await visit(undefined)
    await open('/')
    await signIn(page, { ...person, password: 'not the password' })
    await page.getByRole('alert').waitFor()
    for (let tries = 0; tries < 6; tries++) {
      const answered = page.waitForResponse(/\/sessao$/)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await answered
    }
    const told = page.getByText(/Espere \d+ s/)
    await told.waitFor()
    assert.ok(Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]) > 0)
    await close()
  })

  test('an expired session leads to the sign-in and back to the same page', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    const { page, open, close } = await visit(person)
    await open('/dividas')
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'ANA CLARA DE EXEMPLO' }).click()
    await page.getByText('A sua sessão terminou').waitFor()
    await signIn(page, person)
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    assert.ok(page.url().endsWith(`/console/dividas/${id}`))
    await close()
  })

  longTest('a person changes the password, and turns the sign-in code on and off', async () => {
    const person = await newPerson(['analyst'])
    const { page, open, faultsForSome, close } = await visit(person)
    await open('/conta')
    const password = 'quatro palavras sem relação'
    await page.getByLabel('Senha de agora').fill(person.password)
    await page.getByLabel('Senha nova', { exact: true }).fill(password)
    await page.getByLabel('Senha nova, de novo').fill('outra')
    await page.getByText('As duas senhas novas não são iguais.').waitFor()
    await page.getByLabel('Senha nova, de novo').fill(password)
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('Senha trocada').waitFor()

    await page.getByRole('button', { name: 'Ligar' }).click()
    const secret = bytesOf(await page.getByLabel('Segredo').inputValue())
    assert.match(
      (await page.getByRole('link', { name: 'aplicativo de códigos' }).getAttribute('href')) ?? '',
      /^otpauth:/,
    )
    assert.deepEqual(await faultsForSome(), [])
    const step = totpStepAt(systemClock.nowMs())
    await page.getByLabel('Código que o aplicativo mostra').fill(totpCode(secret, step))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Ligado: a entrada pede um código.').waitFor()

    await page.getByRole('button', { name: 'Sair' }).click()
    await signIn(page, { ...person, password })
    await page.getByRole('heading', { level: 1, name: 'Código de entrada' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.keyboard.type(totpCode(secret, step + 1))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Conta' }).waitFor()
    await page
      .locator('form')
      .filter({ hasText: 'para que ninguém desligue' })
      .getByLabel('Senha de agora')
      .fill(password)
    await page.getByRole('button', { name: 'Desligar' }).click()
    await page.getByRole('button', { name: 'Ligar' }).waitFor()
    await close()
  })

  test('a person of one client sees nothing of another by any address', async () => {
    const other = await newPerson(['creditor'])
    const id = await insertDebt(service, other.client)
    const { page, open, close } = await visit(await newPerson(['creditor']))
    for (const path of [`/dividas/${id}`, `/dividas/${id}/avalistas/${id}`]) {
      await open(path)
      await page.getByRole('alert').waitFor()
      assert.ok(!(await page.content()).includes('ANA CLARA'))
    }
    await open('/dividas')
    await page.getByText('Nenhuma anotação aqui.').waitFor()
    await close()
  })
}

async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** RFC 4648. */
function bytesOf(base32: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
