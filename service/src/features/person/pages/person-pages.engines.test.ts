import assert from 'node:assert/strict'
import { personUserId } from '@lastro/contract/person/request-codes.ts'
import { afterAll, describe, test, vi } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { pdfFaults } from '../../../../testing/pdf/pdf-faults.ts'
import { readPdfObjects } from '../../../../testing/pdf/pdf-reader.ts'
import type { IdToken } from '../../../../testing/servers/openid-provider.ts'
import { cleanPerson, debt } from '../../../../testing/services/listing-service.ts'
import { type PageSeen, PersonBrowser } from '../../../../testing/services/person-browser.ts'
import { personPagesService } from '../../../../testing/services/person-pages-service.ts'
import { loadedSubject, personService } from '../../../../testing/services/person-service.ts'
import { storeText } from '../../../../testing/store-text.ts'

const other = '12345678909'

for (const engine of engines) {
  describe(`the pages of the person on file on ${engine}`, async () => {
    const pages = await personPagesService(engine)
    afterAll(pages.close)
    const { provider, creditor, url } = pages
    await pages.load(loadedSubject)
    const own = await pages.published({ contractId: 'CT-1' })
    const others = await pages.published({ contractId: 'CT-9', documento: other, name: 'BRUNO DE EXEMPLO' })

    const browser = () => new PersonBrowser(url)
    const person = (sub: string, level: string | undefined = 'gold') => {
      provider.person = { sub, claims: level === undefined ? {} : { reliability_info: { level } } }
      provider.tamper = ({ raw }) => raw
      provider.isCancelled = false
      provider.isDown = false
      // So that none is turned away for those before.
      pages.clock.add(11 * 60_000)
    }
    const signedIn = async (sub = cleanPerson): Promise<{ at: PersonBrowser; page: PageSeen }> => {
      person(sub)
      const at = browser()
      const page = await at.open('/titular/entrar')
      assert.equal(page.status, 200, page.text.slice(-700))
      assert.equal(new URL(page.url).pathname, '/titular/arquivo')
      return { at, page }
    }
    const ofPerson = async () => (await pages.acts()).filter((one) => one.userId === personUserId)
    const refusals = async () => (await ofPerson()).filter((one) => one.outcome !== 'done').length

    test('the first page says what there is, in the language of its reader, and how to reach the operator', async () => {
      const page = await browser().open('/titular')
      assert.match(page.text, /<html lang="pt-BR">/)
      assert.match(page.text, /href="\/titular\/entrar/)
      assert.match(page.text, /0800 000 0000/)
      assert.match(page.text, /Empresas/)
      assert.match((await browser().open('/titular?lang=en')).text, /<html lang="en">/)
    })

    test('whoever signs in sees the own file in words, and nobody else’s', async () => {
      const { page } = await signedIn()
      for (const words of [
        'MARIA DE EXEMPLO',
        'LOJA LTDA',
        'LOJA ANTIGA',
        'R$ 1.520,33',
        'Quem consultou',
        'Seus direitos',
      ]) {
        assert.ok(page.text.includes(words), words)
      }
      assert.ok(!page.text.includes('BRUNO') && !page.text.includes('CT-9'))
      const { page: second } = await signedIn(other)
      assert.ok(second.text.includes('CT-9') && !second.text.includes('MARIA DE EXEMPLO'))
    })

    test('a CPF stands in no address, no cookie and no log; the store has sessions by hash', async () => {
      const { at } = await signedIn()
      const secret = at.cookies().get('lastro_titular') ?? ''
      assert.match(secret, /^lss_/)
      for (const held of [at.addresses.join(), JSON.stringify([...at.cookies()]), pages.logLines.join()]) {
        assert.ok(!held.includes(cleanPerson))
      }
      assert.ok(!(await storeText(pages.place)).includes(secret))
      assert.ok(!JSON.stringify(await pages.acts()).includes(cleanPerson))
    })

    test('looking at the own file is an act and a request for access, and no consultation', async () => {
      const { at } = await signedIn()
      await at.open('/titular/arquivo')
      const acts = await ofPerson()
      const looked = acts.filter((one) => one.operation === 'titularArquivo')
      assert.ok(looked.length > 0 && looked.every((one) => one.target !== undefined))
      const { requests, consultations } = await pages.file()
      const access = requests.find((one) => one.channel === 'person')
      assert.deepEqual([access?.kind, access?.outcome], ['access', 'given'])
      assert.match(access?.identity ?? '', /^OpenID Connect: localhost:\d+, gold$/)
      assert.deepEqual(consultations.all, [])
    })

    test('an act of a person that breaks has its end on record too', async () => {
      const { at } = await signedIn()
      const broken = async () => {
        throw new Error('broken in a test')
      }
      vi.spyOn(pages.store.requests, 'find').mockImplementation(broken)
      assert.equal((await at.open('/titular/arquivo')).status, 500)
      const broke = (await ofPerson()).filter(
        ({ outcome }) => outcome === undefined || outcome === 'internal_error',
      )
      assert.deepEqual(
        broke.map(({ operation, outcome }) => [operation, outcome]),
        [['titularArquivo', 'internal_error']],
      )
      assert.ok(broke[0]?.target !== undefined)
    })

    test('an item is disputed with a text, followed, and answered', async () => {
      const { at } = await signedIn()
      const listing = await at.open(`/titular/anotacoes/${own}`)
      assert.equal(listing.status, 200)
      assert.match(listing.text, /comunicado enviado a você/)
      assert.match(listing.text, /Código de Defesa do Consumidor/)
      const sent = await at.send(listing, `/titular/anotacoes/${own}`, {
        statement: 'Não é minha.\r\nNunca comprei.',
      })
      assert.equal(new URL(sent.url).pathname, '/titular/arquivo')
      assert.match(sent.text, /Pedido registrado/)
      assert.match(sent.text, /Não é minha\./)
      await pages.passDays(0)
      const status = await creditor.status(own)
      assert.equal(status.at('result.dispute.statement'), 'Não é minha.\nNunca comprei.')
      const history = status.at('result.history') as { change: string; actor: string }[]
      assert.deepEqual(history.at(-1)?.actor, 'person')
      const again = await at.send(listing, `/titular/anotacoes/${own}`, { statement: 'De novo.' })
      assert.equal(again.status, 409)
      await creditor.act(own, 'contestacao/desfecho', {
        outcome: 'rejected',
        answer: 'O contrato foi assinado.',
      })
      assert.match((await at.open('/titular/arquivo')).text, /O contrato foi assinado\./)
    })

    test('what the creditor recorded as disputed is disputed by the person all the same', async () => {
      const id = await pages.published({ contractId: 'CT-OWN' })
      assert.equal((await creditor.act(id, 'contestacao', { statement: 'Diz o credor.' })).status, 200)
      const { at } = await signedIn()
      const form = await at.open(`/titular/anotacoes/${id}`)
      assert.match(form.text, /name="statement"/)
      const sent = await at.send(form, `/titular/anotacoes/${id}`, { statement: 'Não é minha.' })
      assert.match(sent.text, /Pedido registrado/)
      await pages.passDays(0)
      assert.equal((await creditor.status(id)).at('result.dispute.statement'), 'Não é minha.')
      assert.doesNotMatch((await at.open(`/titular/anotacoes/${id}`)).text, /name="statement"/)
    })

    test('what the creditor has changed, and the operator looks at, is disputed all the same', async () => {
      const held = await pages.published({ contractId: 'CT-HELD' })
      const address = { ...debt.address, number: '200' }
      assert.equal((await creditor.patch(held, { address })).at('result.state'), 'received')
      const { at } = await signedIn()
      assert.ok((await at.open('/titular/arquivo')).text.includes(`href="/titular/anotacoes/${held}"`))
      const listing = await at.open(`/titular/anotacoes/${held}`)
      assert.ok(!listing.text.includes('não pode ser contestada'), listing.text)
      const sent = await at.send(listing, `/titular/anotacoes/${held}`, { statement: 'Não é minha.' })
      assert.match(sent.text, /Pedido registrado/)
      await pages.passDays(0)
      const status = await creditor.status(held)
      assert.equal(status.at('result.dispute.statement'), 'Não é minha.')
      const again = await at.open(`/titular/anotacoes/${held}`)
      assert.match(again.text, /já terminou ou já foi contestada/)
    })

    test('a correction is asked for, with its deadline, and what was typed stays where something is missing', async () => {
      const { at } = await signedIn()
      const form = await at.open('/titular/correcao')
      const half = await at.send(form, '/titular/correcao', {
        subject: 'registration',
        field: 'nome <b>',
        statement: ' ',
      })
      assert.equal(half.status, 400)
      assert.match(half.text, /value="nome &lt;b&gt;"/)
      const listing = { subject: 'listing', field: 'x', statement: 'y' }
      assert.equal((await at.send(form, '/titular/correcao', listing)).status, 400)
      const sent = await at.send(form, '/titular/correcao', {
        subject: 'registration',
        field: 'nome da mãe',
        statement: 'É MARIA CLARA.',
      })
      assert.match(sent.text, /Prazo da resposta/)
      const { requests } = await pages.file()
      const made = requests.find((one) => one.field === 'nome da mãe')
      assert.deepEqual([made?.kind, made?.channel, made?.openedBy], ['correction', 'person', undefined])
    })

    test('another’s listing is not shown and not disputed, and the try is on record', async () => {
      const { at, page } = await signedIn()
      const before = await refusals()
      const unknown = '019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11'
      const seen = [
        await at.open(`/titular/anotacoes/${others}`),
        await at.open(`/titular/anotacoes/${unknown}`),
        await at.send(page, `/titular/anotacoes/${others}`, { statement: 'Não é minha.' }),
        await at.send(page, `/titular/anotacoes/${other}`, { statement: 'Não é minha.' }),
      ]
      for (const one of seen) {
        assert.equal(one.status, 404)
        assert.ok(!one.text.includes('BRUNO') && !one.text.includes('CT-9'))
      }
      await pages.passDays(0)
      const status = await creditor.status(others)
      assert.deepEqual([status.at('result.state'), status.at('result.dispute')], ['published', undefined])
      assert.equal((await refusals()) - before, 4)
      assert.ok(!JSON.stringify(await pages.acts()).includes(other))
    })

    test('the letter is downloaded, as the operator gives it', async () => {
      const { at } = await signedIn()
      const letter = await at.open('/titular/carta')
      assert.equal(letter.headers.get('content-type'), 'application/pdf')
      assert.deepEqual(pdfFaults(readPdfObjects(letter.bytes)), [])
      assert.ok(!(letter.headers.get('content-disposition') ?? '').includes(cleanPerson))
    })

    const bad: readonly [string, (token: IdToken) => string][] = [
      ['a wrong issuer', ({ claims, resigned }) => resigned({ ...claims, iss: 'http://localhost:1' })],
      ['a wrong audience', ({ claims, resigned }) => resigned({ ...claims, aud: 'somebody-else' })],
      ['a wrong nonce', ({ claims, resigned }) => resigned({ ...claims, nonce: 'x'.repeat(43) })],
      ['no nonce', ({ claims: { nonce: _, ...rest }, resigned }) => resigned(rest)],
      [
        'an end that has passed',
        ({ claims, resigned }) => resigned({ ...claims, exp: Number(claims.iat) - 31 }),
      ],
      ['a signature of somebody else', ({ forged }) => forged()],
      ['no signature', ({ raw }) => `${raw.split('.').slice(0, 2).join('.')}.`],
      [
        'claims that were changed',
        ({ raw, claims }) => {
          const [head, , signature] = raw.split('.')
          const changed = Buffer.from(JSON.stringify({ ...claims, sub: other })).toString('base64url')
          return `${head}.${changed}.${signature}`
        },
      ],
      [
        'the algorithm none',
        ({ claims }) => {
          const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url')
          return `${part({ alg: 'none' })}.${part(claims)}.`
        },
      ],
    ]
    for (const [what, tamper] of bad) {
      test(`an ID token with ${what} lets nobody in, and is on record`, async () => {
        person(cleanPerson)
        provider.tamper = tamper
        const before = await refusals()
        const at = browser()
        const page = await at.open('/titular/entrar')
        assert.equal(page.status, 403)
        assert.match(page.text, /não pôde ser conferida/)
        assert.ok(!at.cookies().has('lastro_titular') && !page.text.includes('EXEMPLO'))
        assert.equal((await refusals()) - before, 1)
        assert.equal((await ofPerson()).filter((one) => one.outcome === 'id_token_invalid').length > 0, true)
      })
    }

    test('a CPF whose digits fail, a CNPJ, or none lets nobody in', async () => {
      for (const sub of ['52998224724', '11222333000181', 'ana', '00000000000']) {
        person(sub)
        const page = await browser().open('/titular/entrar')
        assert.equal(page.status, 403)
        assert.match(page.text, /não traz um CPF válido/)
      }
      assert.ok((await ofPerson()).filter((one) => one.outcome === 'cpf_invalid').length >= 4)
    })

    test('an account below the level that the operator set, or of no level, is told to raise it', async () => {
      for (const level of ['bronze', 'platinum', undefined]) {
        person(cleanPerson)
        provider.person.claims = level === undefined ? {} : { reliability_info: { level } }
        const page = await browser().open('/titular/entrar')
        assert.equal(page.status, 403)
        assert.match(page.text, /nível de segurança maior/)
      }
      person(cleanPerson, 'silver')
      assert.equal((await browser().open('/titular/entrar')).status, 200)
    })

    test('an answer of the issuer counts once, in the browser that asked, and in time', async () => {
      person(cleanPerson)
      const at = browser()
      await at.open('/titular/entrar')
      const back = at.addresses.find((one) => one.includes('/titular/volta')) ?? ''
      assert.ok(back !== '')
      assert.match((await at.open(back)).text, /demorou demais/)
      assert.match((await browser().open(back)).text, /demorou demais/)
      const forged = browser()
      await forged.ask('/titular/entrar')
      const wrongState = await forged.open('/titular/volta?code=x&state=y')
      assert.equal(wrongState.status, 403)
      const late = browser()
      const leaving = await late.ask('/titular/entrar')
      assert.ok(leaving.headers.get('location')?.includes('code_challenge_method=S256'))
      pages.clock.add(11 * 60_000)
      assert.match((await late.open('/titular/volta?code=x&state=y')).text, /demorou demais/)
    })

    test('whoever gives up at the issuer, or finds it down, is told so', async () => {
      person(cleanPerson)
      provider.isCancelled = true
      assert.match((await browser().open('/titular/entrar')).text, /foi cancelada/)
      provider.isCancelled = false
      provider.isDown = true
      pages.clock.add(2 * 60 * 60_000)
      const down = await browser().open('/titular/entrar')
      assert.equal(down.status, 503)
      assert.match(down.text, /não respondeu/)
      provider.isDown = false
      assert.ok((await refusals()) > 2)
    })

    test('a session ends when it is left alone, when its time is up, and when its owner signs out', async () => {
      const { at } = await signedIn()
      pages.clock.add(14 * 60_000)
      assert.equal((await at.open('/titular/arquivo')).status, 200)
      pages.clock.add(16 * 60_000)
      const idle = await at.open('/titular/arquivo')
      assert.equal(idle.status, 401)
      assert.ok(!idle.text.includes('EXEMPLO'))
      const { at: busy } = await signedIn()
      for (let step = 0; step < 9; step++) {
        pages.clock.add(13 * 60_000)
        assert.equal((await busy.open('/titular/correcao')).status, 200)
      }
      pages.clock.add(13 * 60_000)
      assert.equal((await busy.open('/titular/correcao')).status, 401)
      const { at: leaving, page } = await signedIn()
      const held = leaving.cookies().get('lastro_titular') ?? ''
      const out = await leaving.send(page, '/titular/sair', {})
      assert.match(out.text, /Você saiu/)
      leaving.cookies().set('lastro_titular', held)
      for (const path of ['arquivo', 'carta', 'correcao', `anotacoes/${own}`]) {
        assert.equal((await leaving.open(`/titular/${path}`)).status, 401, path)
      }
    })

    test('a form without the token of its page, or from a page of somebody else, changes nothing', async () => {
      const { at, page } = await signedIn()
      const path = `/titular/anotacoes/${own}`
      const statement = 'Forjada.'
      const forged = [
        await at.send(page, path, { statement, csrf: 'x' }),
        await at.send(page, path, { statement }, { Origin: 'https://attacker.example' }),
        await at.open(path, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }),
      ]
      for (const one of forged) assert.equal(one.status, 403)
      const stranger = await browser().send(page, path, { statement })
      assert.equal(stranger.status, 401)
      assert.ok(!JSON.stringify(await pages.file()).includes('Forjada'))
    })

    test('cookies are out of reach of scripts and other sites; no page runs anything or is kept', async () => {
      person(cleanPerson)
      const at = browser()
      const leaving = await at.ask('/titular/entrar')
      assert.match(leaving.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax; Max-Age=600/)
      const { page } = await signedIn()
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /form-action 'self'/)
      assert.doesNotMatch(policy, /unsafe|script-src/)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(page.text, /<script|style="|onclick/)
    })

    test('sign-ins, looks and letters are bounded, and say when to come again', async () => {
      const { at } = await signedIn()
      const statuses: number[] = []
      for (let tries = 0; tries < 11; tries++) statuses.push((await at.open('/titular/carta')).status)
      assert.equal(statuses.at(-1), 429)
      const last = await at.open('/titular/carta')
      assert.ok(Number(last.headers.get('retry-after')) > 0)
      assert.match(last.text, /Espere \d+ minutos/)
      pages.clock.add(11 * 60_000)
      let limited: PageSeen | undefined
      for (let tries = 0; tries < 45 && limited === undefined; tries++) {
        const page = await browser().ask('/titular/entrar')
        if (page.status === 429) limited = page
      }
      assert.equal(limited?.status, 429)
    })

    test('nothing that anybody wrote becomes markup', async () => {
      pages.clock.add(11 * 60_000)
      await pages.passDays(0)
      const registration = { ...loadedSubject.registration, consumerName: '<img src=x>' }
      await pages.load({ ...loadedSubject, registration })
      const { at, page } = await signedIn()
      assert.ok(page.text.includes('&lt;img src=x&gt;') && !page.text.includes('<img'))
      const statement = '<b>Errado</b>'
      const correction = { subject: 'registration', field: 'nome', statement }
      const sent = await at.send(await at.open('/titular/correcao'), '/titular/correcao', correction)
      assert.ok(sent.text.includes('&lt;b&gt;Errado') && !sent.text.includes('<b>'), sent.text)
    })
  })
}

describe('without an issuer', async () => {
  const service = await personService('sqlite')
  afterAll(service.close)
  test('the pages say how to reach the operator, and nothing else is there', async () => {
    const at = new PersonBrowser(service.url)
    const page = await at.open('/titular')
    assert.equal(page.status, 200)
    assert.match(page.text, /fale com o operador deste birô: pelo telefone 0800 000 0000/)
    assert.doesNotMatch(page.text, /titular\/entrar/)
    for (const path of ['/titular/entrar', '/titular/volta?code=x&state=y']) {
      assert.equal(new URL((await at.open(path)).url).pathname, '/titular')
    }
    assert.equal((await at.open('/titular/arquivo')).status, 401)
  })
})
