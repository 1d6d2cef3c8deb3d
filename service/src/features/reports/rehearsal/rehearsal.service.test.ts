import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { rehearsalsPerHour } from '@lastro/contract/policies/rehearsal-limits.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { newPlace } from '../../../../testing/engines.ts'
import { runService, type Session } from '../../../../testing/running-service.ts'
import { keepingClient } from '../../../../testing/services/kept-reports.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { loadSubjects } from '../../bureau/load-subjects.ts'
import { debt, person } from '../../sandbox/invented.ts'
import { searchTrail } from '../../trail/search-trail.ts'
import { rehearsalAllowance } from './rehearsal-allowance.ts'

const [indebted, clean] = ['12345678909', '52998224725']

const policyAbove = (amount: string): Policy => ({
  name: 'loja',
  title: { pt: 'Loja', en: 'Shop' },
  documentTypes: ['CPF'],
  report: { product: 'relatorioBasico' },
  rules: [
    {
      id: 'debts',
      when: { value: 'negative.sum', above: amount },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas demais.', en: 'Too many debts.' },
    },
  ],
  otherwise: { outcome: 'approve', reason: { pt: 'Nada impede.', en: 'Nothing in the way.' } },
})

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

describe('a rehearsal', async () => {
  const clock = new TestClock()
  const place = await newPlace('sqlite')
  const opened = await place.open()
  /** What the next rehearsal waits for when it looks for reports. */
  const held: { read?: () => Promise<void> } = {}
  const keptReports: typeof opened.keptReports = {
    ...opened.keptReports,
    newestOf: async (...of) => {
      await held.read?.()
      return opened.keptReports.newestOf(...of)
    },
  }
  const service = await runService({ clock, place, store: { ...opened, keptReports } })
  afterAll(service.close)
  const { store } = service

  const call = (as: Session, path: string, body?: object) =>
    service.call(`${as.environment === 'sandbox' ? '/sandbox' : ''}${path}`, {
      as,
      ...(body !== undefined && { body }),
    })
  const rehearse = (as: Session, body: object) => call(as, '/politicas/v2/loja/ensaio', body)
  const ask = async (as: Session, documento: string) => {
    const answer = await call(as, '/relatorioBasico/v2/consulta', { documento })
    await service.keepAll()
    return String(answer.headers.get('x-request-id'))
  }
  const recordsOf = async ({ environment, clientId }: Session) => {
    const found = []
    const of = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, document: undefined, clientId }
    for await (const one of searchTrail(store.trail, environment, of)) found.push(one)
    return found
  }

  test('says which kept reports would flip, by which rules; who read how many is on record, and nobody was consulted', async () => {
    const as = await service.newSession()
    assert.equal((await call(as, '/politicas/v2', policyAbove('0.00'))).status, 201)
    const flipped = await ask(as, indebted)
    await ask(as, clean)
    const before = (await recordsOf(as)).length
    const answer = await rehearse(as, { policy: policyAbove('99999999.00') })
    assert.equal(answer.status, 200, answer.text)
    const { counts, flips, whole, inForce, over } = JSON.parse(answer.text).result
    assert.deepEqual([over, inForce, whole], ['keptReports', 1, true])
    assert.deepEqual(counts, {
      cases: 2,
      flipped: 1,
      notFor: 0,
      withAbsentSections: 0,
      withUncoveredSections: 0,
      unread: 0,
      before: { approve: 1, review: 0, decline: 1 },
      after: { approve: 2, review: 0, decline: 0 },
    })
    assert.deepEqual(
      flips.map((one: Record<string, { outcome: string; decidedBy: string }>) => [
        one.requestId,
        one.before?.outcome,
        one.before?.decidedBy,
        one.after?.outcome,
        one.after?.decidedBy,
      ]),
      [[flipped, 'decline', 'debts', 'approve', 'otherwise']],
    )
    assert.doesNotMatch(answer.text, new RegExp(`${indebted}|${clean}`))
    const [recorded, ...others] = (await recordsOf(as)).slice(before)
    assert.deepEqual(
      [recorded?.outcome, recorded?.reopens, recorded?.document, recorded?.billed, recorded?.requestId],
      ['reopened', 'rehearsal:2', '', false, answer.headers.get('x-request-id')],
    )
    assert.deepEqual(others, [])
    assert.equal(JSON.parse((await call(as, '/politicas/v2/loja')).text).result.version, 1)
  })

  test('reads kept reports only so often in an hour', async () => {
    const as = await service.newSession()
    const taken = rehearsalAllowance(as.clientId)
    for (let count = 0; count < rehearsalsPerHour; count++)
      assert.equal(await store.alerts.allowances.take([taken], clock.nowMs()), undefined)
    const refused = await rehearse(as, { policy: policyAbove('0.00') })
    assert.deepEqual([refused.status, refused.at('code')], [429, 'rate_limited'])
    const documents = await rehearse(as, { policy: policyAbove('0.00'), documents: [clean] })
    assert.equal(documents.status, 200, 'test documents are nobody’s')
  })

  test('in a sandbox whose clock was moved it says what a decision says', async () => {
    const [as, elsewhere] = [await service.newSession(), await service.newSession()]
    const [first] = policyAbove('0.00').rules
    const when = { value: 'negative.sum', of: { withinDays: 365 }, above: '0.00' }
    const policy = { ...policyAbove('0.00'), rules: [{ ...first, when }] }
    assert.equal((await call(elsewhere, '/relogio', { advance: 'P3Y' })).status, 200)
    for (const [session, outcome] of [
      [as, 'decline'],
      [elsewhere, 'approve'],
    ] as const) {
      assert.equal((await call(session, '/politicas/v2', policy)).status, 201)
      const decided = await call(session, '/decisoes/v2', { documento: indebted, policy: 'loja' })
      assert.equal(decided.at('result.outcome'), outcome, decided.text)
      await service.keepAll()
      for (const over of [{}, { documents: [indebted] }])
        assert.equal((await rehearse(session, { policy, ...over })).at(`result.counts.after.${outcome}`), 1)
    }
  })

  test('takes only reports of its own client', async () => {
    const [as, other] = [await service.newSession(), await service.newSession()]
    await ask(other, indebted)
    const answer = await rehearse(as, { policy: policyAbove('0.00') })
    assert.equal(answer.at('result.counts.cases'), 0)
    assert.equal(answer.at('result.inForce'), undefined)
  })

  test('runs over test documents in the sandbox, with what is sent along, and over no other document', async () => {
    const as = await service.newSession()
    const policy = policyAbove('0.00')
    const rules = [
      ...policy.rules,
      {
        id: 'much',
        when: { value: 'request.amount', above: '1000.00' },
        outcome: 'review',
        whenUnknown: 'skip',
        reason: { pt: 'Muito.', en: 'Much.' },
      },
    ]
    const before = (await recordsOf(as)).length
    const documents = [indebted, clean]
    const answer = await rehearse(as, {
      policy: { ...policy, rules },
      values: { amount: '2000.00' },
      documents,
    })
    assert.deepEqual(answer.at('result.counts.after'), { approve: 0, review: 1, decline: 1 }, answer.text)
    assert.equal((await recordsOf(as)).length, before)
    const unknown = await rehearse(as, { policy, documents: ['39053344705'] })
    assert.equal(unknown.at('code'), 'document_not_in_sandbox')
    assert.equal((await rehearse(as, { policy, documents: ['1'] })).at('code'), 'document_invalid')
    const many = await rehearse(as, { policy, documents: Array.from({ length: 101 }, () => clean) })
    assert.equal(many.at('code'), 'body_invalid')
  })

  test('what of a kept report may no longer be read weighs nothing', async () => {
    const as = await keepingClient(service, { keyReportDays: 365 })
    const subject = {
      documento: withCheckDigits('000000881'),
      registration: person('ANA DE EXEMPLO'),
      negativeItems: [debt('listingP', '2026-03-01' as Day)],
    }
    const load = (one: object) =>
      loadSubjects({ subjects: store.subjects, clock }, oneChunk(`${JSON.stringify(one)}\n`), {
        language: 'en',
        onRefused: (line, reason) => assert.fail(`${line}: ${reason}`),
        onProgress: () => undefined,
      })
    await load(subject)
    await ask(as, subject.documento)
    const after = async () => (await rehearse(as, { policy: policyAbove('0.00') })).at('result.counts.after')
    assert.deepEqual(await after(), { approve: 0, review: 0, decline: 1 })
    await load({ ...subject, negativeItems: [] })
    assert.deepEqual(await after(), { approve: 1, review: 0, decline: 0 })
  })

  test('in production consults nobody: documents are refused, and so is a caller without the scope', async () => {
    const as = await service.newSession('production')
    await store.clients.setContract(as.clientId, { ...wholeContract, scopes: ['decisions'] })
    const renew = async (): Promise<Session> => {
      const { clientId: client_id, clientSecret: client_secret } = as
      const body = { grant_type: 'client_credentials', client_id, client_secret }
      return { ...as, token: String((await service.call('/oauth/token', { body })).at('access_token')) }
    }
    const policy = policyAbove('0.00')
    assert.equal((await rehearse(await renew(), { policy })).at('code'), 'product_not_contracted')
    await store.clients.setContract(as.clientId, wholeContract)
    const whole = await renew()
    const refused = await rehearse(whole, { policy, documents: [indebted] })
    assert.equal(refused.at('code'), 'rehearsal_not_of_documents')
    assert.doesNotMatch(refused.text, new RegExp(indebted))
    assert.equal((await rehearse(whole, { policy })).status, 200)
  })

  test('a draft is checked as one that is saved, and has the name of its path', async () => {
    const as = await service.newSession()
    const policy = policyAbove('0.00')
    const unfit = await rehearse(as, {
      policy: { ...policy, rules: [{ ...policy.rules[0], when: { value: 'sex', is: 'F' } }] },
    })
    assert.equal(unfit.at('code'), 'policy_unfit')
    assert.equal(unfit.at('errors.0.field'), 'rules[0].when.value')
    const other = await rehearse(as, { policy: { ...policy, name: 'outra' } })
    assert.equal(other.at('code'), 'policy_name_other')
  })

  test('one at a time for each client', async () => {
    const as = await service.newSession()
    const policy = policyAbove('0.00')
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    held.read = () => {
      entered.resolve()
      return gate.promise
    }
    const first = rehearse(as, { policy })
    await entered.promise
    assert.equal((await rehearse(as, { policy })).at('code'), 'rehearsal_under_way')
    delete held.read
    gate.resolve()
    assert.equal((await first).status, 200)
    assert.equal((await rehearse(as, { policy })).status, 200, 'and afterwards again')
  })
})
