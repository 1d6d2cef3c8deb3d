import assert from 'node:assert/strict'
import { verifyWebhook } from '@lastro/client/verify-webhook.ts'
import { test } from 'vitest'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { longTest } from '../../../service/testing/matrix.ts'
import { answering, webhookReceiver } from '../../../service/testing/servers/webhook-receiver.ts'
import { type ConsoleInBrowser, phone } from '../console-in-browser.ts'
import { occurrenceOf } from '../named-things.ts'

export function alertsPath({ service, newPerson, visit }: ConsoleInBrowser): void {
  const opened: { readonly close: () => void }[] = []
  cleanUp(() => {
    for (const one of opened) one.close()
  })
  const newReceiver = async () => {
    const receiver = await webhookReceiver()
    opened.push(receiver)
    return receiver
  }

  test('a document is watched, its event reaches a webhook signed with the secret shown, and is sent again', async () => {
    const receiver = await newReceiver()
    const { page, open, addresses, faultsForSome, close } = await visit(await newPerson(['creditor']))
    await open('/alertas/documentos')
    await page.getByText('Nenhum documento acompanhado').waitFor()
    await page.getByRole('button', { name: 'Acompanhar documento' }).click()
    const watch = page.getByRole('dialog', { name: 'Acompanhar documento' })
    await watch.getByLabel('CPF ou CNPJ').fill('529.982.247-24')
    await watch.getByText('não conferem com os nove primeiros').waitFor()
    await watch.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await watch.getByLabel('Rótulo').fill('<script>document.title=1</script>')
    await watch.getByLabel('Todos, também').uncheck()
    await watch.getByLabel('Uma dívida foi publicada').check()
    assert.deepEqual(await faultsForSome(), [])
    await watch.getByRole('button', { name: 'Acompanhar' }).click()
    await page.getByRole('rowheader', { name: '529.982.247-25' }).waitFor()
    await page.getByText('<script>document.title=1</script>').waitFor()

    await page.getByRole('link', { name: 'E-mails' }).click()
    await page.getByRole('button', { name: 'Incluir e-mail' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('credito@exemplo.com.br')
    await page.getByLabel('Envio').selectOption('daily')
    await page.getByRole('button', { name: 'Incluir', exact: true }).click()
    await page.getByText('espera confirmação').waitFor()
    await page.getByText('um por dia').waitFor()

    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Incluir webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Incluir webhook' })
    await dialog.getByLabel('Endereço').fill('http://127.0.0.1:1/nada')
    await dialog.getByRole('button', { name: 'Incluir' }).click()
    await dialog.locator('.field .wrong', { hasText: 'a porta é 80, 443' }).waitFor()
    await dialog.getByLabel('Endereço').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Incluir' }).click()
    const secret = await dialog.getByLabel('Segredo das assinaturas').inputValue()
    assert.deepEqual(await faultsForSome(), [])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copiar' }).click()
    await dialog.getByRole('button', { name: 'Copiado' }).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
    await page.keyboard.press('Escape')
    await dialog.getByText('Ainda não disse que guardou').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await dialog.isVisible(), true)
    await dialog.getByLabel('Já guardei').check()
    await dialog.getByRole('button', { name: 'Pronto' }).click()
    await page.getByText('ligado', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(secret))

    await page.getByRole('link', { name: 'Ocorrências' }).click()
    await page.getByText('Nenhuma ocorrência ainda').waitFor()
    await page.getByText('Experimentar no sandbox').click()
    await page.getByLabel('Documento de teste').selectOption('52998224725')
    await page.getByRole('button', { name: 'Provocar' }).click()
    await page.getByText('Aconteceu: veja na lista.').waitFor()
    await service.runJobs()
    await page.getByRole('link', { name: 'Uma dívida foi publicada' }).click()
    await page.getByText('entregue', { exact: true }).waitFor()
    const [first] = receiver.received
    assert.ok(first)
    const message = await verifyWebhook({ secrets: secret, headers: first.headers, body: first.body })
    assert.equal(message.type, 'listing.published')

    await page.getByRole('button', { name: 'Enviar de novo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar de novo' }).click()
    await page.getByText('Enviada de novo.').waitFor()
    await service.runJobs()
    await page.getByRole('rowheader', { name: '2', exact: true }).waitFor()
    assert.deepEqual(
      receiver.received.map(({ id }) => id),
      [first.id, first.id],
    )
    for (const address of addresses) assert.doesNotMatch(address, /529\D?982\D?247/)
    assert.doesNotMatch(await page.title(), /529|script/)
    await close()
  })

  longTest(
    'a test send says what the receiver answered; a secret is changed, a webhook switched off and on',
    async () => {
      const receiver = await newReceiver()
      const person = await newPerson(['analyst'])
      assert.ok(person.client)
      await service.call('/sandbox/alertas/v2/webhooks', { as: person.client, body: { url: receiver.url } })
      const { page, open, close } = await visit(person)
      await open('/alertas/webhooks')
      await page.getByRole('button', { name: 'Envio de teste' }).click()
      await page.getByText(/^O destino recebeu\. Levou/).waitFor()
      receiver.answer = answering(503, '<b>cheio</b>')
      await page.getByRole('button', { name: 'Envio de teste' }).click()
      await page.getByText(/^O destino falhou ao receber a mensagem\. Levou/).waitFor()
      await page.getByText('<b>cheio</b>').waitFor()

      await page.getByRole('button', { name: 'Trocar o segredo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Trocar o segredo' })
      await dialog.getByText('Por 24 horas').waitFor()
      await dialog.getByRole('button', { name: 'Trocar o segredo' }).click()
      assert.match(await dialog.getByLabel('Segredo das assinaturas').inputValue(), /^whsec_/)
      await dialog.getByRole('button', { name: 'Pronto' }).click()
      await dialog.getByRole('button', { name: 'Fechar mesmo assim' }).click()
      await page.getByText('cada mensagem leva duas assinaturas').waitFor()

      await page.getByRole('button', { name: 'Desligar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click()
      await page.getByText('Desligado a seu pedido.').waitFor()
      await page.getByRole('button', { name: 'Ligar de novo' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Ligar de novo' }).click()
      await page.getByText('ligado', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Remover' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
      await page.getByText('Nenhum webhook.').waitFor()
      await close()
    },
  )

  test('a file of documents is answered line by line, and what was refused is told', async () => {
    const { page, open, close } = await visit(await newPerson(['creditor']))
    await open('/alertas/documentos/lote')
    await page.getByLabel('Arquivo').setInputFiles({
      name: 'acompanhar.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'documento,events,label,until\n52998224725,listing.published,A,\n52998224725,,,\n52998224724,,,\n',
      ),
    })
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.getByText('Arquivo respondido por inteiro.').waitFor()
    const fact = (label: string) =>
      page.locator('.facts > div', { hasText: label }).locator('dd').textContent()
    assert.equal(await fact('Incluídos'), '1')
    assert.equal(await fact('Já acompanhados'), '1')
    assert.equal(await fact('Recusados'), '1')
    await page.getByRole('row', { name: /^4 CPF ou CNPJ: / }).waitFor()
    await close()
  })

  test('a document is changed and let go, and filtered by without being put in an address', async () => {
    const person = await newPerson(['analyst'])
    await occurrenceOf({ service }, person)
    const { page, open, addresses, close } = await visit(person, { viewport: phone })
    await open('/alertas')
    await page.getByLabel('CPF ou CNPJ').fill('123.456.789-09')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByText('Nenhuma com este filtro.').waitFor()
    await open('/alertas/documentos')
    await page.getByRole('button', { name: 'Alterar' }).click()
    await page.getByLabel('Rótulo').fill('R'.repeat(60))
    await page.getByLabel('Até').fill('2030-01-31')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('31/01/2030').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false)
    await page.getByRole('button', { name: 'Remover' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deixar de acompanhar' }).click()
    await page.getByText('Nenhum documento acompanhado').waitFor()
    for (const address of addresses) assert.doesNotMatch(address, /12345678909|123\.456/)
    await close()
  })
}
