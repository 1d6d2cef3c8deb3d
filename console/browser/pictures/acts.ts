import type { Page } from 'playwright-core'

/** What somebody does on a page before it is pictured. */
export type Act = (page: Page) => Promise<void>

export const chooseDocument: Act = async (page) => {
  await page.getByLabel('CPF ou CNPJ').fill('000.000.012-44')
  await page.locator('label.choice', { hasText: 'Sanções' }).click()
  await page.getByLabel('CPF ou CNPJ').focus()
}

export const confirmQuery: Act = async (page) => {
  await chooseDocument(page)
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** Somebody with something in every section. */
export const askMany: Act = async (page) => {
  await confirmQuery(page)
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
}

/** A company that was closed, and has a partner with a restriction. */
export const askClosed: Act = async (page) => {
  await page.getByLabel('CPF ou CNPJ').fill('99.999.004/0001-92')
  await page.locator('label.choice', { hasText: 'Relatório da empresa' }).click()
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
}

export const readAgain: Act = async (page) => {
  await askMany(page)
  await page.reload()
  await page.getByText('Reaberto sem cobrança.').waitFor()
}

export const openDecidedReport: Act = async (page) => {
  await page.getByRole('link', { name: 'Abrir o relatório' }).click()
  await page.getByRole('button', { name: 'Mostrar motivo e regras' }).click()
  await page.getByRole('heading', { name: 'As regras que valeram' }).waitFor()
}

export const findCompany: Act = async (page) => {
  await page.getByRole('button', { name: 'Ir para…' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('ferragens')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

export const openShortcuts: Act = async (page) => {
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

/** The menu that only a phone has. */
export const openMenu: Act = async (page) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
}

export const showTestDocuments: Act = async (page) => {
  await page.locator('summary', { hasText: 'Documentos de teste' }).click()
}

export const leaveOpen =
  (name: string): Act =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
  }

export const openDialog =
  (name: string | RegExp): Act =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
  }

/** So that the bar says what will change. */
export const changePrice: Act = async (page) => {
  await page.getByRole('button', { name: 'Salvar o contrato' }).waitFor()
  const price = page.getByLabel('Relatório básico', { exact: true }).last()
  await price.fill('1,75')
  await price.evaluate((field) => field.closest('.panel')?.scrollIntoView({ block: 'start' }))
}

export const searchTrail: Act = async (page) => {
  const form = page.locator('form')
  await form.getByLabel('Ambiente').selectOption('sandbox')
  await form.getByRole('button', { name: 'Procurar' }).click()
  await page
    .getByRole('cell', { name: /456\.789/ })
    .first()
    .waitFor()
}

export const signInWrongly: Act = async (page) => {
  await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
  await page.getByLabel('Senha').fill('não é esta')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('alert').waitFor()
}
