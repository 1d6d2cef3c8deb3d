import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { documentos, watcherOf } from '../../../../testing/services/alert-service.ts'
import { shopPolicy } from '../../../../testing/services/decisions.ts'
import { cleanPerson, creditorOf, TestClock } from '../../../../testing/services/listing-service.ts'
import { companies } from '../../sandbox/companies.ts'
import { policyRunTopic } from './policy-run.ts'
import type { WatchedPolicyStore } from './watched-policy-store.ts'

const approved = {
  outcome: 'approve',
  version: 1,
  decidedBy: 'otherwise',
  reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' },
}
const declined = {
  outcome: 'decline',
  version: 1,
  decidedBy: 'recent-debts',
  reason: { pt: 'Dívidas no último ano.', en: 'Debts in the last year.' },
}
const forCompanies = shopPolicy({ name: 'empresas', documentTypes: ['CNPJ'] })

for (const engine of engines) {
  describe(`policies that go with watched documents, on ${engine}`, async () => {
    const clock = new TestClock()
    const place = await newPlace(engine)
    const store = await place.open()
    /** What happens once in the place of keeping, as a crash or another process would have it. */
    const broken: { before?: () => Promise<unknown>; after?: () => Promise<unknown> } = {}
    const keep: WatchedPolicyStore['keep'] = async (...all) => {
      const { before, after: afterwards } = broken
      delete broken.before
      delete broken.after
      await before?.()
      const kept = await store.watchedPolicies.keep(...all)
      await afterwards?.()
      return kept
    }
    const watchedPolicies = { ...store.watchedPolicies, keep }
    const service = await runService({
      clock,
      place,
      store: { ...store, watchedPolicies },
    })
    afterAll(service.close)

    /** A client of the sandbox that lists, watches and decides. */
    const newClient = async (policies: readonly Policy[] = [shopPolicy(), forCompanies]) => {
      const session = await service.newSession()
      const { clientId } = session
      const own = { environment: 'sandbox', clientId } as const
      const saved = { warnings: [], userId: undefined, createdAtMs: clock.nowMs() }
      for (const policy of policies)
        await service.store.policies.create({ ...own, ...saved, name: policy.name, policy }, 10)
      const watcher = watcherOf(service, session)
      const creditor = creditorOf(service, session)
      const runs = async () =>
        (await service.store.outbox.read(policyRunTopic, 1_000)).filter((one) => one.clientId === clientId)
      /** Events first, then what follows from them. */
      const jobs = async () => {
        await service.runJobs()
        await service.runJobs()
      }
      const told = async () => {
        await jobs()
        const all = await watcher.occurrences()
        return all
          .filter(({ event }) => event === 'decision.changed')
          .toSorted((a, b) => a.sequence - b.sequence)
          .map(({ data }) => data.decision)
      }
      const publish = async () => {
        const id = await creditor.inserted()
        await creditor.advance('P11D')
        return id
      }
      const release = async (id: string) => {
        const answer = await creditor.act(id, 'baixa', { reason: '01' })
        assert.ok(answer.status < 300, answer.text)
      }
      const nextVersion = (policy: Policy) =>
        service.store.policies.addVersion({ ...own, ...saved, name: policy.name, policy, after: 1 })
      const retire = (name: string) =>
        service.store.policies.retire({ ...own, name }, { userId: undefined, nowMs: clock.nowMs() })
      return { session, watcher, creditor, runs, jobs, told, publish, release, nextVersion, retire }
    }
    type Client = Awaited<ReturnType<typeof newClient>>
    const patch = ({ watcher }: Client, id: string, body: object) =>
      watcher.call(`${documentos}/${id}`, { method: 'PATCH', body })

    test('a policy is named, shown, exchanged and taken back', async () => {
      const own = await newClient([shopPolicy(), shopPolicy({ name: 'outra' })])
      const id = await own.watcher.watched({ policy: 'loja' })
      assert.equal((await own.watcher.call(`${documentos}/${id}`)).at('result.policy'), 'loja')
      assert.equal((await patch(own, id, { label: 'Um' })).at('result.policy'), 'loja')
      assert.equal((await patch(own, id, { policy: 'outra' })).at('result.policy'), 'outra')
      assert.equal((await own.watcher.call(documentos)).at('result.documents.0.policy'), 'outra')
      assert.equal((await patch(own, id, { policy: null })).at('result.policy'), undefined)
    })

    test('one that is unknown, of another client, retired or for other documents is refused at each door', async () => {
      const [own, other] = [await newClient(), await newClient([shopPolicy({ name: 'alheia' })])]
      await own.watcher.watched({ documento: companies[0]?.document, policy: 'empresas' })
      const id = await own.watcher.watched()
      await other.watcher.watched({ policy: 'alheia' })
      await own.retire('loja')
      for (const [policy, status, code] of [
        ['nenhuma', 404, 'policy_unknown'],
        ['alheia', 404, 'policy_unknown'],
        ['loja', 409, 'policy_retired'],
        ['empresas', 422, 'policy_not_for_document'],
      ] as const) {
        const body = { documento: cleanPerson, policy }
        for (const answer of [
          await own.watcher.call(documentos, { body }),
          await patch(own, id, { policy }),
        ]) {
          assert.equal(answer.status, status, answer.text)
          assert.equal(answer.at('code'), code)
          assert.ok(!answer.text.includes(cleanPerson))
        }
        for (const [type, text] of [
          ['application/x-ndjson', JSON.stringify(body)],
          ['text/csv', `documento,policy\n${cleanPerson},${policy}\n`],
        ] as const) {
          const headers = { 'Content-Type': type }
          const lines = await own.watcher.call(`${documentos}/lotes`, { body: text, headers })
          const { errors } = JSON.parse(lines.text.split('\n')[0] ?? '')
          assert.deepEqual([errors?.[0].field, errors?.[0].code], ['policy', code], lines.text)
          assert.ok(!/\{\w+\}/.test(errors[0].message), errors[0].message)
        }
      }
      assert.equal((await own.watcher.call(`${documentos}/${id}`)).at('result.policy'), undefined)
    })

    test('a contract without decisions names no policy, and is told nothing by one that was named', async () => {
      const own = await newClient()
      const id = await own.watcher.watched({ policy: 'loja' })
      await own.jobs()
      const scopes = wholeContract.scopes.filter((one) => one !== 'decisions')
      await service.store.clients.setContract(own.session.clientId, { ...wholeContract, scopes })
      await own.publish()
      assert.deepEqual(await own.told(), [])
      // Longer than a credential is believed without looking.
      clock.add(5_000)
      assert.equal((await patch(own, id, { policy: 'empresas' })).at('code'), 'product_not_contracted')
    })

    test('the first run tells nobody; a debt changes the outcome, its release changes it back', async () => {
      const own = await newClient()
      await own.watcher.watched({ policy: 'loja', label: 'Cliente 1' })
      assert.deepEqual(await own.told(), [])
      const id = await own.publish()
      const first = { policy: 'loja', before: approved, after: declined }
      assert.deepEqual(await own.told(), [first])
      assert.deepEqual(await own.told(), [first], 'it is told once')
      await own.release(id)
      assert.deepEqual(await own.told(), [first, { policy: 'loja', before: declined, after: approved }])
      const { links } = await service.store.trail.linksOf('sandbox', own.session.clientId, {
        from: undefined,
        count: 100,
      })
      const records = links.flatMap(({ records }) => records.split('\n')).map(readRecord)
      const asked = records.filter(({ outcome }) => outcome !== 'alerted')
      assert.deepEqual(asked, [], 'to run a policy is no consultation')
    })

    test('who watches without a policy, or without this event, costs no run', async () => {
      const [plain, silent, ended] = [await newClient(), await newClient(), await newClient()]
      await plain.watcher.watched()
      await silent.watcher.watched({ policy: 'loja', events: ['listing.published'] })
      await ended.watcher.watched({ policy: 'loja', until: '2026-11-17' })
      for (const one of [plain, silent, ended]) await one.publish()
      for (const one of [plain, silent, ended]) assert.deepEqual(await one.told(), [])
      assert.deepEqual([await plain.runs(), (await silent.runs()).length], [[], 1])
      assert.equal((await ended.runs()).length, 1)
    })

    test('a lot of documents gets its first runs, and is told of later changes', async () => {
      const own = await newClient()
      const body = `documento,policy\n${cleanPerson},loja\n12345678909,\n`
      const headers = { 'Content-Type': 'text/csv' }
      await own.watcher.call(`${documentos}/lotes`, { body, headers })
      assert.equal((await own.runs()).length, 1)
      await own.watcher.call(`${documentos}/lotes`, { body, headers })
      assert.equal((await own.runs()).length, 1, 'what exists is left as it is')
      await own.jobs()
      await own.publish()
      assert.equal((await own.told()).length, 1)
    })

    test('another version alone tells nothing; it decides at the next change, and both are named', async () => {
      const own = await newClient()
      await own.watcher.watched({ policy: 'loja' })
      await own.jobs()
      const otherwise = { outcome: 'review', reason: { pt: 'Olhar.', en: 'Look.' } } as const
      await own.nextVersion(shopPolicy({ otherwise }))
      assert.deepEqual(await own.told(), [])
      await own.watcher.triggered('registration.changed', cleanPerson)
      const after = { outcome: 'review', version: 2, decidedBy: 'otherwise', reason: otherwise.reason }
      assert.deepEqual(await own.told(), [{ policy: 'loja', before: approved, after }])
      await own.retire('loja')
      await own.publish()
      assert.equal((await own.told()).length, 1, 'a retired one decides no more')
    })

    test('another policy, or the same chosen anew, begins anew', async () => {
      const own = await newClient()
      const id = await own.watcher.watched({ policy: 'loja' })
      await own.jobs()
      await patch(own, id, { policy: null })
      await own.publish()
      assert.deepEqual(await own.told(), [])
      await patch(own, id, { policy: 'loja' })
      assert.deepEqual(await own.told(), [])
    })

    test('two runs at once, a crash before it is kept and one after it: told once', async () => {
      const own = await newClient()
      await own.watcher.watched({ policy: 'loja' })
      await own.jobs()
      const debtId = await own.publish()
      const [first] = (await own.runs()).filter(({ id }) => !id.endsWith('.v1'))
      assert.ok(first)
      const run = () => service.handlers[policyRunTopic]?.({ ...first, attempts: 1 })
      const another = () => service.handlers[policyRunTopic]?.({ ...first, id: `${first.id}.b`, attempts: 1 })
      broken.before = async () => {
        throw new Error('It ended before it was kept')
      }
      await assert.rejects(async () => run(), /before it was kept/)
      broken.after = async () => {
        throw new Error('It ended before the row was done')
      }
      await assert.rejects(async () => run(), /before the row was done/)
      assert.deepEqual(await Promise.all([run(), another()]), ['done', 'done'])
      assert.equal((await own.told()).length, 1)

      // Of two that decide on different days of its data, the one that reads later has the last word.
      broken.before = async () => {
        await own.release(debtId)
        await another()
      }
      await run()
      assert.deepEqual(
        (await own.told()).map((one) => (one as { after: { outcome: string } }).after.outcome),
        ['decline', 'approve'],
      )
    })

    test('a registration that loses its policy, or is removed, while the policy runs tells nothing', async () => {
      const own = await newClient()
      const id = await own.watcher.watched({ policy: 'loja' })
      await own.jobs()
      const debtId = await own.publish()
      broken.before = () => patch(own, id, { policy: null })
      assert.deepEqual(await own.told(), [])
      await patch(own, id, { policy: 'loja' })
      await own.jobs()
      await own.release(debtId)
      broken.before = () => own.watcher.call(`${documentos}/${id}`, { method: 'DELETE' })
      assert.deepEqual(await own.told(), [])
    })
  })
}
