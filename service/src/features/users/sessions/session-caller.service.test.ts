import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { type Role, roleNames } from '@lastro/contract/roles.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { newUser, signedIn } from '../../../../testing/http/signed-in.ts'
import { type RunningService, runService, type Session } from '../../../../testing/running-service.ts'
import { webhookReceiver } from '../../../../testing/servers/webhook-receiver.ts'
import { watcherOf } from '../../../../testing/services/alert-service.ts'
import { deciderOf, shopPolicy } from '../../../../testing/services/decisions.ts'
import { debt } from '../../../../testing/services/listing-service.ts'

const documento = '52998224725'
const consulta = '/relatorioBasico/v2/consulta'

test('every operation of the contract opens for its roles and for no other', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const { clientId } = await service.newSession()
  for (const role of roleNames) {
    const user = await newUser(service, [role], role === 'operator' ? undefined : clientId)
    const browser = await signedIn(service, user)
    for (const { id, method, path, credentials, environments, roles = [] } of operations(products)) {
      if (credentials !== 'query') continue
      const address = `${environments === 'both' ? '/sandbox' : ''}${path.replace(/\{\w+\}/g, 'x')}`
      const answer = await browser.call(address, { method, ...(method !== 'GET' && { body: {} }) })
      const isOpen = (roles as readonly Role[]).includes(role)
      assert.equal(answer.at('code') === 'role_not_allowed', !isOpen, `${role} at ${id}: ${answer.text}`)
      assert.notEqual(answer.status, 401, `${role} at ${id}`)
      assert.ok(answer.status < 500, `${role} at ${id}: ${answer.text}`)
    }
  }
})

const guarantor = { documento: '12345678909', name: 'BRUNO DE EXEMPLO', birthDate: '1985-04-12' }
const dispute = { statement: 'Não é minha.' }
const outcome = { outcome: 'rejected', answer: 'É sua.' }

/** What each operation takes, so that only whose it is stands in the way. */
const bodies: Readonly<Record<string, object>> = {
  dividasAltera: { amount: '1.00' },
  dividasBaixa: { reason: '01' },
  dividasSuspende: { courtOrder: 'Processo 1' },
  dividasContesta: dispute,
  dividasResponde: outcome,
  avalistasInclui: { ...guarantor, address: debt.address },
  avalistasAltera: { address: debt.address },
  avalistasBaixa: { reason: '01' },
  avalistasSuspende: { courtOrder: 'Processo 1' },
  avalistasContesta: dispute,
  avalistasResponde: outcome,
  alertasDocumentosAltera: { label: 'x' },
  alertasEmailsAltera: { digest: 'daily' },
  alertasWebhooksAltera: { label: 'x' },
  politicasVersaoInclui: shopPolicy(),
  politicasEnsaia: { policy: shopPolicy() },
  decisoesRevisa: { outcome: 'approve', reason: 'Pagou.' },
}

/** One of everything that a client can have, by where it is found. */
async function oneOfEach(
  service: RunningService,
  as: Session,
  url: string,
): Promise<Readonly<Record<string, string>>> {
  const made = async (path: string, body: object) => {
    const answer = await service.call(`/sandbox${path}`, { body, as })
    assert.equal(answer.status, 201, `${path}: ${answer.text}`)
    return String(answer.at('result.id'))
  }
  const divida = await made('/negativacao/v2/dividas', debt)
  const batch = await service.call('/sandbox/negativacao/v2/lotes', {
    body: `${JSON.stringify({ ...debt, contractId: 'DE-UM-LOTE' })}\n`,
    headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': 'um-lote' },
    as,
  })
  const queries = await service.call('/sandbox/consultas/v2/lotes?product=relatorioBasico', {
    body: `${JSON.stringify({ documento })}\n`,
    headers: { 'Content-Type': 'application/x-ndjson' },
    as,
  })
  const decider = deciderOf(service, as)
  await decider.save()
  const watcher = watcherOf(service, as)
  const watched = await watcher.watched()
  const occurrence = await watcher.triggered()
  return {
    '/negativacao/v2/dividas': divida,
    avalista: await made(`/negativacao/v2/dividas/${divida}/avalistas`, bodies.avalistasInclui ?? {}),
    '/negativacao/v2/lotes': batch.headers.get('location')?.split('/').at(-1) ?? assert.fail(batch.text),
    '/consultas/v2/lotes': queries.headers.get('location')?.split('/').at(-1) ?? assert.fail(queries.text),
    '/politicas/v2': shopPolicy().name,
    '/decisoes/v2': (await decider.decided({ documento })).id,
    '/alertas/v2/documentos': watched,
    '/conta/v2/consultas': await keptQuery(service, as),
    '/alertas/v2/emails': await made('/alertas/v2/emails', { email: 'a@exemplo.com.br' }),
    '/alertas/v2/webhooks': await made('/alertas/v2/webhooks', { url }),
    '/alertas/v2/ocorrencias': occurrence,
  }
}

for (const engine of engines) {
  describe(`a session as a credential on ${engine}`, async () => {
    const service = await runService({ engine })
    afterAll(service.close)
    const owner = await service.newSession()
    const analyst = await signedIn(service, await newUser(service, ['analyst'], owner.clientId))
    const creditor = await signedIn(service, await newUser(service, ['creditor'], owner.clientId))
    const ask = { body: { documento } }

    test('a query by session is answered, and its record names the person', async () => {
      const answer = await analyst.call(`/sandbox${consulta}`, ask)
      assert.equal(answer.status, 200, answer.text)
      const mine = await analyst.call('/sandbox/conta/v2/consultas?mine=true')
      const [newest] = mine.at('result.consultations') as Record<string, unknown>[]
      assert.equal(newest?.requestId, answer.headers.get('x-request-id'))
      assert.equal(newest?.document, documento)
      assert.equal(mine.at('result.consultations.0.user.id'), analyst.user.userId)
    })

    test('what is more than reading needs the token of this very session', async () => {
      const code = async (csrf: string | undefined) =>
        (
          await service.call(`/sandbox${consulta}`, {
            ...ask,
            headers: { Cookie: analyst.cookie, ...(csrf !== undefined && { 'X-CSRF-Token': csrf }) },
          })
        ).at('code')
      for (const wrong of [undefined, '', 'x', creditor.csrf, analyst.cookie.split('=')[1]]) {
        assert.equal(await code(wrong), 'csrf_token_invalid')
      }
      assert.equal(await code(analyst.csrf), undefined)
      const read = await service.call('/sandbox/conta/v2/consumo', { headers: { Cookie: analyst.cookie } })
      assert.equal(read.status, 200)
    })

    test('a page of another origin gets nothing, one of ours does', async () => {
      const from = async (Origin: string) =>
        (await analyst.call(`/sandbox${consulta}`, { ...ask, headers: { Origin } })).at('code')
      for (const foreign of ['https://outro.example', 'null', `${service.url}.outro.example`, 'file://']) {
        assert.equal(await from(foreign), 'origin_not_allowed', foreign)
      }
      assert.equal(await from(service.url), undefined)
    })

    test('a token beside a cookie is what counts, and a cookie that is none is no session', async () => {
      const beside = await service.call(`/sandbox${consulta}`, {
        ...ask,
        as: owner,
        headers: { Cookie: 'lastro_session=lss_x' },
      })
      assert.equal(beside.status, 200)
      const other = await service.call(`/sandbox${consulta}`, { ...ask, headers: { Cookie: 'theme=dark' } })
      assert.equal(other.at('code'), 'token_missing')
      const dead = `lastro_session=lss_${'A'.repeat(43)}`
      const gone = await service.call(`/sandbox${consulta}`, { ...ask, headers: { Cookie: dead } })
      assert.equal(gone.at('code'), 'session_missing')
      assert.ok(gone.headers.has('www-authenticate'))
    })

    test('a user of a sandbox client has nothing at the addresses of production, and the reverse', async () => {
      assert.equal((await analyst.call(consulta, ask)).at('code'), 'session_wrong_environment')
      const live = await service.newSession('production')
      const other = await signedIn(service, await newUser(service, ['analyst'], live.clientId))
      assert.equal((await other.call(`/sandbox${consulta}`, ask)).at('code'), 'session_wrong_environment')
      assert.equal((await other.call(consulta, ask)).at('code'), 'product_not_contracted')
    })

    test('the networks of the contract hold for people too', async () => {
      const client = await service.newSession()
      const user = await signedIn(service, await newUser(service, ['analyst'], client.clientId))
      const networks = ['203.0.113.0/24']
      await service.store.clients.setContract(client.clientId, { ...wholeContract, networks })
      assert.equal((await user.call(`/sandbox${consulta}`, ask)).at('code'), 'network_not_allowed')
    })

    test('with the ids of another client a user finds nothing, whatever is asked', async () => {
      const receiver = await webhookReceiver()
      onTestFinished(receiver.close)
      const ids = await oneOfEach(service, owner, receiver.url)
      const stranger = await service.newSession()
      const user = await signedIn(service, await newUser(service, ['analyst', 'creditor'], stranger.clientId))
      const both = await signedIn(service, await newUser(service, ['analyst', 'creditor'], owner.clientId))
      const known = operations(products).filter(
        (one) => one.credentials === 'query' && one.path.includes('{'),
      )
      assert.ok(known.length >= 32)
      for (const { id, method, path, request } of known) {
        const collection = Object.keys(ids).find((one) => path.startsWith(`${one}/{`)) ?? assert.fail(id)
        const filled = path
          .replace(/\{id\}|\{name\}/, ids[collection] ?? '')
          .replace('{avalistaId}', ids.avalista ?? '')
          .replace('{version}', '1')
        const named = id === 'consultasComparacao' ? `${filled}?com=${ids[collection]}` : filled
        const body = request === undefined ? undefined : (bodies[id] ?? assert.fail(`${id} needs a body`))
        const asked = { method, headers: { 'If-Match': '"1"' }, ...(body !== undefined && { body }) }
        const answer = await user.call(`/sandbox${named}`, asked)
        if (id === 'politicasEnsaia') {
          // A draft needs no policy: of somebody else's name it hears what it hears of one that nobody has.
          const free = named.replace(ids[collection] ?? '', 'livre')
          const unnamed = { ...asked, body: { policy: { ...shopPolicy(), name: 'livre' } } }
          assert.equal(answer.text, (await user.call(`/sandbox${free}`, unnamed)).text)
          continue
        }
        assert.equal(answer.status, 404, `${id}: ${answer.text}`)
        assert.ok(!answer.text.includes(documento))
        if (method !== 'GET') continue
        const own = await both.call(`/sandbox${named}`)
        assert.equal(own.status, 200, `${id}: ${own.text}`)
      }
      assert.equal(receiver.received.length, 0, 'no stranger made the webhook send')
      const theirs = await user.call('/sandbox/conta/v2/consultas')
      assert.deepEqual(theirs.at('result.consultations'), [])
    })

    test('own queries come newest first, page by page, each once', async () => {
      const client = await service.newSession()
      const user = await signedIn(service, await newUser(service, ['analyst'], client.clientId))
      const asked: string[] = []
      for (let at = 0; at < 7; at++) {
        const as = at % 2 === 0 ? { as: client } : {}
        const call = at % 2 === 0 ? service.call : user.call
        const answer = await call(`/sandbox${consulta}`, { ...ask, ...as })
        asked.unshift(String(answer.headers.get('x-request-id')))
      }
      const listed = async (query: string) => {
        const found: string[] = []
        for (let cursor = ''; ; ) {
          const page = await user.call(`/sandbox/conta/v2/consultas?limit=2${query}${cursor}`)
          assert.equal(page.status, 200, page.text)
          const items = page.at('result.consultations') as { requestId: string }[]
          assert.ok(items.length <= 2)
          found.push(...items.map((one) => one.requestId))
          if (page.at('result.cursor') === undefined) return found
          cursor = `&cursor=${String(page.at('result.cursor'))}`
        }
      }
      assert.deepEqual(await listed(''), asked)
      assert.deepEqual(
        await listed('&mine=true'),
        asked.filter((_, at) => at % 2 === 1),
      )
      const wrong = (query: string) => service.call(`/sandbox/conta/v2/consultas?${query}`, { as: client })
      for (const query of ['mine=maybe', 'limit=0', 'limit=201', 'cursor=!', 'other=1']) {
        assert.equal((await wrong(query)).at('code'), 'query_invalid', query)
      }
    })
  })
}

/** A query whose report is kept. */
async function keptQuery(service: RunningService, as: Session): Promise<string> {
  const answer = await service.call(`/sandbox${consulta}`, { body: { documento }, as })
  await service.keepAll()
  return String(answer.headers.get('x-request-id'))
}
