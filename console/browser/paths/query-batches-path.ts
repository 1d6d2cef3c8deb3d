import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'

/** Many documents asked at once, by an analyst. */
export function queryBatchesPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  test('a batch of queries is sent, paused, resumed, and its result downloaded', async () => {
    const visited = await visit(await newPerson(['analyst']))
    const { page, open, addresses, faultsForSome, scrollsSideways, close } = visited
    const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
    await open('/consultas/lotes')
    await page.getByText('Nenhum lote enviado ainda.').waitFor()
    await page.getByLabel('Arquivo').setInputFiles({
      name: 'carteira.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('documento\n123.456.789-09\n52998224725\n52998224725\nx\n'),
    })
    await press('Enviar e consultar')
    await page.getByRole('dialog').getByText('4 linhas, cada uma uma consulta').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    assert.equal(
      await page.getByText('Nenhum lote enviado ainda.').count(),
      1,
      'nothing is sent before a yes',
    )
    await press('Cancelar')
    await press('Enviar e consultar')
    await press('Enviar agora')
    await page.getByText('Recebido: 4 linhas.').waitFor()
    const row = page.getByRole('region', { name: 'Lotes enviados' }).getByRole('row').nth(1)
    await row.getByText('Consultando').waitFor()

    await press('Pausar')
    await press('Pausar')
    await row.getByText('Pausado').waitFor()
    await service.runJobs()
    await press('Retomar')
    await press('Retomar')
    await row.getByText('Consultando').waitFor()
    await service.runJobs()
    await row.getByText('Concluído').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    assert.equal(await scrollsSideways(), false)
    await page.setViewportSize(phone)
    assert.equal(await scrollsSideways(), false)

    const downloading = page.waitForEvent('download')
    await press('Baixar resultado')
    const [heading, ...lines] = readFileSync(await (await downloading).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    assert.match(heading ?? '', /^"line","documento","status"/)
    assert.deepEqual(
      lines.map((line) => line.split(',')[2]),
      ['"answered"', '"answered"', '"repeated"', '"invalid"'],
    )
    await row.getByRole('link', { name: 'Ver as sem resposta' }).click()
    await page.getByRole('heading', { level: 1, name: 'Linhas do lote' }).waitFor()
    await page.getByRole('link', { name: 'Repetem outra 1' }).click()
    await page.getByText('Repete a linha 3.').waitFor()
    assert.deepEqual(await faultsForSome(), [])
    assert.equal(await scrollsSideways(), false)
    for (const address of addresses) assert.doesNotMatch(address, /12345678909|52998224725/)
    await close()
  })
}
