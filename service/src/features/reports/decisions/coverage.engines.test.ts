import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { KeptDecision } from '@lastro/contract/decisions/decisions.ts'
import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import type { NegativeFilter, Policy } from '@lastro/contract/policies/policy.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { coveringSource } from '../../../../testing/services/covering-source.ts'
import { deciderOf, decisoes, politicas, shopPolicy } from '../../../../testing/services/decisions.ts'
import { TestClock } from '../../../../testing/test-clock.ts'

const person = '52998224725'
const kinds: NegativeFilter['kinds'] = ['listingP', 'check']
const policy = shopPolicy({
  rules: [
    {
      id: 'debts',
      when: { value: 'negative.sum', of: { kinds }, above: '1000.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas.', en: 'Debts.' },
    },
  ],
})
const owing = (amount: string) =>
  `{"listingPResponse":[{"occurrenceDate":"2026-11-01","creditorName":"LOJA","amount":"${amount}"}],"summary":{"count":"1","balance":"${amount}"}}`

const named = (warnings: readonly PolicyWarning[]) =>
  warnings.map(({ code, section, documentType, at }) => [code, section, documentType, at])

for (const engine of engines) {
  describe(`policies where not everything is covered, on ${engine}`, async () => {
    const { source, cover } = coveringSource()
    const clock = new TestClock('2026-11-16T12:00:00-03:00')
    const service = await runService({ engine, clock, productionSources: [source] })
    afterAll(service.close)

    const newClient = async () => {
      const first = await service.newSession('production')
      const contract = { ...wholeContract, keyReportDays: 30 }
      await service.store.clients.setContract(first.clientId, contract)
      clock.add(5_000)
      const { clientId: client_id, clientSecret: client_secret } = first
      const body = { grant_type: 'client_credentials', client_id, client_secret }
      const token = String((await service.call('/oauth/token', { body })).at('access_token'))
      return deciderOf(service, { ...first, token })
    }
    const covered = (of: Readonly<Record<'listingP' | 'check', readonly [string, string?]>>) => {
      cover('registration', 'complete', '{"statusRegistration":"REGULAR"}')
      for (const [section, [extent, text]] of Object.entries(of))
        cover(section as 'check', extent as 'none', text)
    }

    test('saving warns of each section that is not completely covered today, but succeeds', async () => {
      covered({ listingP: ['partial'], check: ['none'] })
      const own = await newClient()
      const saved = await own.save(policy)
      assert.equal(saved.status, 201, saved.text)
      const warnings = saved.at('result.warnings') as PolicyWarning[]
      assert.deepEqual(named(warnings), [
        ['section_partly_covered', 'listingP', 'CPF', 'rules[0].when'],
        ['section_not_covered', 'check', 'CPF', 'rules[0].when'],
      ])
      assert.match(warnings[1]?.message.pt ?? '', /cobre check para CPF.*não quer dizer que nada conste/)
      const second = await own.saveVersion({ ...policy, whenSectionFails: 'rules' }, '"1"')
      assert.equal(named(second.at('result.warnings') as PolicyWarning[]).length, 2)

      // A warning is as of the day it is read: a version never changes, coverage does.
      covered({ listingP: ['complete'], check: ['complete'] })
      assert.deepEqual((await own.call(`${politicas}/loja`)).at('result.warnings'), [])
      covered({ listingP: ['complete'], check: ['none'] })
      const version = await own.call(`${politicas}/loja/versoes/1`)
      assert.deepEqual(named(version.at('result.warnings') as PolicyWarning[]), [
        ['section_not_covered', 'check', 'CPF', 'rules[0].when'],
      ])
    })

    test('a decision records what was not consulted, and is repeated with the same bytes', async () => {
      covered({ listingP: ['partial'], check: ['none'] })
      const own = await newClient()
      await own.save(policy)
      const decision = await own.decided({ documento: person })
      assert.deepEqual(
        [decision.outcome, decision.decidedBy, decision.failedSections, decision.missingSections],
        ['review', 'debts', [], []],
      )
      assert.deepEqual(
        [decision.notCoveredSections, decision.partlyCoveredSections],
        [['check'], ['listingP']],
      )
      assert.deepEqual(
        decision.rules[0]?.values[0]?.from.map(({ section, answer }) => [section, answer]),
        [
          ['listingP', 'partial'],
          ['check', 'notCovered'],
        ],
      )
      assert.deepEqual(named(decision.warnings), [
        ['section_not_covered', 'check', 'CPF', 'rules[0].when'],
        ['section_partly_covered', 'listingP', 'CPF', 'rules[0].when'],
      ])

      covered({ listingP: ['complete'], check: ['complete'] })
      const shown = (await own.call(`${decisoes}/${decision.id}`)).at('result') as KeptDecision
      assert.deepEqual(
        [shown.notCoveredSections, shown.partlyCoveredSections, shown.warnings],
        [decision.notCoveredSections, decision.partlyCoveredSections, decision.warnings],
      )
      assert.equal((await own.call(`${decisoes}/${decision.id}/conferencia`)).at('result.same'), true)
    })

    test('an explanation says what was not consulted, and never that nothing is on file', async () => {
      covered({ listingP: ['partial'], check: ['none'] })
      const own = await newClient()
      await own.save(policy)
      const { id } = await own.decided({ documento: person })
      const explained = async (language: string) =>
        String(
          (await own.call(`${decisoes}/${id}/explicacao`, { headers: { 'Accept-Language': language } })).at(
            'result.text',
          ),
        )
      const [pt, en] = [await explained('pt'), await explained('en')]
      assert.match(pt, /Não foram consultados: Cheques/)
      assert.match(pt, /Consultados só em parte: Pendências comerciais/)
      assert.match(en, /Not consulted: Returned cheques/)
      assert.doesNotMatch(`${pt}${en}`, /nada consta|nothing is on file\b(?! about)|R\$ 0,00/i)
    })

    test('lower bounds decline above a limit, and never prove that a sum is below one', async () => {
      covered({ listingP: ['partial', owing('50000.00')], check: ['none'] })
      const own = await newClient()
      const [rule] = policy.rules
      assert.ok(rule !== undefined)
      const when = { value: 'negative.sum', of: { kinds }, atMost: '60000.00' } as const
      const small: Policy = {
        ...policy,
        name: 'pequenas',
        rules: [{ ...rule, when, outcome: 'approve' }],
        otherwise: { outcome: 'decline', reason: rule.reason },
      }
      await own.save(policy)
      await own.save(small)
      const known = await own.decided({ documento: person })
      assert.deepEqual([known.outcome, known.rules[0]?.values[0]?.atLeast], ['decline', '50000.00'])
      const unproven = await own.decided({ documento: person, policy: 'pequenas' })
      assert.deepEqual([unproven.outcome, unproven.rules[0]?.holds], ['review', 'unknown'])
    })

    test("a rehearsal uses the coverage of each report, and warns about today's coverage", async () => {
      covered({ listingP: ['complete'], check: ['none'] })
      const own = await newClient()
      await own.call('/relatorioBasico/v2/consulta', { body: { documento: person } })
      await service.keepAll()
      covered({ listingP: ['partial'], check: ['complete'] })
      const answer = await own.call(`${politicas}/loja/ensaio`, { body: { policy } })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        [answer.at('result.counts.withUncoveredSections'), answer.at('result.counts.after.review')],
        [1, 1],
      )
      assert.deepEqual(named(answer.at('result.warnings') as PolicyWarning[]), [
        ['section_partly_covered', 'listingP', 'CPF', 'rules[0].when'],
      ])
    })
  })
}
