import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { type DecisionItem, type KeptDecision, reviewCountMax } from '@lastro/contract/decisions/decisions.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { newUser, signedIn } from '../../../../testing/http/signed-in.ts'
import { runService } from '../../../../testing/running-service.ts'
import { deciderOf, decisoes, politicas, shopPolicy } from '../../../../testing/services/decisions.ts'
import { TestClock } from '../../../../testing/test-clock.ts'

const [clean, indebted] = ['52998224725', '12345678909']
/** Its source of listingP does not answer in time. */
const late = withCheckDigits('000000021')
const company = withCheckDigits('999990010001')
const prices = { relatorioBasico: 150 }

for (const engine of engines) {
  describe(`decisions on ${engine}`, async () => {
    const clock = new TestClock('2026-11-16T12:00:00-03:00')
    const place = await newPlace(engine)
    const store = await place.open()
    /** What breaks once, as a crash would. */
    const broken: { keep?: 'before' | 'after' } = {}
    const service = await runService({
      clock,
      place,
      store: {
        ...store,
        decisions: {
          ...store.decisions,
          keep: async (decision) => {
            const { keep } = broken
            delete broken.keep
            if (keep === 'before') throw new Error('It ended before the decision was kept')
            const kept = await store.decisions.keep(decision)
            if (keep === 'after') throw new Error('It ended before the decision was answered')
            return kept
          },
        },
      },
    })
    afterAll(service.close)

    const newClient = async (contract: Partial<ClientContract> = {}) => {
      const first = await service.newSession('sandbox')
      const { clientId, clientSecret } = first
      await service.store.clients.setContract(clientId, {
        ...wholeContract,
        prices,
        keyReportDays: 30,
        ...contract,
      })
      const newToken = async () => {
        const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
        return String((await service.call('/oauth/token', { body })).at('access_token'))
      }
      const session = { ...first, token: await newToken() }
      const own = deciderOf(service, session)
      await service.store.policies.create(
        {
          environment: 'sandbox',
          clientId,
          name: 'loja',
          policy: shopPolicy(),
          warnings: [],
          userId: undefined,
          createdAtMs: clock.nowMs(),
        },
        10,
      )
      return { session, newToken, ...own }
    }
    type Client = Awaited<ReturnType<typeof newClient>>
    const recordsOf = async ({ session }: Client) => {
      const { links } = await service.store.trail.linksOf('sandbox', session.clientId, {
        from: undefined,
        count: 100,
      })
      return links.flatMap(({ records }) => records.split('\n')).map(readRecord)
    }
    const billedOf = async (own: Client) =>
      ((await own.call('/conta/v2/consumo')).at('result.total.billed') ?? 0) as number

    test('a decision is one query on record and billed, with what each rule saw and from whom', async () => {
      const own = await newClient()
      const answer = await own.decide({
        documento: indebted,
        values: { amount: '1200.00', instalments: 3, income: '1000.00' },
      })
      assert.equal(answer.status, 201, answer.text)
      const decision = answer.at('result') as KeptDecision
      assert.deepEqual(
        [decision.outcome, decision.decidedBy, decision.policy, decision.document, decision.missingSections],
        ['decline', 'recent-debts', { name: 'loja', version: 1 }, indebted, []],
      )
      assert.deepEqual(
        decision.rules.map(({ rule, holds, gives }) => [rule, holds, gives]),
        [
          ['recent-debts', 'yes', 'decline'],
          ['large-instalment', 'yes', 'review'],
        ],
      )
      const [seen] = decision.rules[0]?.values ?? []
      assert.deepEqual([seen?.seen, seen?.is, seen?.from[0]?.section], ['exact', '1520.33', 'listingP'])
      assert.ok(seen?.from[0]?.source, 'who answered is told')
      const [record] = await recordsOf(own)
      assert.deepEqual(
        [record?.requestId, record?.outcome, record?.product, record?.document, record?.billed],
        [decision.requestId, 'answered', 'relatorioBasico', indebted, true],
      )
      assert.equal(answer.headers.get('x-billed'), 'true')
      assert.equal(answer.headers.get('x-consultation-id'), decision.requestId)
      await service.keepAll()
      const report = await own.call(`/conta/v2/consultas/${decision.requestId}/relatorio`)
      assert.equal(report.status, 200, 'its report is kept as that of any query')
      const again = await own.decide({ documento: indebted })
      assert.equal(again.headers.get('x-billing-reason'), 'repeat_within_window')
      assert.equal(await billedOf(own), 1)
      assert.equal((await own.decided({ documento: clean })).outcome, 'approve')
    })

    test('it is refused as a query is, and nothing is decided', async () => {
      const own = await newClient({
        monthlyQuota: 1,
        features: ['MAIS_ANOTACOES'],
        purposes: ['credit_analysis'],
      })
      const consulta = '/relatorioBasico/v2/consulta'
      const asQuery = async (body: object, headers: Record<string, string> = {}) => {
        const [query, decision] = [
          await own.call(consulta, { body, headers }),
          await own.decide(body, headers),
        ]
        assert.equal(decision.at('code'), query.at('code'), decision.text)
        assert.equal(decision.status, query.status)
        return decision.at('code')
      }
      assert.equal(await asQuery({ documento: '52998224726' }), 'document_invalid')
      assert.equal(await asQuery({ documento: '' }), 'body_invalid')
      assert.equal(await asQuery({ documento: '98765432100' }), 'document_not_in_sandbox')
      assert.equal(await asQuery({ documento: clean, features: ['NADA'] }), 'feature_unknown')
      assert.equal(await asQuery({ documento: clean, features: ['SCORE'] }), 'feature_not_contracted')
      assert.equal(
        await asQuery({ documento: clean }, { 'x-finalidade': 'monitoring' }),
        'purpose_not_allowed',
      )
      await own.decided({ documento: clean })
      assert.equal(await asQuery({ documento: clean }), 'quota_exceeded')
      const closed = await own.decide({ documento: clean, product: 'relato' })
      assert.ok(['document_type_not_accepted', 'product_not_contracted'].includes(String(closed.at('code'))))
      assert.equal((await own.decide({ documento: clean, policy: 'nenhuma' })).at('code'), 'policy_unknown')
      assert.equal((await own.decide({ documento: clean, version: 9 })).at('code'), 'policy_version_unknown')
      assert.equal((await own.decide({ documento: clean, values: { idade: 3 } })).at('code'), 'body_invalid')
      const other = await own.decide({ documento: company, product: 'relatorioAvancado' })
      assert.equal(other.at('code'), 'policy_not_for_document', other.text)
      assert.equal(((await own.call(decisoes)).at('result.decisions') as unknown[]).length, 1)
      const refused = (await recordsOf(own)).filter(({ outcome }) => outcome === 'quota_exceeded')
      assert.equal(refused.length, 2, 'a refusal is on record too')
    })

    test('the rate of the contract counts decisions and queries together', async () => {
      const own = await newClient({ requestsPerSecond: 1 })
      const answers = [await own.decide({ documento: clean }), await own.decide({ documento: clean })]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 429],
      )
    })

    test('a section that failed makes it review, and those that were not requested are named', async () => {
      const own = await newClient()
      const failed = await own.decided({ documento: late })
      assert.deepEqual(
        [failed.outcome, failed.decidedBy, failed.failedSections],
        ['review', 'failed-sections', ['listingP']],
      )
      const asking = shopPolicy({ report: { product: 'relatorioBasico', features: ['SCORE'] } })
      const [first] = asking.rules
      assert.ok(first !== undefined)
      const rules = [{ ...first, when: { value: 'score', below: 300 } as const }]
      assert.equal((await own.saveVersion({ ...asking, rules }, '"1"')).status, 201)
      const without = await own.decided({ documento: clean, features: [] })
      assert.deepEqual([without.missingSections, without.outcome], [['score'], 'review'])
      assert.equal((await own.decided({ documento: clean, version: 1 })).policy.version, 1)
    })

    test('under its key it is decided once, also when it ended between record, decision and answer', async () => {
      const own = await newClient({ repeatWindowHours: 0 })
      const [first, again] = [
        await own.decide({ documento: clean }, { 'Idempotency-Key': 'd-1' }),
        await own.decide({ documento: clean }, { 'Idempotency-Key': 'd-1' }),
      ]
      assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'])
      const reused = await own.decide({ documento: indebted }, { 'Idempotency-Key': 'd-1' })
      assert.equal(reused.at('code'), 'idempotency_key_reused')
      for (const [at, keep] of (['before', 'after'] as const).entries()) {
        const headers = { 'Idempotency-Key': `d-broken-${keep}` }
        broken.keep = keep
        assert.equal((await own.decide({ documento: indebted }, headers)).status, 500)
        const decided = await own.decided({ documento: indebted }, headers)
        assert.equal(decided.outcome, 'decline')
        assert.equal((await own.decided({ documento: indebted }, headers)).id, decided.id)
        assert.equal(await billedOf(own), 2 + at, 'billed once, however short the window')
      }
      const listed = (await own.call(decisoes)).at('result.decisions') as DecisionItem[]
      assert.equal(listed.length, 3)
      const records = await recordsOf(own)
      for (const { requestId } of listed)
        assert.ok(records.some((one) => one.requestId === requestId && one.outcome === 'answered'))
      clock.add(25 * 3_600_000)
    })

    test('a retired policy decides no more; what it decided before is given again', async () => {
      const own = await newClient()
      const before = await own.decided({ documento: clean }, { 'Idempotency-Key': 'r-1' })
      await own.call(`${politicas}/loja/retirada`, { method: 'POST' })
      const refused = await own.decide({ documento: clean })
      assert.deepEqual([refused.status, refused.at('code')], [409, 'policy_retired'])
      assert.equal(refused.headers.get('x-billed'), 'false')
      assert.equal((await own.decided({ documento: clean }, { 'Idempotency-Key': 'r-1' })).id, before.id)
      assert.equal((await own.decide({ documento: clean, version: 1 })).at('code'), 'policy_retired')
    })

    test('from what is kept the same bytes come again, and what is kept is sealed', async () => {
      const own = await newClient()
      const decision = await own.decided({ documento: indebted, values: { amount: '7777.77' } })
      const { id } = decision
      clock.add(60_000)
      const read = await own.call(`${decisoes}/${id}`)
      assert.deepEqual(read.at('result'), decision)
      const check = await own.call(`${decisoes}/${id}/conferencia`)
      assert.equal(check.at('result.same'), true, check.text)
      assert.deepEqual(check.at('result.decided.rules'), decision.rules)
      const reopened = (await recordsOf(own)).filter(({ outcome }) => outcome === 'reopened')
      assert.equal(reopened.length, 2, 'who opened it is on record')
      const { clientId } = own.session
      const kept = await service.store.decisions.find({ environment: 'sandbox', clientId, id }, clock.nowMs())
      // With their points, which no letter of a sealed text is.
      assert.doesNotMatch(JSON.stringify(kept), /12345678909|7777\.77|1520\.33/)
      assert.equal(await billedOf(own), 1)
    })

    test('a person reviews it with a reason, by session or named by a key, and the last one stands', async () => {
      const own = await newClient()
      const { id } = await own.decided({ documento: indebted })
      const reason = 'Comprovou o pagamento.'
      const byKey = await own.review(id, '"1"', { outcome: 'approve', reason, by: 'Maria, crédito' })
      assert.deepEqual([byKey.status, byKey.headers.get('etag')], [201, '"2"'], byKey.text)
      assert.deepEqual([byKey.at('result.finalOutcome'), byKey.at('result.outcome')], ['approve', 'decline'])
      const analyst = await signedIn(service, await newUser(service, ['analyst'], own.session.clientId))
      const path = `/sandbox${decisoes}/${id}/revisao`
      const send = (body: object, version = '"2"') =>
        analyst.call(path, { body, headers: { 'If-Match': version } })
      assert.equal((await send({ outcome: 'decline', reason, by: 'Outra' })).at('errors.0.field'), 'by')
      const bySession = await send({ outcome: 'decline', reason })
      assert.equal(bySession.at('result.reviews.1.user.id'), analyst.user.userId, bySession.text)
      assert.equal(bySession.at('result.reviews.0.by'), 'Maria, crédito')
      assert.equal(bySession.at('result.finalOutcome'), 'decline')
      const stale = await own.review(id, '"2"', { outcome: 'approve', reason, by: 'Maria' })
      assert.deepEqual([stale.status, stale.at('code')], [412, 'decision_version_conflict'])
      for (const [body, field] of [
        [{ outcome: 'approve', reason }, 'by'],
        [{ outcome: 'review', reason, by: 'M' }, 'outcome'],
        [{ outcome: 'approve', reason: ' ', by: 'M' }, 'reason'],
        [{ outcome: 'approve', reason: '\u200b', by: 'M' }, 'reason'],
        [{ outcome: 'approve', reason: '\u2800\u3164 .', by: 'M' }, 'reason'],
        [{ outcome: 'approve', reason, by: '\u200b' }, 'by'],
        [{ outcome: 'approve', reason: 'Sócio 529 982 247 25', by: 'M' }, 'reason'],
        [{ outcome: 'approve', reason: 'CPF 529.982.247-25', by: 'M' }, 'reason'],
      ] as const)
        assert.equal((await own.review(id, '"3"', body)).at('errors.0.field'), field)
      for (const never of ['"20"', '"21"', '"22"', '"999999999"', '"0"', '*'])
        assert.equal(
          (await own.review(id, never, { outcome: 'approve', reason, by: 'M' })).at('code'),
          'decision_version_conflict',
          never,
        )
      const none = await own.call(`${decisoes}/${id}/revisao`, {
        body: { outcome: 'approve', reason, by: 'M' },
      })
      assert.equal(none.at('code'), 'decision_version_required')
      const both = await Promise.all(
        ['A', 'B'].map((by) => own.review(id, '"3"', { outcome: 'approve', reason, by })),
      )
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((one, other) => one - other),
        [201, 412],
      )
      const again = (version: number) =>
        own.review(id, `"${version}"`, { outcome: 'approve', reason, by: 'M' })
      for (let version = 4; version <= reviewCountMax; version++)
        assert.equal((await again(version)).status, 201)
      assert.equal((await again(reviewCountMax + 1)).at('code'), 'reviews_too_many')
      assert.equal((await again(reviewCountMax + 2)).at('code'), 'decision_version_conflict')
    })

    test('decisions are listed by filters, counted, and given as a file, without a document', async () => {
      const own = await newClient()
      const ids: string[] = []
      for (const documento of [clean, indebted, clean]) {
        ids.unshift((await own.decided({ documento })).id)
        clock.add(1_000)
      }
      await own.review(ids[1] ?? '', '"1"', { outcome: 'approve', reason: 'Pagou.', by: 'Maria' })
      const idsOf = async (query: string) =>
        ((await own.call(`${decisoes}${query}`)).at('result.decisions') as DecisionItem[]).map(({ id }) => id)
      const day = '2026-11-17'
      assert.deepEqual(await idsOf(''), ids)
      assert.deepEqual(await idsOf('?outcome=approve'), ids)
      assert.deepEqual(await idsOf('?reviewed=true'), [ids[1]])
      assert.deepEqual(await idsOf(`?from=${day}&until=${day}&policy=loja&version=1`), ids)
      assert.deepEqual(await idsOf('?until=2026-11-16'), [])
      assert.deepEqual(await idsOf('?policy=outra'), [])
      const first = await own.call(`${decisoes}?limit=2`)
      assert.deepEqual(await idsOf(`?limit=2&cursor=${String(first.at('result.cursor'))}`), [ids[2]])
      for (const wrong of [
        '?documento=52998224725',
        '?outcome=no',
        '?from=x',
        '?from=2026-02-02&until=2026-02-01',
      ])
        assert.equal((await own.call(`${decisoes}${wrong}`)).at('code'), 'query_invalid')
      for (const wrong of [
        'policy=%00',
        'policy=loja%00',
        'policy=Loja',
        'policy=',
        `from=${day}&from=${day}`,
      ])
        for (const list of [decisoes, `${decisoes}/contagens`])
          assert.equal((await own.call(`${list}?${wrong}`)).at('code'), 'query_invalid', wrong)
      const counted = await own.call(`${decisoes}/contagens`)
      const line = { day, policy: { name: 'loja', version: 1 }, finalOutcome: 'approve' }
      assert.deepEqual(counted.at('result'), {
        from: '2026-10-19',
        until: day,
        total: 3,
        lines: [
          { ...line, outcome: 'approve', count: 2 },
          { ...line, outcome: 'decline', count: 1 },
        ],
      })
      assert.equal((await own.call(`${decisoes}/contagens?from=2026-01-01`)).at('errors.0.code'), 'period')
      const file = await own.call(`${decisoes}?reviewed=false`, { headers: { Accept: 'text/csv' } })
      const rows = file.text.trimEnd().split('\r\n')
      assert.equal(rows.length, 3, file.text)
      assert.match(
        rows[1] ?? '',
        new RegExp(`^"${ids[0]}","2026-11-17T\\d\\d:.*,"loja","1","approve","otherwise","approve",""$`),
      )
      assert.doesNotMatch(file.text + JSON.stringify(counted.at('result')), /52998224725|12345678909/)
    })

    test('a query that was decided on is found by its id, and marked among the earlier ones', async () => {
      const [own, other] = [await newClient(), await newClient()]
      const sent = { 'X-Request-Id': 'proposta-0001' }
      const { id, requestId } = await own.decided({ documento: indebted }, sent)
      await own.decided({ documento: clean })
      assert.equal(requestId, 'proposta-0001')
      const found = async (of: Client, query: string) =>
        (await of.call(`${decisoes}?${query}`)).at('result.decisions') as DecisionItem[]
      const [one, ...rest] = await found(own, `consulta=${requestId}`)
      assert.deepEqual([one?.id, rest.length], [id, 0])
      assert.deepEqual(await found(own, `consulta=${requestId}&outcome=approve`), [])
      assert.deepEqual(await found(own, 'consulta=proposta-0002'), [])
      assert.deepEqual(await found(other, `consulta=${requestId}`), [], 'of its own client alone')
      for (const wrong of ['', 'curto', '52998224725', 'a%00aaaaaaa', `${requestId}&consulta=${requestId}`])
        assert.equal((await own.call(`${decisoes}?consulta=${wrong}`)).at('code'), 'query_invalid', wrong)
      const counting = await own.call(`${decisoes}/contagens?consulta=${requestId}`)
      assert.equal(counting.at('code'), 'query_invalid')
      const file = await own.call(`${decisoes}?consulta=${requestId}`, { headers: { Accept: 'text/csv' } })
      assert.equal(file.text.trimEnd().split('\r\n').length, 2)

      // The same id again, of a query on somebody else that nobody decided on.
      clock.add(1_000)
      await own.call('/relatorioBasico/v2/consulta', { body: { documento: clean }, headers: sent })
      await own.review(id, '"1"', { outcome: 'approve', reason: 'Pagou.', by: 'Maria' })
      const earlier = (await own.call('/conta/v2/consultas')).at('result.consultations')
      const marks = (earlier as ConsultationItem[])
        .filter((query) => query.requestId === requestId)
        .map(({ document, decision }) => [document, decision])
      assert.deepEqual(marks, [
        [clean, undefined],
        [indebted, { id, outcome: 'approve', reviewed: true }],
      ])
      await service.keepAll()
      const report = await own.call(`/conta/v2/consultas/${requestId}/relatorio`)
      assert.equal(report.at('result.document'), clean)
      const code = report.headers.get('x-check-code')
      assert.ok(code !== null && one?.checkCode !== code, 'by its code it is told from that query')
    })

    test('whoever may not decide does not see which queries were decided on', async () => {
      const own = await newClient()
      await own.decided({ documento: clean })
      await service.store.clients.setContract(own.session.clientId, {
        ...wholeContract,
        scopes: wholeContract.scopes.filter((scope) => scope !== 'decisions'),
      })
      const as = { ...own.session, token: await own.newToken() }
      const earlier = (await service.call('/sandbox/conta/v2/consultas', { as })).at('result.consultations')
      assert.deepEqual(
        (earlier as ConsultationItem[]).map(({ decision }) => decision),
        [undefined],
      )
    })

    test('in a sandbox decisions go by its own clock: lists, counts, words, and their end', async () => {
      const [own, other] = [await newClient(), await newClient()]
      const before = await own.decided({ documento: clean })
      const move = async (advance: string) => {
        const moved = await own.call('/relogio', { body: { advance } })
        assert.equal(moved.status, 200, moved.text)
        return String(moved.at('result.now')).slice(0, 10)
      }
      const day = await move('P40D')
      const decided = await own.decided({ documento: indebted }, { 'Idempotency-Key': 's-1' })
      const { id } = decided
      assert.deepEqual([decided.at.slice(0, 10), decided.on], [day, day])
      assert.equal(decided.keptUntil.slice(0, 4), String(Number(day.slice(0, 4)) + 5))
      assert.equal((await own.decided({ documento: indebted }, { 'Idempotency-Key': 's-1' })).id, id)
      const reviewed = await own.review(id, '"1"', { outcome: 'approve', reason: 'Pagou.', by: 'Maria' })
      assert.equal(String(reviewed.at('result.reviews.0.at')).slice(0, 10), day)
      const listed = async (query: string) =>
        ((await own.call(`${decisoes}${query}`)).at('result.decisions') as DecisionItem[]).map(
          (one) => one.id,
        )
      assert.deepEqual(await listed(''), [id, before.id])
      assert.deepEqual(await listed(`?from=${day}`), [id])
      assert.deepEqual(await listed(`?until=${before.at.slice(0, 10)}`), [before.id])
      const counted = await own.call(`${decisoes}/contagens`)
      assert.deepEqual(
        [counted.at('result.until'), counted.at('result.total'), counted.at('result.lines.0.day')],
        [day, 1, day],
      )
      const file = await own.call(`${decisoes}?from=${day}`, { headers: { Accept: 'text/csv' } })
      assert.match(file.text, new RegExp(`\r\n"${id}","${day}T.*,"${day}T[^,]*"\r\n$`))
      const explained = await own.call(`${decisoes}/${id}/explicacao`)
      assert.equal(String(explained.at('result.writtenAt')).slice(0, 10), day)
      assert.match(String(explained.at('result.text')), new RegExp(day.split('-').toReversed().join('/')))
      const elsewhere = await other.decided({ documento: clean })
      assert.equal(elsewhere.at.slice(0, 10), before.at.slice(0, 10), "another's clock is its own")
      await move('P6Y')
      assert.deepEqual(await listed(''), [])
      const earlier = (await own.call('/conta/v2/consultas')).at('result.consultations')
      assert.ok((earlier as ConsultationItem[]).every(({ decision }) => decision === undefined))
      const over = [`${decisoes}/${id}`, `${decisoes}/${id}/conferencia`, `${decisoes}/${id}/explicacao`]
      for (const path of over) assert.equal((await own.call(path)).at('code'), 'decision_unknown', path)
      const late = await own.review(id, '"2"', { outcome: 'decline', reason: 'Tarde.', by: 'Maria' })
      assert.equal(late.at('code'), 'decision_unknown', 'what is over is not reviewed either')
    })

    test('another client knows nothing of a decision, and cannot review it', async () => {
      const [own, other] = [await newClient(), await newClient()]
      const { id } = await own.decided({ documento: clean })
      for (const answer of [
        await other.call(`${decisoes}/${id}`),
        await other.call(`${decisoes}/${id}/conferencia`),
        await other.review(id, '"1"', { outcome: 'decline', reason: 'x', by: 'y' }),
      ])
        assert.equal(answer.at('code'), 'decision_unknown')
      assert.deepEqual((await other.call(decisoes)).at('result.decisions'), [])
      assert.equal((await other.call(`${decisoes}/contagens`)).at('result.total'), 0)
      const file = await other.call(decisoes, { headers: { Accept: 'text/csv' } })
      assert.equal(file.text.trimEnd().split('\r\n').length, 1)
      assert.equal((await own.call(`${decisoes}/${id}`)).at('result.reviews.0'), undefined)
    })

    test('no document is in the log', () => {
      for (const line of service.logLines) assert.doesNotMatch(line, /\b\d{11}\b/)
    })
  })
}
