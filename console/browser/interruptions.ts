import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../service/testing/matrix.ts'
import type { ConsoleInBrowser } from './console-in-browser.ts'
import { insertDebt, inventedDebt } from './invented-debt.ts'
import { pressEscape } from './press-escape.ts'

/** What happens to people in the middle of their work: impatience, an expired session, a service that is away. */
export function interruptions({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('two clicks at once on what costs money ask once', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    const asked = posts(page, /\/consulta$/)
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('12345678909')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await clickTwice(page, 'Consultar agora')
    await page.locator('article.report').waitFor()
    assert.equal(asked.length, 1)
    await close()
  })

  longTest('a report that is not kept is told to be gone, with the way to another', async () => {
    const { page, open, faultsForSome, close } = await visit(await newPerson(['analyst']))
    await open('/consulta/relatorio/00000000000000000000000000000000')
    await page.getByRole('heading', { level: 1, name: 'Este relatório não está mais guardado' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.locator('main').getByRole('link', { name: 'Minhas consultas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Minhas consultas' }).waitFor()
    await close()
  })

  test('two clicks at once make one key', async () => {
    const operator = await visit(await newPerson(['operator']))
    const { client } = await newPerson(['creditor'])
    const rotated = posts(operator.page, /\/operador\//)
    await operator.open(`/operador/clientes/${client?.clientId}/chaves`)
    await operator.page.getByRole('button', { name: 'Trocar a chave' }).click()
    await clickTwice(operator.page, 'Trocar a chave')
    await operator.page.getByLabel('Chave', { exact: true }).waitFor()
    assert.equal(rotated.length, 1)
    await operator.close()
  })

  test('a query whose answer was lost is asked for again under the same key', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    const asked = posts(page, /\/consulta$/)
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('12345678909')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await page.route(/\/consulta$/, async (route) => {
      await route.fetch()
      await route.fulfill({ status: 429, contentType: 'application/json', body: '{}' })
    })
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.unroute(/\/consulta$/)
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.locator('article.report').waitFor()
    assert.equal(new Set(asked.map((one) => one.headers()['idempotency-key'])).size, 1)
    // What the key repeats may be of hours ago: the kept report is opened in its place.
    await page.getByText('Relatório guardado, reaberto em').waitFor()
    await close()
  })

  test('a query that is refused is sent once; one whose answer is cut off is sent again under its key', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst']))
    const asked = posts(page, /\/consulta$/)
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('12345678909')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    const refusal = { error: true, code: 'rate_limited', status: 429, title: '', detail: '' }
    await page.route(/\/consulta$/, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'Retry-After': '0' },
        body: JSON.stringify(refusal),
      }),
    )
    await page.getByText('O contrato não fixa preço: a consulta é contada, e nada se paga por ela.').waitFor()
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(asked.length, 1)
    await page.unroute(/\/consulta$/)
    await page.route(
      /\/consulta$/,
      async (route) => route.fulfill({ response: await route.fetch(), body: '{' }),
      {
        times: 1,
      },
    )
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.locator('article.report').waitFor()
    assert.equal(asked.length, 3)
    await page.getByText('Reaberto sem cobrança.').waitFor()
    assert.equal(new Set(asked.map((one) => one.headers()['idempotency-key'])).size, 1)
    await page.getByRole('link', { name: 'Minhas consultas' }).click()
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await close()
  })

  test('what was typed is still there after a session that ended in the middle of a form', async () => {
    const person = await newPerson(['analyst', 'creditor'])
    const { page, open, close } = await visit(person)
    await open('/dividas/nova')
    await fillDebt(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await page.getByText('A sua sessão terminou').waitFor()
    assert.equal(await page.getByText(inventedDebt.name).isVisible(), false)
    await signIn(page, person)
    await page.getByRole('heading', { level: 1, name: 'Incluir dívida' }).waitFor()
    assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), inventedDebt.name)
    // In sight and in focus: whoever comes back would take it for sent.
    const told = page.getByText('O que você enviava não foi enviado.')
    await told.waitFor()
    await page.waitForFunction(() =>
      document.activeElement?.textContent?.includes('O que você enviava não foi enviado.'),
    )
    const box = await told.boundingBox()
    assert.ok(box !== null && box.y >= 0 && box.y < 800, JSON.stringify(box))
    const kept = await page.evaluate(() =>
      JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
    )
    assert.doesNotMatch(kept, /529\.?982|EXEMPLO/)
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await page.locator('.kicker', { hasText: 'Anotação' }).waitFor()
    await close()
  })

  test('a query that met an expired session is confirmed and answered after the sign-in', async () => {
    const person = await newPerson(['analyst'])
    const { page, open, close } = await visit(person)
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('12345678909')
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.getByText('A sua sessão terminou').waitFor()
    assert.equal(await page.getByText('Confirmar a consulta').isVisible(), false)
    await signIn(page, person)
    // Asked again where it was left, before the page that it was asked on.
    await page.getByRole('dialog', { name: 'Confirmar a consulta' }).waitFor()
    await page.waitForURL(/\/consulta$/)
    await page.getByRole('button', { name: 'Consultar agora' }).click()
    await page.locator('article.report').waitFor()
    await close()
  })

  test('whoever signs in after another sees nothing that the other typed', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor']))
    await open('/dividas/nova')
    await page.getByLabel('Nome').fill(inventedDebt.name)
    await page.context().clearCookies()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Anotações' }).click()
    await page.getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.getByText('A sua sessão terminou').waitFor()
    await signIn(page, await newPerson(['creditor']))
    await page.getByRole('link', { name: 'Incluir dívida' }).first().click()
    assert.equal(await page.getByLabel('Nome').inputValue(), '')
    await close()
  })

  test('where another signs in in one window, the other windows are theirs too', async () => {
    const [one, other] = [await newPerson(['creditor']), await newPerson(['creditor'])]
    await insertDebt(service, one.client)
    const { page, open, close } = await visit(one)
    await open('/dividas')
    await page.getByRole('link', { name: inventedDebt.name }).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${service.url}/console/conta`)
    await second.getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
    await signIn(second, other)
    await page.getByText('Nenhuma anotação aqui.').waitFor()
    await close()
  })

  longTest('a clipboard that is refused is told, and the text is there to be selected', async () => {
    const { client } = await newPerson(['creditor'])
    const { page, open, close } = await visit(await newPerson(['operator']))
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    })
    await open(`/operador/clientes/${client?.clientId}`)
    await page.getByRole('button', { name: 'Copiar' }).click()
    await page.getByRole('button', { name: 'Não copiou: selecione o texto' }).waitFor()
    await close()
  })

  longTest('after the row of a dialog is gone, the keyboard goes on from its page', async () => {
    const person = await newPerson(['analyst'])
    assert.ok(person.client)
    for (const documento of ['52998224725', '12345678909']) {
      await service.call('/sandbox/alertas/v2/documentos', { as: person.client, body: { documento } })
    }
    const { page, open, close } = await visit(person)
    await open('/alertas/documentos')
    await page.getByRole('button', { name: 'Remover' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deixar de acompanhar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.getByRole('button', { name: 'Remover' }).first().click()
    await pressEscape(page)
    await page.waitForFunction(() => document.activeElement?.textContent === 'Remover')
    await close()
  })

  longTest('a page that could not be fetched leaves the others open', async () => {
    const { page, open } = await visit(await newPerson(['analyst']))
    await open('/consulta')
    await page.route(/earlier-page/, (route) => route.abort())
    await page.getByRole('link', { name: 'Minhas consultas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Algo falhou nesta página' }).waitFor()
    await page.getByRole('link', { name: 'Consultar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Consultar' }).waitFor()
    await page.context().close()
  })

  longTest('a service that is away is told in words, and asked again by a button', async () => {
    const { page, open } = await visit(await newPerson(['creditor']))
    await open('/conta')
    await page.route(/\/negativacao\//, (route) => route.abort())
    await page.getByRole('link', { name: 'Anotações' }).click()
    await page.getByText('O serviço não foi alcançado', { exact: false }).waitFor()
    await page.unroute(/\/negativacao\//)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByText('Nenhuma anotação aqui.').waitFor()
    await page.context().close()
  })

  longTest('a document half typed is no filter, and that is said', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst', 'creditor']))
    for (const path of ['/dividas', '/alertas', '/alertas/documentos']) {
      await open(path)
      await page.getByLabel('CPF ou CNPJ').fill('123.456')
      await page.getByRole('button', { name: 'Filtrar' }).click()
      const field = page.getByLabel('CPF ou CNPJ')
      assert.equal(await field.evaluate((one: HTMLInputElement) => one.validationMessage), 'CPF: faltam 5.')
      assert.equal(await field.evaluate((one) => one === document.activeElement), true)
    }
    await close()
  })

  test('a search by a client that is none is not made over all of them', async () => {
    const { page, open, close } = await visit(await newPerson(['operator']))
    const searched = posts(page, /\/trilha/)
    await open('/operador/trilha')
    const form = page.locator('form', { hasText: 'Procurar consultas' })
    await form.getByLabel('Cliente').fill('Nenhum com este nome')
    await form.getByRole('button', { name: 'Procurar' }).click()
    assert.equal(await form.getByLabel('Cliente').evaluate((one) => one === document.activeElement), true)
    assert.equal(searched.length, 0)
    await close()
  })

  test('a file that is none, and an empty one, are no success', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor']))
    await open('/lotes')
    const send = async (name: string, buffer: Buffer) => {
      await page.getByLabel('Arquivo').setInputFiles({ name, mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Enviar' }).click()
    }
    await send('imagem.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 10, 0xff]))
    await page.getByText('Não é um arquivo de texto.').first().waitFor()
    await send('vazio.csv', Buffer.from('documento,name\n'))
    await page.getByText('O arquivo não tem linhas').waitFor()
    await close()
  })

  longTest('a batch is stopped on request, and goes on from there', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor']))
    await open('/lotes')
    const lines = Array.from({ length: 1_000 }, (_, at) =>
      JSON.stringify({ ...inventedDebt, contractId: `B-${at}`, ...(at % 2 === 1 && { amount: '1.00' }) }),
    )
    const file = {
      name: 'lote.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.join('\n')),
    }
    await page.getByLabel('Arquivo').setInputFiles(file)
    // A service too slow to be quicker than whoever stops it.
    const address = /negativacao\/v2\/lotes$/
    await page.route(address, () => undefined)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.getByRole('button', { name: 'Parar' }).click()
    await page.unroute(address)
    await page.getByText('Você parou o envio.').waitFor()
    await page.getByRole('button', { name: 'Continuar de onde parou' }).click()
    await page.getByText('Arquivo respondido por inteiro.').waitFor({ timeout: 60_000 })
    await page.getByText('As primeiras 200 de 500.').waitFor()
    await close()
  })

  test('days are those of Brasília wherever the browser is', async () => {
    const person = await newPerson(['creditor'])
    const id = await insertDebt(service, person.client)
    const texts = await Promise.all(
      ['America/Sao_Paulo', 'Asia/Tokyo'].map(async (timezoneId) => {
        const { page, open, close } = await visit(person, { timezoneId })
        await open(`/dividas/${id}`)
        await page.getByText('Comunicados').waitFor()
        const text = await page.locator('main').innerText()
        await close()
        return text
      }),
    )
    assert.match(texts[0] ?? '', /\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    assert.equal(texts[0], texts[1])
  })
}

function posts(page: Page, address: RegExp): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && address.test(request.url())) seen.push(request)
  })
  return seen
}

/** On a machine so busy that the second click waits for the first to be done with. */
async function clickTwice(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    const linger = () => {
      const untilMs = performance.now() + 300
      while (performance.now() < untilMs);
    }
    document.addEventListener('click', linger, { capture: true })
  })
  await page.getByRole('dialog').getByRole('button', { name }).dblclick()
}

async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
) {
  await page.getByLabel('E-mail').filter({ visible: true }).fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function fillDebt(page: Page): Promise<void> {
  const { address } = inventedDebt
  for (const [label, value] of [
    ['CPF ou CNPJ', inventedDebt.documento],
    ['Nome', inventedDebt.name],
    ['Nascimento', inventedDebt.birthDate],
    ['CEP', address.zipCode],
    ['Logradouro', address.addressLine],
    ['Bairro', address.district],
    ['Cidade', address.city],
    ['Valor', '1.520,33'],
    ['Vencimento', inventedDebt.dueDate],
    ['Contrato', inventedDebt.contractId],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByLabel('UF').selectOption(address.state)
  await page.getByLabel('Natureza').selectOption(inventedDebt.legalNatureId)
}
