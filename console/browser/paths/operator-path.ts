import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { registerClient } from '@lastro/service/features/clients/register-client.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { insertDebt } from '../invented-debt.ts'

export function operatorPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('an operator creates a client, sets its contract, and sees its credentials once', async () => {
    const operator = await newPerson(['operator'])
    const { page, open, faultsForSome, close } = await visit(undefined)
    await open('/')
    await page.getByLabel('E-mail').fill(operator.email)
    await page.getByLabel('Senha').fill(operator.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
    await page.getByRole('link', { name: 'Clientes' }).click()
    await page.getByRole('button', { name: 'Criar cliente' }).click()
    const dialog = page.getByRole('dialog', { name: 'Criar cliente' })
    await dialog.getByLabel('Nome').fill('Padaria de Exemplo')
    // No environment is chosen for anybody.
    assert.equal(await dialog.getByLabel('Ambiente').inputValue(), '')
    await dialog.getByRole('button', { name: 'Criar' }).click()
    assert.equal(
      await dialog.getByLabel('Ambiente').evaluate((one: HTMLSelectElement) => one.validity.valueMissing),
      true,
    )
    await dialog.getByLabel('Ambiente').selectOption('sandbox')
    await dialog.getByRole('button', { name: 'Criar' }).click()
    const [clientId, clientSecret, apiKey] = await shownSecrets(page, 'Id do cliente', 'Segredo', 'Chave')
    assert.deepEqual(await faultsForSome(), [])
    await page.keyboard.press('Escape')
    await dialog.getByText('Ainda não disse que guardou').waitFor()
    await dialog.getByLabel('Já guardei').check()
    await dialog.getByRole('button', { name: 'Pronto' }).click()
    assert.ok(!(await page.content()).includes(clientSecret ?? ''))
    await page.getByLabel('Nome').fill('padaria')
    await page.locator('main').getByRole('button', { name: 'Procurar' }).click()
    await page.getByRole('link', { name: 'Padaria de Exemplo' }).click()

    await page.getByLabel('Relatório básico', { exact: true }).fill('1.5')
    await page.getByText('Escreva em reais: 1,50 ou 1.520,33').waitFor()
    await page.getByText('Corrija antes de salvar').waitFor()
    assert.equal(await page.getByText('Nada mudou.').count(), 0, 'one of the two is said')
    await page.getByLabel('Relatório básico', { exact: true }).fill('1.50')
    await page.getByText('Corrija antes de salvar').waitFor({ state: 'detached' })
    await page.getByLabel('Redes de onde pode consultar').fill('127.0.0.0/8\nnão é rede')
    await saveContract(page)
    await page.locator('.field', { hasText: 'Redes' }).locator('.wrong').waitFor()
    await page.getByRole('alert').getByText('Redes de onde pode consultar (2):').waitFor()
    const networks = page.getByLabel('Redes de onde pode consultar')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    assert.equal(await networks.evaluate((one) => one === document.activeElement), true)
    assert.equal(await networks.inputValue(), '127.0.0.0/8\nnão é rede')
    assert.deepEqual(await faultsForSome(), [])
    await page.getByLabel('Redes de onde pode consultar').fill('127.0.0.0/8')
    await saveContract(page)
    await page.getByText('Contrato salvo: versão 2.').waitFor()
    const kept = await service.store.clients.findClient(clientId ?? '')
    assert.deepEqual(kept?.contract.prices, { relatorioBasico: 150 })
    assert.deepEqual(kept?.contract.networks, ['127.0.0.0/8'])
    assert.deepEqual(kept?.contract.products, ['*'])

    await page.getByRole('link', { name: 'Credenciais' }).click()
    await page.getByRole('rowheader', { name: (apiKey ?? '').slice(-4) }).waitFor()
    await page.getByRole('button', { name: 'Trocar a chave' }).click()
    await page.getByLabel('As anteriores valem').selectOption('0')
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar a chave' }).click()
    const [newKey] = await shownSecrets(page, 'Chave')
    assert.notEqual(newKey, apiKey)
    await page.getByLabel('Já guardei').check()
    await page.getByRole('button', { name: 'Pronto' }).click()
    await page.getByText('encerrada').waitFor()
    await close()
  })

  test('a contract that somebody else changed is told, and read again', async () => {
    const { clientId } = await service.newSession()
    const { page, open, close } = await visit(await newPerson(['operator']))
    await open(`/operador/clientes/${clientId}`)
    await page.getByLabel('Ramo').fill('VAREJO')
    const client = await service.store.clients.findClient(clientId)
    assert.ok(client)
    await service.store.clients.setContract(clientId, { ...client.contract, segment: 'BANCO' })
    await saveContract(page)
    await page.getByText('Outra pessoa mudou este contrato').waitFor()
    await page.getByRole('button', { name: 'Ler o contrato de novo' }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some((one) => one.value === 'BANCO'),
    )
    await page.getByLabel('Ramo').fill('VAREJO')
    await saveContract(page)
    await page.getByText('Contrato salvo: versão 3.').waitFor()
    await close()
  })

  longTest(
    'a contract shows what saving will change, keeps its creditors in a list, and asks before it is left',
    async () => {
      const { clientId } = await service.newSession()
      const client = await service.store.clients.findClient(clientId)
      assert.ok(client)
      const creditors = [
        { document: '11222333000181', name: 'LOJA DE EXEMPLO' },
        { document: '12ABC34501DE35', name: 'BANCO DE EXEMPLO' },
      ]
      await service.store.clients.setContract(clientId, { ...client.contract, creditors })
      const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']))
      await open(`/operador/clientes/${clientId}/chaves`)
      await page.getByRole('link', { name: 'Contrato' }).click()
      await page.getByText('Nada mudou.').waitFor()
      await page.getByLabel('Relatório básico', { exact: true }).fill('1,50')
      await page.getByLabel('BANCO DE EXEMPLO').uncheck()
      await page.getByRole('button', { name: 'Incluir credor' }).click()
      await page.getByLabel('CPF ou CNPJ').fill('33.000.167/0001-01')
      await page.getByLabel('Nome nos relatórios').fill('PETRÓLEO DE EXEMPLO')
      await page.getByText('2 mudanças não salvas').waitFor()
      assert.equal(await page.locator('.save-bar').evaluate(isInSight), true)

      await page.getByRole('link', { name: 'Credenciais' }).click()
      const asked = page.getByRole('dialog', { name: 'Sair sem salvar?' })
      assert.deepEqual(await faultsForSome(), [])
      await asked.getByRole('button', { name: 'Continuar aqui' }).click()
      await page.evaluate(() => history.back())
      await asked.getByRole('button', { name: 'Continuar aqui' }).click()
      assert.equal(await page.getByLabel('Relatório básico', { exact: true }).inputValue(), '1,50')

      await page.getByRole('button', { name: 'Salvar o contrato' }).click()
      const review = page.getByRole('dialog', { name: 'O que vai mudar' })
      await review.getByText('R$ 1,50').waitFor()
      await review.getByText('BANCO DE EXEMPLO (12.ABC.345/01DE-35)').waitFor()
      await review.getByText('PETRÓLEO DE EXEMPLO (33.000.167/0001-01)').waitFor()
      assert.deepEqual(await faultsForSome(), [])
      await page.setViewportSize(phone)
      assert.equal(await scrollsSideways(), false)
      await review.getByRole('button', { name: 'Salvar o contrato' }).click()
      await page.getByText('Contrato salvo').waitFor()
      const kept = (await service.store.clients.findClient(clientId))?.contract
      assert.deepEqual(kept?.creditors, [
        creditors[0],
        { document: '33000167000101', name: 'PETRÓLEO DE EXEMPLO' },
      ])
      await page.getByLabel('PETRÓLEO DE EXEMPLO').waitFor()
      await page.getByRole('link', { name: 'Credenciais' }).click()
      await page.getByRole('button', { name: 'Trocar a chave' }).waitFor()
      await close()
    },
  )

  test('an operator makes a person of a client, who then signs in, and turns the person away', async () => {
    const { clientId } = await service.newSession()
    const { page, open, close } = await visit(await newPerson(['operator']))
    await open(`/operador/clientes/${clientId}/pessoas`)
    await page.getByText('Ninguém aqui ainda.').waitFor()
    await page.getByRole('button', { name: 'Criar pessoa' }).click()
    await page.getByLabel('Nome').fill('Bia de Exemplo')
    await page.getByLabel('E-mail').fill('bia@exemplo.com.br')
    await page.getByRole('dialog').getByRole('button', { name: 'Criar' }).click()
    const [password] = await shownSecrets(page, 'Senha')
    await page.getByLabel('Já guardei').check()
    await page.getByRole('button', { name: 'Pronto' }).click()
    await page.getByRole('rowheader', { name: 'Bia de Exemplo' }).waitFor()
    const signIn = () =>
      service.call('/console/v2/sessao', { body: { email: 'bia@exemplo.com.br', password } })
    assert.equal((await signIn()).status, 201)
    await page.getByRole('button', { name: 'Desativar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
    await page.getByText('desativada').waitFor()
    assert.equal((await signIn()).status, 401)
    await close()
  })

  test('an operator sees what public data there is, that it is late, and serves another period', async () => {
    const { dataCatalogue } = service.store
    const account = { zip: 'Empresas0.zip', file: 'EMPRECSV', kind: 'companies', read: 5, kept: 3, merged: 1 }
    const files = [{ ...account, quarantined: 1, quarantinedBy: { root_invalid: 1 }, fields: {} }]
    const [period, date] = ['2020-02', '2020-02-09' as Day]
    // The same day twice: nobody is told of a difference, for which there would have to be files.
    for (const id of ['receita-2020-02', 'receita-2020-02-2']) {
      await dataCatalogue.begin({ id, dataSet: 'receita', period, date, startedAtMs: 1 })
      await dataCatalogue.finish(id, { accounting: { files }, sizeBytes: 5_000_000 }, 2)
    }
    const importing = {
      id: 'ceis-2020-03-01',
      dataSet: 'ceis',
      period: '2020-03-01',
      date: '2020-03-01' as Day,
    }
    await dataCatalogue.begin({ ...importing, startedAtMs: systemClock.nowMs() })
    await dataCatalogue.progress(importing.id, { step: 'reading', rows: 7, share: 0.42 }, systemClock.nowMs())
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']))
    await open('/operador/dados')
    await page.getByText(/Receita Federal: os dados são de 09\/02\/2020/).waitFor()
    await page.getByText(/CEIS 2020-03-01: importando, 42%/).waitFor()
    await page.locator('summary', { hasText: 'A conta de Receita Federal 2020-02' }).first().click()
    const opened = page.locator('details[open]')
    await opened.getByText('5 lidas = 3 guardadas + 1 repetidas + 1 de lado').waitFor()
    await opened.getByText('raiz do CNPJ inválida: 1').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    await page.getByRole('button', { name: 'Servir este' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Servir este' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await dataCatalogue.served())[0]?.id, 'receita-2020-02')
    await close()
  })

  test('an operator sets tiers, gives a credit, downloads the statement and takes the credit back', async () => {
    const { clientId } = await registerClient(
      { clients: service.store.clients, clock: systemClock },
      { environment: 'production', name: 'Mercado de Exemplo' },
    )
    const { page, open, faultsForSome, close } = await visit(await newPerson(['operator']))
    await open(`/operador/clientes/${clientId}`)
    await page.getByRole('button', { name: 'Incluir faixa' }).click()
    await page.getByLabel('A partir de quantas no mês').fill('1.001')
    await page.getByLabel('Preço, em reais').fill('1,20')
    await page.getByLabel('Mínimo do mês, em reais').fill('500')
    assert.deepEqual(await faultsForSome(), [])
    await saveContract(page)
    await page.getByText('Contrato salvo: versão 2.').waitFor()
    const { tiers, monthlyMinimum } = (await service.store.clients.findClient(clientId))?.contract ?? {}
    assert.deepEqual(tiers, [{ product: 'relatorioBasico', from: 1_001, price: 120 }])
    assert.equal(monthlyMinimum, 50_000)

    await open(`/operador/clientes/${clientId}/consumo`)
    const statement = page.getByRole('region', { name: 'Extrato do mês' })
    await statement.getByText('R$ 500,00').first().waitFor()
    await statement.getByText('mês não fechado').waitFor()
    await statement.getByRole('button', { name: 'Registrar crédito ou correção' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Valor').fill('1,50')
    await dialog.getByLabel('Motivo').fill('Cortesia')
    assert.deepEqual(await faultsForSome(), [])
    await dialog.getByRole('button', { name: 'Registrar' }).click()
    await statement.getByText('R$ 498,50').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      statement.getByRole('button', { name: 'Baixar extrato em PDF' }).click(),
    ])
    assert.match(file.suggestedFilename(), /^extrato-\d{4}-\d{2}\.pdf$/)
    await statement.getByRole('button', { name: 'Estornar' }).click()
    await dialog.getByLabel('Motivo').fill('Em dobro')
    await dialog.getByRole('button', { name: 'Estornar' }).click()
    await statement.getByText('R$ 498,50').waitFor({ state: 'detached' })
    await statement.getByRole('button', { name: 'Estornar' }).waitFor({ state: 'detached' })
    assert.deepEqual(await faultsForSome(), [])
    await close()
  })

  test('usage, the trail and its verification show what a client asked', async () => {
    const person = await newPerson(['analyst'], { contract: { prices: { relatorioBasico: 150 } } })
    assert.ok(person.client)
    await service.call('/sandbox/relatorioBasico/v2/consulta', {
      as: person.client,
      body: { documento: '12345678909' },
    })
    const { page, open, addresses, close } = await visit(await newPerson(['operator']))
    await open(`/operador/clientes/${person.client.clientId}/consumo`)
    await page.getByText('R$ 1,50', { exact: true }).waitFor()
    await page.getByRole('img', { name: /Consultas por dia em .* total 1\./ }).waitFor()
    await page.getByRole('button', { name: 'Valor' }).click()
    await page.getByRole('img', { name: /Valor por dia em .* total 1,50\./ }).waitFor()
    await page.getByText('Os números em tabela').click()
    await page.getByRole('columnheader', { name: 'Relatório básico' }).waitFor()

    await page.getByRole('link', { name: 'Trilha' }).click()
    const form = page.locator('form', { hasText: 'Procurar consultas' })
    await form.getByLabel('CPF ou CNPJ').fill('123.456.789-09')
    await form.getByLabel('Ambiente').selectOption('sandbox')
    await form.getByLabel('Cliente').fill(`Teste · ${person.client.clientId}`)
    await form.getByRole('button', { name: 'Procurar' }).click()
    await page.getByRole('cell', { name: '123.456.789-09' }).waitFor()
    await form.getByLabel('CPF ou CNPJ').fill('')
    await form.getByRole('button', { name: 'Procurar' }).click()
    await page.getByRole('cell', { name: '***.456.789-**' }).first().waitFor()

    const chain = page.locator('.panel', { hasText: 'Cadeia de sandbox' })
    await chain.getByRole('button', { name: 'Verificar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verificar' }).click()
    await chain.getByText('íntegra', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Fontes' }).click()
    await page.getByRole('row', { name: /sandbox: cadastro Sandbox responde/ }).waitFor()
    for (const text of [...addresses, await page.title()]) assert.doesNotMatch(text, /123\D?456\D?789/)
    await close()
  })

  test('a held listing is reviewed, and what waits and what was done can be seen', async () => {
    const { client } = await newPerson(['creditor'])
    assert.ok(client)
    await insertDebt(service, client, { birthDate: undefined })
    // There is no mail server: the link to confirm is tried and waits.
    await service.call('/sandbox/alertas/v2/emails', {
      as: client,
      body: { email: 'espera@exemplo.com.br' },
    })
    await service.runJobs()
    const { page, open, faultsForSome, close } = await visit(await newPerson(['operator']))
    // Which environment a page is about is in sight, and what was chosen holds on the next page.
    await open('/operador/analise')
    assert.equal(await page.getByRole('radio', { name: 'Produção' }).isChecked(), true)
    await page.getByRole('radio', { name: 'Sandbox' }).check()
    assert.match(page.url(), /environment=sandbox/)
    for (const path of ['/operador/correcoes', '/operador/consumo']) {
      await open(path)
      assert.equal(await page.getByRole('radio', { name: 'Sandbox' }).isChecked(), true, path)
    }
    await open('/operador/consumo?environment=production')
    assert.equal(await page.getByRole('radio', { name: 'Produção' }).isChecked(), true)
    await open('/operador/trilha')
    assert.equal(await page.getByLabel('Ambiente').inputValue(), 'sandbox')
    await open(`/operador/clientes/${client.clientId}`)
    await page.getByRole('link', { name: 'Análise deste cliente' }).click()
    await page.getByText('***.982.247-**').waitFor()
    await page.getByRole('link', { name: 'ANA CLARA DE EXEMPLO' }).click()
    await page.getByText('529.982.247-25').waitFor()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    await page.getByLabel('Motivo').fill('Conferido por telefone')
    assert.deepEqual(await faultsForSome(), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click()
    await page.getByText('Feito.').waitFor()
    await page.getByText('Conferido por telefone').waitFor()

    await page.getByRole('link', { name: 'Fila' }).click()
    await page.getByRole('link', { name: 'Endereço de alertas a confirmar' }).click()
    await page.getByRole('heading', { name: 'Tarefas: Endereço de alertas a confirmar' }).waitFor()
    for (const act of ['Tentar já', 'Abandonar']) {
      await page.getByRole('button', { name: act }).first().click()
      await page.getByRole('dialog', { name: act }).getByRole('button', { name: act }).click()
      await page.getByRole('dialog', { name: act }).waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: 'Atos' }).click()
    await page.getByRole('rowheader', { name: 'Aceitou uma anotação' }).first().waitFor()
    await page.getByRole('rowheader', { name: 'Abriu uma anotação' }).first().waitFor()
    await page.getByRole('rowheader', { name: 'Abandonou uma tarefa' }).first().waitFor()
    await close()
  })

  test('hostile names of clients are text, on a phone too', async () => {
    const names = ['<script>document.title=1</script>', 'N'.repeat(400), '\u202Eetneilc \u05D0\u05D1\u05D2']
    const made = await Promise.all(
      names.map((name) =>
        registerClient(
          { clients: service.store.clients, clock: systemClock },
          { environment: 'sandbox', name },
        ),
      ),
    )
    const { page, open, scrollsSideways, close } = await visit(await newPerson(['operator']), {
      viewport: phone,
    })
    for (const { clientId } of made) {
      await open(`/operador/clientes/${clientId}`)
      await page.getByRole('button', { name: 'Salvar o contrato' }).waitFor()
      assert.equal(await scrollsSideways(), false)
    }
    await open('/operador/clientes')
    await page.getByRole('link', { name: '<script>document.title=1</script>' }).waitFor()
    assert.match(await page.title(), /^Clientes/)
    assert.equal(await scrollsSideways(), false)
    assert.doesNotMatch(await page.locator('main').innerText(), /\u202E/)
    await close()
  })

  test('nobody of a client opens a page of the operator, or what is behind it', async () => {
    const { page, open, close } = await visit(await newPerson(['analyst', 'creditor']))
    for (const path of ['/operador/clientes', '/operador/trilha', '/operador/pessoas']) {
      await open(path)
      await page.getByRole('heading', { level: 1, name: 'Esta página não existe' }).waitFor()
    }
    const status = await page.evaluate(async () => (await fetch('/operador/v2/clientes')).status)
    assert.equal(status, 403)
    await close()
  })

  test('an operator opens the file of a person, asks for a correction, sees its deadline and answers it', async () => {
    const operator = await newPerson(['operator'])
    const { page, open, addresses, faultsForSome, scrollsSideways, close } = await visit(operator)
    await open('/operador/titular')
    await page.getByLabel('CPF ou CNPJ do titular').fill('123.456.789-09')
    await page.getByLabel('Como a identidade foi conferida').fill('RG no balcão')
    await page.getByLabel('Motivo').fill('Pediu por telefone')
    await page.getByRole('button', { name: 'Abrir o arquivo' }).click()
    await page.getByRole('heading', { name: '123.456.789-09' }).waitFor()
    await page.getByText('Entregue por inteiro em').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar a carta' }).click()
    assert.equal((await saved).suggestedFilename(), 'arquivo.pdf')

    await page.getByRole('button', { name: 'Pedir correção' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir correção' })
    await dialog.getByLabel('O que está errado').fill('nome')
    await dialog.getByLabel('As palavras do titular').fill('Meu nome é outro.')
    assert.deepEqual(await faultsForSome(), [])
    await dialog.getByRole('button', { name: 'Pedir correção' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Correção' }).first().click()
    await page.getByText('Meu nome é outro.').waitFor()
    await page.getByText('Prazo').waitFor()
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    await page.getByRole('button', { name: 'Responder' }).click()
    await page.getByLabel('Resposta').fill('O nome foi corrigido.')
    await page.getByRole('dialog').getByRole('button', { name: 'Responder' }).click()
    await page.getByText('Feito.').waitFor()
    await page.getByText('O dado foi corrigido.').first().waitFor()
    assert.ok(!addresses.join().includes('12345678909'))
    await close()
  })
}

/** Looks at what will change, and saves it. */
export async function saveContract(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salvar o contrato' }).click()
  const review = page.getByRole('dialog', { name: 'O que vai mudar' })
  await review.getByRole('button', { name: 'Salvar o contrato' }).click()
}

const isInSight = (one: Element): boolean => {
  const { top, bottom } = one.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight + 1
}

/** What a dialog shows once, by its labels. */
async function shownSecrets(page: Page, ...labels: readonly string[]): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('isto não aparece outra vez').waitFor()
  return Promise.all(labels.map((label) => dialog.getByLabel(label, { exact: true }).inputValue()))
}
