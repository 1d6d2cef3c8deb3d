import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { PersonBrowser } from '../../../../testing/services/person-browser.ts'
import { personPagesService } from '../../../../testing/services/person-pages-service.ts'

for (const engine of engines) {
  describe(`the pages of the person on file, whatever they are sent, on ${engine}`, async () => {
    const service = await personPagesService(engine)
    afterAll(service.close)
    const { url } = service
    const at = new PersonBrowser(url)
    const page = await at.open('/titular/entrar')
    assert.equal(page.status, 200)

    test('an address that no listing can have is nobody’s', async () => {
      for (const id of ['%00', '%E0%A4%A', '..%2f..', 'a'.repeat(3_000), '%ED%A0%80', "'%3B--", '-']) {
        assert.equal((await at.open(`/titular/anotacoes/${id}`)).status, 404, id.slice(0, 10))
        const sent = await at.send(page, `/titular/anotacoes/${id}`, { statement: 'x' })
        assert.equal(sent.status, 404, id.slice(0, 10))
        assert.equal((await service.operate(`/titular/pedidos/${id}`)).status, 404, id.slice(0, 10))
      }
    })

    test('a form that is none of ours changes nothing', async () => {
      const form = 'application/x-www-form-urlencoded'
      for (const [type, body] of [
        [form, Buffer.from([0xff, 0xfe, 0x26, 0x3d])],
        [form, 'x'.repeat(70_000)],
        [form, 'csrf=%00&statement=%00'],
        ['multipart/form-data', 'x'],
        ['application/json', '{"csrf":1}'],
      ] as const) {
        const headers = { 'Content-Type': type, Origin: url }
        const answer = await at.open('/titular/correcao', { method: 'POST', body, headers })
        assert.equal(answer.status, 403, type)
      }
    })

    test('signs that no store keeps are refused, and half a character does no harm', async () => {
      const sent = (field: string, statement: string) =>
        at.send(page, '/titular/correcao', { subject: 'registration', field, statement })
      assert.equal((await sent('a\0b', 'c')).status, 400)
      assert.equal((await sent('a', 'c\0')).status, 400)
      assert.equal((await sent('\ud800', 'c\ud800')).status, 200)
    })

    test('an answer of the issuer that makes no sense lets nobody in', async () => {
      for (const query of [
        '?code=%00&state=%00',
        '?error=access_denied&state=x',
        '?%',
        '?code=a&code=b',
        '??code=1',
        '',
      ]) {
        const browser = new PersonBrowser(url)
        await browser.ask('/titular/entrar')
        assert.equal((await browser.open(`/titular/volta${query}`)).status, 403, query)
      }
    })

    test('a cookie that was made up, or that comes twice, is no session', async () => {
      const one = `lastro_titular=lss_${'a'.repeat(43)}`
      const secret = at.cookies().get('lastro_titular')
      for (const Cookie of ['lastro_titular=x', one, `${one}; lastro_titular=${secret}`]) {
        assert.equal((await fetch(`${url}/titular/arquivo`, { headers: { Cookie } })).status, 401)
      }
    })
  })
}
