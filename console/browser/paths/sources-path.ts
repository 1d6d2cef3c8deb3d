import assert from 'node:assert/strict'
import { onTestFinished } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { answerReport, lastroImitation } from '../../../service/testing/servers/lastro-imitation.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { saveContract } from './operator-path.ts'

export function sourcesPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  longTest('an operator declares a source, tests it, enables it, and names it in a contract', async () => {
    const provider = await lastroImitation()
    onTestFinished(provider.close)
    provider.consult = (answer, request) =>
      answerReport(answer, request, { registration: { consumerName: 'MARIA DE EXEMPLO' } })
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']))
    const dialog = page.getByRole('dialog')
    await open('/operador/fontes')
    await page.getByRole('button', { name: 'Declarar fonte' }).click()
    await dialog.getByLabel('Tipo').selectOption('serasa')
    await dialog.getByLabel('CNPJ de quem usa os relatórios').fill('11222333000199')
    assert.equal(await dialog.getByLabel('Centro de custo').getAttribute('required'), null)
    assert.equal(await dialog.getByLabel('Chave de API').count(), 0)
    await dialog.getByLabel('Nome').fill('biro')
    await dialog.getByLabel('Endereço').fill(provider.url)
    await dialog.getByLabel('Id do cliente na fonte').fill('cli_exemplo')
    await dialog.getByLabel('Segredo do cliente').fill('um segredo')
    assert.deepEqual(await faultsForSome(), [])
    await dialog.getByRole('button', { name: 'Declarar fonte' }).click()
    await dialog.locator('[aria-invalid="true"]').first().waitFor()
    assert.equal(await dialog.locator('[aria-invalid="true"]').inputValue(), '11222333000199')
    // What was typed for one kind is not sent to another.
    await dialog.getByLabel('Tipo').selectOption('lastro')
    await dialog.getByLabel('Nome').fill('parceiro')
    await dialog.getByLabel('Endereço').fill('http://10.0.0.1')
    await dialog.getByLabel('Id do cliente na fonte').fill('cli_exemplo')
    await dialog.getByLabel('Segredo do cliente').fill('um segredo')
    await dialog.getByLabel('Chave de API').fill('uma chave')
    await dialog.getByLabel('Preço de uma consulta').fill('1,50')
    await dialog.getByRole('button', { name: 'Declarar fonte' }).click()
    await dialog.getByText('o endereço leva a uma rede que não é pública').first().waitFor()
    await dialog.getByLabel('Endereço').fill(provider.url)
    await dialog.getByRole('button', { name: 'Declarar fonte' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('desativada').waitFor()

    await page.getByRole('button', { name: 'Testar parceiro' }).click()
    await dialog.getByLabel('Documento').fill('52998224725')
    await dialog.getByRole('button', { name: 'Testar' }).click()
    await dialog.getByText('MARIA DE EXEMPLO').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    assert.ok(!page.url().includes('52998224725'))
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await page.locator('td[data-label="Gasto no mês"]', { hasText: 'R$ 1,50' }).waitFor()

    await page.getByRole('button', { name: 'Ativar parceiro' }).click()
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Desativar parceiro' }).waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)

    await page.setViewportSize({ width: 1280, height: 800 })
    const { clientId } = await service.newSession('production')
    for (const whose of ['operator', 'client']) {
      await page.getByRole('button', { name: 'Trocar credenciais parceiro' }).click()
      await dialog.getByLabel('De quem são').selectOption(whose)
      if (whose === 'client') await dialog.getByLabel('Cliente', { exact: true }).fill(clientId)
      await dialog.getByLabel('Id do cliente na fonte').fill('cli_nova')
      await dialog.getByLabel('Segredo do cliente').fill('outro segredo')
      await dialog.getByLabel('Chave de API').fill('outra chave')
      assert.deepEqual(await faultsForSome(), [])
      await dialog.getByRole('button', { name: 'Trocar agora' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByText('do operador · de clientes: 1').waitFor()
    await open(`/operador/clientes/${clientId}`)
    await page.getByRole('button', { name: 'Incluir fonte' }).click()
    await page.getByLabel('Máximo por mês, em reais').fill('500,00')
    assert.deepEqual(await faultsForSome(), [])
    await saveContract(page)
    await page.getByText('Contrato salvo: versão 2.').waitFor()
    const client = await service.store.clients.findClient(clientId)
    assert.deepEqual(client?.contract.sources, [
      { source: 'parceiro', paidBy: 'operator', monthlyBudget: 50_000 },
    ])
    await close()
  })
}
