import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { dateText } from '@lastro/reading/value-text.ts'
import { addDays, dayAt } from '@lastro/rules/calendar/day.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { registerClient } from '@lastro/service/features/clients/register-client.ts'
import { test } from 'vitest'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'

export function coveragePath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('an operator sees what is covered, shortens a declaration, and withdraws it', async () => {
    const { bureauCoverage, clients, subjects } = service.store
    const nowMs = systemClock.nowMs()
    const today = dayAt(nowMs)
    const load = await subjects.startLoad(nowMs)
    await load.end()
    await bureauCoverage.declare([
      {
        id: randomUUIDv7(),
        section: 'check',
        documentType: 'CPF',
        extent: 'complete',
        asOf: addDays(today, -1),
        until: addDays(today, 40),
        generation: load.generation,
        declaredAtMs: nowMs,
        declaredBy: 'Otávio',
        withdrawnAtMs: undefined,
      },
    ])
    const { clientId } = await registerClient(
      { clients, clock: systemClock },
      { environment: 'production', name: 'Mercado Coberto' },
    )
    const { contract } = (await clients.findClient(clientId)) ?? assert.fail('no such client')
    await clients.setContract(clientId, { ...contract, products: ['relatorioBasico'] })
    const { page, open, faultsForSome, scrollsSideways, close } = await visit(await newPerson(['operator']))
    const dialog = page.getByRole('dialog')
    await open('/')
    await page.getByRole('heading', { level: 2, name: 'Cobertura', exact: true }).waitFor()

    await open('/operador/cobertura')
    const basic = page.getByRole('table', { name: 'Relatório básico' })
    const row = basic.getByRole('row', { name: /Cheques sem fundos CPF/ })
    await row.getByText(dateText(addDays(today, 40))).waitFor()
    assert.deepEqual(await faultsForSome(), [])

    await page.getByRole('button', { name: 'Encurtar Cheques sem fundos CPF' }).click()
    await dialog.getByLabel('Novo último dia').fill(addDays(today, 3))
    await dialog
      .getByText(
        `A partir de ${dateText(addDays(today, 4))}, as consultas de CPF deixam de mostrar a seção “Cheques sem fundos”.`,
      )
      .waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await dialog.getByRole('button', { name: 'Encurtar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`Cheques sem fundos de CPF, até ${dateText(addDays(today, 3))}`).waitFor()
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('button', { name: 'Retirar Cheques sem fundos CPF' }).click()
    await dialog.getByText('A partir de agora, as consultas de CPF deixam de mostrar').waitFor()
    await dialog.getByRole('button', { name: 'Retirar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('sem dados').waitFor()
    assert.equal(bureauCoverage.current.of('CPF', 'check', today), undefined)
    await page.locator('summary', { hasText: 'Declarações encerradas' }).click()
    await page.getByText('Retirada por Ana de Exemplo').waitFor()
    assert.deepEqual(await faultsForSome(), [])

    await open(`/operador/clientes/${clientId}`)
    const covered = page.getByRole('region', { name: 'Cobertura' })
    await covered
      .getByRole('row', { name: /Relatório básico CPF/ })
      .getByText('Cheques sem fundos')
      .waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await close()
  })

  test('an operator is warned of a contracted product that nothing covers', async () => {
    const { bureauCoverage, clients } = service.store
    const { clientId } = await registerClient(
      { clients, clock: systemClock },
      { environment: 'production', name: 'Mercado Descoberto' },
    )
    const { contract } = (await clients.findClient(clientId)) ?? assert.fail('no such client')
    await clients.setContract(clientId, { ...contract, products: ['cadastral'] })
    const today = dayAt(systemClock.nowMs())
    const inForce = bureauCoverage.current.of('CPF', 'registration', today) ?? assert.fail('not covered')
    await bureauCoverage.withdraw(inForce.id, { name: 'Otávio', nowMs: systemClock.nowMs() })
    const { page, open, close } = await visit(await newPerson(['operator']))
    const warning = page.getByRole('listitem').filter({ hasText: 'Consulta cadastral de CPF' })
    for (const path of ['/operador/cobertura', `/operador/clientes/${clientId}`]) {
      await open(path)
      await warning.waitFor()
    }
    assert.equal(await page.getByText('Consulta cadastral de CNPJ').count(), 0)
    await close()
  })

  test('an analyst reads before paying what is not covered, and may still ask for it', async () => {
    const { bureauCoverage } = service.store
    const nowMs = systemClock.nowMs()
    for (const section of ['notary', 'addresses', 'phones'] as const) {
      const one = bureauCoverage.current.of('CPF', section, dayAt(nowMs))
      if (one !== undefined) await bureauCoverage.withdraw(one.id, { name: 'Otávio', nowMs })
    }
    const client = await service.newSession('production')
    const { page, open, faultsForSome, close } = await visit(
      await newPerson(['analyst'], {
        client,
        contract: { products: ['relatorioBasico'], features: ['ENDERECOS_TELEFONES'] },
      }),
    )
    await open('/consulta')
    await page.getByLabel('CPF ou CNPJ').fill('123.456.789-09')
    const feature = page.locator('label', { hasText: 'Endereços e telefones' })
    await feature.getByText('Sem cobertura: só aparece, e só é cobrado, se houver dados').waitFor()
    assert.equal(await feature.getByRole('checkbox').isEnabled(), true)
    await page.getByRole('button', { name: 'Consultar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirmar a consulta' })
    await dialog.getByText(/^Sem cobertura: .*Protestos.* Só aparecem se houver dados/).waitFor()
    await dialog.getByText('Sem nenhuma resposta, nada é cobrado.').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    await close()
  })
}
