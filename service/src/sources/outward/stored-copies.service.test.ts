import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type SourceTerm, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { keptReportPath } from '@lastro/contract/clients/kept-reports.ts'
import type { DeclaredSource } from '@lastro/contract/operator/declared-sources.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { addDays, addYears, dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import {
  type Answer,
  type RunningService,
  runService,
  type Session,
} from '../../../testing/running-service.ts'
import { answerReport, lastroImitation } from '../../../testing/servers/lastro-imitation.ts'
import { answerJson } from '../../../testing/servers/provider-server.ts'
import { productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import type { Channel } from '../../features/notices/channel.ts'

const person = '52998224725' as DocumentNumber
const dayMs = 86_400_000
const basic = '/relatorioBasico/v2/consulta'
const credentials = { clientId: 'cli_ours', clientSecret: 'a secret of ours', apiKey: 'a key of ours' }
const registration = { registration: { documentNumber: person, consumerName: 'MARIA DE EXEMPLO' } }

const delivered: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

const debtOf = (contractId: string, occurrenceDate = '2026-03-10', creditorName = 'FINANCEIRA DISTANTE') => ({
  occurrenceDate,
  legalNature: 'EMPRÉSTIMO',
  contractId,
  creditorName,
  amount: '10.00',
  principal: 'true',
})

const debts = (...items: readonly object[]) => ({
  negativeData: {
    listingP: {
      listingPResponse: items,
      summary: { count: String(items.length), balance: `${items.length * 10}.00` },
    },
  },
})

for (const engine of engines) {
  describe(`copies of what providers answered, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await operatorService(engine, { clock, channels: [delivered] })
    afterAll(service.close)
    const { call, result, store } = service
    // Before the clock moves, and the operator's session is over.
    const prepared = await Promise.all(
      Array.from({ length: 23 }, async (_, at) => {
        const provider = await lastroImitation()
        cleanUp(provider.close)
        const name = `parceiro-${at}`
        const { id } = await result<DeclaredSource>('/fontes', {
          body: {
            name,
            kind: 'lastro',
            url: provider.url,
            credentials,
            price: 130,
            timeoutMs: 60_000,
            sections: ['registration', 'addresses', 'listingP'],
          },
        })
        await store.declaredSources.setEnabled(id, true)
        return { provider, name, id }
      }),
    )
    await service.lookAtSources()

    /** A provider that tells this report until it is told to fail. */
    const declared = (report: object) => {
      const one = prepared.pop()
      assert.ok(one !== undefined, 'more are needed')
      const { provider } = one
      const tell = (told: object) => {
        provider.consult = (answer, request) => answerReport(answer, request, told)
      }
      const fail = () => {
        provider.consult = (answer) => answerJson(answer, 500, {})
      }
      tell(report)
      // After whatever ended copies in an earlier test.
      clock.add(1_000)
      return { ...one, tell, fail, calls: () => provider.queries().length }
    }
    const renew = async (session: Session): Promise<Session> => {
      const { clientId: client_id, clientSecret: client_secret } = session
      const body = { grant_type: 'client_credentials', client_id, client_secret }
      return { ...session, token: String((await call('/oauth/token', { body })).at('access_token')) }
    }
    const contractOf = (...sources: SourceTerm[]) => ({
      ...wholeContract,
      prices: { relatorioBasico: 500, relatorioAvancado: 9_000, MAIS_ANOTACOES: 100 },
      keyReportDays: 30,
      sources,
    })
    const termOf = (source: string, copyDays?: number): SourceTerm => ({
      source,
      paidBy: 'operator',
      ...(copyDays !== undefined && { copyDays }),
    })
    const clientOf = async (...terms: SourceTerm[]): Promise<Session> => {
      const session = await service.newSession('production')
      await store.clients.setContract(session.clientId, contractOf(...terms))
      return renew(session)
    }
    /** The answer, and the copies that it left are in the store. */
    const ask = async (as: Session, body: object = {}, path = basic) => {
      const answer = await call(path, { as: await renew(as), body: { documento: person, ...body } })
      await service.keepAll()
      return answer
    }
    const nameIn = 'result.report.registration.consumerName'
    const errorIn = 'result.report.registration.error.code'
    const countOf = async (sourceId: string, clientId: string) => {
      const sections: SectionId[] = ['registration', 'listingP']
      const found = await store.sourceCopies.find({ clientId, sourceId, document: person, sections }, 0)
      return found.length
    }

    test('a copy answers for a source that fails: 203, with its date, at the price of a repeat', async () => {
      const { name, fail, calls } = declared(registration)
      const as = await clientOf(termOf(name, 2))
      const first = await ask(as)
      assert.deepEqual([first.status, first.headers.get('x-billed')], [200, 'true'])
      assert.equal(first.at('result.report.registration.copiedAt'), undefined)
      fail()
      clock.add(dayMs + 1_000)
      const copied = await ask(as)
      assert.equal(copied.status, 203, copied.text)
      assert.equal(copied.at(nameIn), 'MARIA DE EXEMPLO')
      assert.equal(
        Date.parse(String(copied.at('result.report.registration.copiedAt'))),
        clock.nowMs() - dayMs - 1_000,
      )
      assert.match(copied.headers.get('x-report-sections-degraded') ?? '', /registration/)
      assert.deepEqual(
        [copied.headers.get('x-billed'), copied.headers.get('x-billing-reason')],
        ['false', 'stored_copy'],
      )
      assert.equal(calls(), 2)
      clock.add(dayMs)
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable', 'its term is over')
      assert.ok((await store.sourceCopies.destroy(clock.nowMs())) > 0)
    })

    test('what a copy answered makes no later query free, and a contract that keeps none has none', async () => {
      const { name, id, tell, fail } = declared(registration)
      const [keeps, keepsNot] = [await clientOf(termOf(name, 5)), await clientOf(termOf(name))]
      await ask(keeps)
      await ask(keepsNot)
      assert.equal(await countOf(id, keepsNot.clientId), 0)
      fail()
      clock.add(dayMs + 1_000)
      assert.equal((await ask(keepsNot)).at(errorIn), 'source_unavailable')
      assert.equal((await ask(keeps)).headers.get('x-billed'), 'false')
      tell(registration)
      clock.add(60_000)
      assert.equal((await ask(keeps)).headers.get('x-billed'), 'true', 'it has been fetched anew')
    })

    test("a provider's own copy is of the day it was made, for its reader and for ours", async () => {
      const copiedAtMs = clock.nowMs() - 3 * dayMs
      const copiedAt = instantText(copiedAtMs)
      const { name, provider, fail } = declared({})
      const as = await clientOf(termOf(name, 5))
      provider.consult = (answer, { body }) => {
        const report = {
          registration: { ...registration.registration, copiedAt },
          negativeData: { listingP: { ...debts(debtOf('C-1')).negativeData.listingP, copiedAt } },
        }
        answer.setHeader('X-Report-Sections-Degraded', 'registration, listingP')
        answerJson(answer, 203, { error: false, result: { document: JSON.parse(body).documento, report } })
      }
      const degradedIn = (answer: Answer) => answer.headers.get('x-report-sections-degraded')
      const first = await ask(as)
      fail()
      const again = await ask(as)
      for (const answer of [first, again]) {
        assert.equal(answer.status, 203, answer.text)
        assert.equal(degradedIn(answer), 'registration, listingP')
        assert.equal(answer.at('result.report.registration.copiedAt'), copiedAt)
        assert.equal(answer.at('result.report.negativeData.listingP.copiedAt'), copiedAt)
      }
      assert.equal(first.headers.get('x-billed'), 'true', 'nobody has bought it since the copy was made')
      assert.equal(again.headers.get('x-billed'), 'false')
      clock.add(2 * dayMs + 1_000)
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable', 'five days after it was told')
    })

    test('what a provider doubts is doubtful here, and is not copied as if it were sure', async () => {
      const { name, provider, fail } = declared({})
      const as = await clientOf(termOf(name, 5))
      provider.consult = (answer, { body }) => {
        answer.setHeader('X-Report-Sections-Degraded', 'listingP')
        const result = { document: JSON.parse(body).documento, report: { ...registration, ...debts() } }
        answerJson(answer, 203, { error: false, result })
      }
      const doubted = await ask(as)
      assert.equal(doubted.status, 203, doubted.text)
      assert.equal(doubted.headers.get('x-report-sections-degraded'), 'listingP')
      assert.equal(doubted.at('result.report.negativeData.listingP.summary.count'), '0')
      fail()
      const copied = await ask(as)
      assert.equal(copied.at(nameIn), 'MARIA DE EXEMPLO')
      assert.equal(copied.at('result.report.negativeData.listingP.error.code'), 'source_unavailable')
    })

    test('a copy makes nothing free that its client has not bought since it was made', async () => {
      const { name, fail } = declared(registration)
      const as = await clientOf(termOf(name, 10))
      const billedFor = async (body: object, path = basic) => {
        const answer = await ask(as, body, path)
        assert.deepEqual([answer.status, answer.at(nameIn)], [203, 'MARIA DE EXEMPLO'], answer.text)
        return answer.headers.get('x-billed')
      }
      await ask(as)
      fail()
      clock.add(2 * dayMs)
      const more = { features: ['MAIS_ANOTACOES'] }
      assert.equal(await billedFor({}, '/relatorioAvancado/v2/consulta'), 'true')
      assert.equal(await billedFor(more), 'true')
      assert.equal(await billedFor({}), 'false')
      clock.add(2 * dayMs)
      assert.equal(await billedFor(more), 'false', 'it has been bought since')
    })

    test('a spent budget or missing credentials are no failure of the source: no copy answers', async () => {
      const { name, calls } = declared(registration)
      const [spends, pays] = [
        await clientOf({ ...termOf(name, 10), monthlyBudget: 130 }),
        await clientOf(termOf(name, 10)),
      ]
      await ask(spends)
      await ask(pays)
      await store.clients.setContract(pays.clientId, contractOf({ ...termOf(name, 10), paidBy: 'client' }))
      clock.add(2 * dayMs)
      for (const as of [spends, pays]) {
        const answer = await ask(as)
        assert.equal(answer.at(errorIn), 'source_refused')
        assert.ok(!answer.text.includes('MARIA'))
        assert.equal(answer.headers.get('x-billed'), 'true')
      }
      assert.equal(calls(), 2)
    })

    test("a copy is its client's own", async () => {
      const { name, fail } = declared(registration)
      const [ana, bia] = [await clientOf(termOf(name, 5)), await clientOf(termOf(name, 5))]
      await ask(ana)
      fail()
      const answer = await ask(bia)
      assert.equal(answer.at(errorIn), 'source_unavailable')
      assert.ok(!answer.text.includes('MARIA'))
    })

    test('a contract that keeps none any more ends what is kept, and one that does again has none', async () => {
      const { name, id, fail } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      await ask(as)
      fail()
      const ended: SourceTerm[][] = [[termOf(name, 0)], [termOf(name)], []]
      for (const terms of ended) {
        await store.clients.setContract(as.clientId, contractOf(...terms))
        assert.equal((await ask(as)).at(nameIn), undefined)
        await store.clients.setContract(as.clientId, contractOf(termOf(name, 5)))
        assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
      }
      await store.sourceCopies.destroy(clock.nowMs())
      assert.equal(await countOf(id, as.clientId), 0)
    })

    test('copies end with their source, disabled or removed', async () => {
      const { name, id, fail, tell } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      await ask(as)
      fail()
      await store.declaredSources.setEnabled(id, false)
      await store.declaredSources.setEnabled(id, true)
      await service.lookAtSources()
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
      tell(registration)
      await ask(as)
      assert.equal(await countOf(id, as.clientId), 2)
      await store.declaredSources.remove(id)
      await service.lookAtSources()
      assert.equal((await ask(as)).at('result.report.registration'), undefined)
      assert.equal(await store.sourceCopies.destroy(clock.nowMs()), 2)
    })

    test('a copy answers no more than was asked: features, whole lists, contact data', async () => {
      const { name, fail } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      await ask(as)
      fail()
      clock.add(dayMs + 1_000)
      const answer = await ask(as, { features: ['ENDERECOS_TELEFONES'] })
      assert.equal(answer.at(nameIn), 'MARIA DE EXEMPLO')
      assert.equal(answer.at(errorIn), 'source_unavailable', 'nobody asked for addresses before')
    })

    test('what is listed here, or past its five years, is not told by a copy either', async () => {
      const old = debtOf('ANTIGA', addDays(addYears(dayAt(clock.nowMs()), -5), 2))
      const { name, fail } = declared(debts(debtOf('CT-1', '2026-03-10', 'LOJA LTDA'), debtOf('OUTRA'), old))
      const as = await clientOf(termOf(name, 10))
      const listed = async () => {
        const answer = await ask(as)
        const items = answer.at('result.report.negativeData.listingP.listingPResponse') as {
          contractId: string
        }[]
        return items.map(({ contractId }) => contractId)
      }
      assert.deepEqual(await listed(), ['CT-1', 'OUTRA', 'ANTIGA'])
      fail()
      clock.add(5 * dayMs)
      assert.deepEqual(await listed(), ['CT-1', 'OUTRA'], 'five years are over')
      const creditor = await productionCreditor(service)
      await creditor.inserted({ documento: person, contractId: 'CT-1', amount: '77.00' })
      assert.deepEqual(await listed(), ['OUTRA'], 'it has a listing here')
      const copiedAt = (await ask(as)).at('result.report.negativeData.listingP.copiedAt')
      assert.equal(Date.parse(String(copiedAt)), clock.nowMs() - 5 * dayMs)
    })

    test('a release of ours ends every copy of the document, and of what was asked for before it', async () => {
      const { name, id, provider, fail } = declared(registration)
      const as = await clientOf(termOf(name, 10))
      const creditor = await productionCreditor(service)
      const debtId = await creditor.inserted({ documento: person, contractId: 'CT-9', amount: '77.00' })
      await ask(as)
      // It is released while a query is under way: what comes of that is of before.
      provider.consult = (answer, request) => {
        clock.add(1_000)
        void creditor.act(debtId, 'baixa', { reason: '01' }).then((released) => {
          if (released.status === 200) answerReport(answer, request, registration)
          else answer.destroy()
        })
      }
      clock.add(dayMs)
      await creditor.renew()
      assert.equal((await ask(as)).status, 200)
      fail()
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
      await store.sourceCopies.destroy(clock.nowMs())
      assert.equal(await countOf(id, as.clientId), 0)
    })

    test('whoever on file says that something is wrong ends them too, and once more with the answer', async () => {
      const { name, fail, tell } = declared(registration)
      const as = await clientOf(termOf(name, 10))
      const opened = { kind: 'correction', subject: 'registration', outcome: undefined } as const
      await ask(as)
      clock.add(1_000)
      await store.requests.insert({
        ...opened,
        id: `sol_${engine}`,
        document: person,
        listingId: undefined,
        field: 'consumerName',
        statement: 'não é assim',
        identity: 'rg',
        reason: undefined,
        channel: 'operator',
        openedBy: 'usr_1',
        openedAtMs: clock.nowMs(),
        dueOn: '2030-01-01' as never,
        answerBy: undefined,
        overdueAtMs: undefined,
        answer: undefined,
        answeredAtMs: undefined,
        answeredBy: undefined,
      })
      fail()
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
      tell(registration)
      clock.add(1_000)
      await ask(as)
      clock.add(1_000)
      const end = { outcome: 'corrected', answer: 'feito', answeredBy: 'usr_1' } as const
      assert.ok(await store.requests.end(`sol_${engine}`, end, clock.nowMs()))
      fail()
      assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
    })

    test('a repeat within the window is answered from a copy, and calls nobody', async () => {
      const { name, calls } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      await ask(as)
      clock.add(60_000)
      const again = await ask(as)
      assert.deepEqual(
        [again.status, again.headers.get('x-billed'), again.headers.get('x-billing-reason'), calls()],
        [203, 'false', 'repeat_within_window', 1],
      )
      assert.match(again.headers.get('x-report-sections-degraded') ?? '', /registration/)
      assert.equal(
        Date.parse(String(again.at('result.report.registration.copiedAt'))),
        clock.nowMs() - 60_000,
      )
      await ask(as, { features: ['MAIS_ANOTACOES'] })
      assert.equal(calls(), 2, 'another query is no repeat')
      clock.add(dayMs)
      assert.equal((await ask(as)).headers.get('x-billed'), 'true')
      assert.equal(calls(), 3)
    })

    test('a repeat that arrives while the copy is being written waits for it and calls no source', async () => {
      const { name, calls } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      const asked = () => call(basic, { as, body: { documento: person } })
      const { keep } = store.sourceCopies
      Object.assign(store.sourceCopies, {
        keep: async (...copies: Parameters<typeof keep>) => {
          await wait(300)
          await keep(...copies)
        },
      })
      try {
        assert.equal((await asked()).status, 200)
        const repeats = await Promise.all([asked(), asked(), asked()])
        for (const again of repeats) assert.equal(again.at(nameIn), 'MARIA DE EXEMPLO', again.text)
        assert.equal(calls(), 1)
      } finally {
        Object.assign(store.sourceCopies, { keep })
        await service.keepAll()
      }
    })

    test('queries that repeat one under way wait for its answer, and call nobody', async () => {
      const { name, calls, provider } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      const asked = () => call(basic, { as, body: { documento: person } })
      const { consult } = provider
      provider.consult = (...asked) => void setTimeout(consult, 300, ...asked)
      const answers = await Promise.all([asked(), asked(), asked()])
      for (const one of answers) assert.equal(one.at(nameIn), 'MARIA DE EXEMPLO', one.text)
      assert.equal(calls(), 1)
      const billed = answers.filter(({ headers }) => headers.get('x-billed') === 'true')
      assert.equal(billed.length, 1)
      await service.keepAll()
    })

    test('a query that waited for one that failed calls its source itself', async () => {
      const { name, calls, provider, tell } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      const asked = () => call(basic, { as, body: { documento: person } })
      provider.consult = (answer) => {
        const fail = () => {
          tell(registration)
          answerJson(answer, 500, {})
        }
        setTimeout(fail, 300)
      }
      const answers = await Promise.all([asked(), asked()])
      assert.deepEqual(answers.map((one) => String(one.at(nameIn) ?? one.at(errorIn))).toSorted(), [
        'MARIA DE EXEMPLO',
        'source_unavailable',
      ])
      assert.equal(calls(), 2)
      await service.keepAll()
    })

    test('a repeat does not wait for long: if no copy can be written, the source is called', async () => {
      const { name, calls } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      const asked = () => call(basic, { as, body: { documento: person } })
      const { keep } = store.sourceCopies
      Object.assign(store.sourceCopies, { keep: () => Promise.reject(new Error('no room')) })
      try {
        await asked()
        const again = await asked()
        assert.deepEqual([again.status, calls()], [200, 2])
        assert.equal(again.headers.get('x-billed'), 'false')
      } finally {
        Object.assign(store.sourceCopies, { keep })
        await service.keepAll()
      }
    })

    if (engine === 'postgres')
      test('a repeat at another service on the same database waits for the copy as well', async () => {
        const { name, calls } = declared(registration)
        const as = await clientOf(termOf(name, 5))
        const other = await runService({ engine, place: service.place, clock })
        try {
          await other.lookAtSources()
          const asked = (at: RunningService) => at.call(basic, { as, body: { documento: person } })
          assert.equal((await asked(service)).status, 200)
          const again = await asked(other)
          assert.equal(again.at(nameIn), 'MARIA DE EXEMPLO', again.text)
          assert.equal(calls(), 1)
        } finally {
          await other.close()
          await service.keepAll()
        }
      })

    if (engine === 'postgres')
      test('the same query at two services at once is billed once', async () => {
        const { name, provider } = declared(registration)
        const as = await clientOf(termOf(name, 5))
        const { consult } = provider
        provider.consult = (...asked) => void setTimeout(consult, 300, ...asked)
        const other = await runService({ engine, place: service.place, clock })
        try {
          await other.lookAtSources()
          const asked = (at: RunningService) => at.call(basic, { as, body: { documento: person } })
          const answers = await Promise.all([asked(service), asked(other), asked(service), asked(other)])
          for (const one of answers) assert.equal(one.at(nameIn), 'MARIA DE EXEMPLO', one.text)
          const billed = answers.filter(({ headers }) => headers.get('x-billed') === 'true')
          assert.equal(billed.length, 1)
          assert.ok(provider.queries().length <= 2)
        } finally {
          await other.close()
          await service.keepAll()
        }
      })

    test('a kept report is judged by a copy that is not older, and by what it was bought with otherwise', async () => {
      const { name, fail, tell, calls } = declared(registration)
      const as = await clientOf(termOf(name, 5))
      const opened = async (requestId: string) =>
        (await call(keptReportPath.replace('{id}', requestId), { as: await renew(as) })).text
      const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? ''
      const first = idOf(await ask(as))
      assert.match(await opened(first), /MARIA DE EXEMPLO/, 'by the copy that its own query left')
      const repeated = idOf(await ask(as))
      assert.match(await opened(repeated), /MARIA DE EXEMPLO/, 'by the copy that it is made of')
      tell({ registration: { ...registration.registration, consumerName: 'MARIA DE OUTRO NOME' } })
      clock.add(dayMs + 1_000)
      await ask(as)
      assert.doesNotMatch(await opened(first), /MARIA DE EXEMPLO/, 'what the source says since counts')
      assert.equal(calls(), 2)
      fail()
      clock.add(5 * dayMs)
      assert.match(
        await opened(first),
        /MARIA DE EXEMPLO.*copiedAt/,
        'as of its own day, once no copy is left',
      )
    })
  })
}
