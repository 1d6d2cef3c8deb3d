import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { testOn } from '../../../testing/matrix.ts'
import { type Options, runService } from '../../../testing/running-service.ts'
import { mailServer } from '../../../testing/servers/mail-server.ts'
import { webhookReceiver } from '../../../testing/servers/webhook-receiver.ts'
import {
  documentos,
  emails,
  type Occurred,
  ocorrencias,
  watcherOf,
} from '../../../testing/services/alert-service.ts'
import {
  cleanPerson,
  creditorOf,
  debt,
  dividas,
  personOf,
  TestClock,
} from '../../../testing/services/listing-service.ts'
import { operate } from '../listings/operate.ts'

const backer = '12345678909'
const guarantor = {
  documento: backer,
  name: 'BRUNO AVALISTA DE EXEMPLO',
  birthDate: '1979-01-02',
  ...personOf(backer),
  address: {
    addressLine: 'RUA DE EXEMPLO',
    district: 'CENTRO',
    city: 'RIO DE JANEIRO',
    state: 'RJ',
    zipCode: '20010000',
  },
}
const statement = 'Não reconheço esta dívida.'
const dayMs = 86_400_000

/** An alert in one line: the event, what happened, and whether the debt can be read afterwards. */
const lineOf = ({ event, data }: Occurred): string =>
  `${event.slice('listing.'.length)} ${String(data.change)} ${data.visible === 'true' ? 'shown' : 'hidden'}`
const amountOf = ({ data }: Occurred): unknown =>
  (data.listing as Record<string, unknown> | undefined)?.amount

for (const engine of engines) {
  describe(`what watchers hear of listings, on ${engine}`, async () => {
    const ruleTest = testOn(engine)
    /** A client of the sandbox that lists and watches, from Monday 16 November 2026. */
    const opened = async (options: Options = {}) => {
      const clock = new TestClock()
      const place = options.place ?? (await newPlace(engine))
      const service = await runService({ ...options, place, clock })
      cleanUp(service.close)
      const session = await service.newSession()
      const creditor = creditorOf(service, session)
      const watcher = watcherOf(service, session)
      const told = async (documento = cleanPerson) => {
        await service.runJobs()
        const all = await watcher.occurrences({ 'x-documento': documento })
        // That something was wrong is told besides, and tried with corrections.
        const alerts = all.filter(({ event }) => event !== 'listing.corrected')
        return alerts.toSorted((a, b) => a.sequence - b.sequence)
      }
      /** Every alert of a document so far, and since the last time that this was asked. */
      const heard = new Map<string, number>()
      const news = async (documento = cleanPerson) => {
        const all = await told(documento)
        const fresh = all.slice(heard.get(documento) ?? 0)
        heard.set(documento, all.length)
        return fresh.map(lineOf)
      }
      /** Lets time pass in the sandbox without anything being recorded. */
      const pass = async (days: number) => {
        const { sandboxClocks } = service.store
        const fromMs = await sandboxClocks.offsetMs(session.clientId)
        await sandboxClocks.advance(session.clientId, { fromMs, toMs: fromMs + days * dayMs })
      }
      const resume = (id: string) => creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
      const answerDispute = (id: string, outcome: string) =>
        creditor.act(id, 'contestacao/desfecho', { outcome })
      return { service, clock, creditor, watcher, told, news, pass, resume, answerDispute, place }
    }
    /** Published, and its publication heard. */
    const published = async () => {
      const world = await opened()
      await world.watcher.watched({ documento: cleanPerson })
      await world.watcher.watched({ documento: backer })
      const id = await world.creditor.inserted()
      await world.creditor.advance('P11D')
      assert.deepEqual(await world.news(), ['published published shown'])
      return { ...world, id }
    }
    /** The same with a guarantor, on 1 December. */
    const backed = async () => {
      const world = await opened()
      await world.watcher.watched({ documento: cleanPerson })
      await world.watcher.watched({ documento: backer })
      const id = await world.creditor.inserted()
      const added = await world.creditor.act(id, 'avalistas', guarantor)
      assert.equal(added.status, 201, added.text)
      await world.creditor.advance('P15D')
      assert.deepEqual(await world.news(), ['published published shown'])
      assert.deepEqual(await world.news(backer), ['published published shown'])
      return { ...world, id, guarantorId: String(added.at('result.id')) }
    }
    const ok = (answer: { readonly status: number; readonly text: string }) =>
      assert.ok(answer.status < 300, answer.text)

    ruleTest(
      'of a debt that is shown no more, an alert says what happened, and not which debt it was',
      async () => {
        const { creditor, watcher, told, id } = await published()
        const listingIn = async (path: string) => (await watcher.call(path)).at('result.data.listing.amount')
        const [first] = await told()
        const path = `${ocorrencias}/${first?.id}`
        assert.equal(await listingIn(path), '1520.33')
        await creditor.act(id, 'baixa', { reason: '03' })
        const [again, ended] = await told()
        assert.deepEqual(
          [again?.data, ended?.event],
          [{ on: first?.data.on, change: 'published', visible: 'true' }, 'listing.released'],
        )
        assert.equal(await listingIn(path), undefined)
      },
    )

    ruleTest(
      'an alert that was first read while its debt was hidden is on record with the debt, which it tells later',
      async () => {
        const { creditor, watcher, service, resume } = await opened()
        await watcher.watched({ documento: cleanPerson })
        const id = await creditor.inserted()
        await creditor.advance('P11D')
        await service.runJobs()
        assert.equal((await creditor.act(id, 'suspensao', { courtOrder: '0001' })).status, 200)
        const published = async () =>
          (await watcher.occurrences()).find(({ event }) => event === 'listing.published')
        const first = await published()
        assert.ok(first && first.data.listing === undefined)
        assert.equal((await resume(id)).status, 200)
        assert.ok((await published())?.data.listing)
        const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
        const found = await service.store.trail.ofDocument('sandbox', cleanPerson as never, range)
        const records = found.filter((one) => one.requestId === first.id)
        assert.deepEqual(
          records.map(({ listings }) => listings.split(':')[0]),
          [id],
        )
      },
    )

    ruleTest(
      'a daily mail tells no debt that was paid before it left, and what is sent again tells none that ended',
      async () => {
        const mail = await mailServer()
        const hook = await webhookReceiver()
        const { creditor, watcher, service } = await opened({ mail: mail.settings })
        await watcher.watched({ documento: cleanPerson })
        const email = await watcher.call(emails, {
          body: { email: 'risco@exemplo.com.br', digest: 'daily', events: ['listing.published'] },
        })
        assert.equal(email.status, 201, email.text)
        await service.runJobs()
        const [, confirm = ''] =
          /https:\/\/alertas\.example(\S+)/.exec(mail.received.at(-1)?.text ?? '') ?? []
        await service.call(confirm, { method: 'POST' })
        const id = await creditor.inserted()
        await creditor.advance('P11D')
        const today = String((await creditor.status(id)).at('result.publishOn'))
        assert.equal((await creditor.patch(id, { paidOn: today })).status, 200)
        await creditor.advance('P1D')
        await service.runJobs()
        const text = mail.received.at(-1)?.text ?? ''
        assert.match(text, /publicad/)
        assert.doesNotMatch(text, /1520|CT-1001|CREDOR/)
        const made = await watcher.call('/alertas/v2/webhooks', { body: { url: `${hook.url}/hook` } })
        assert.equal(made.status, 201, made.text)
        const [first] = (await watcher.occurrences()).filter(({ event }) => event === 'listing.published')
        await watcher.call(`${ocorrencias}/${first?.id}/reenviar`, { method: 'POST' })
        await service.runJobs()
        assert.deepEqual(
          [hook.received[0]?.message.data.id, hook.received[0]?.message.data.data.listing],
          [first?.id, undefined],
        )
        hook.close()
      },
    )

    test('a publication is told once, however often the jobs run, and after a restart', async () => {
      const world = await opened()
      await world.watcher.watched({ documento: cleanPerson })
      await world.creditor.inserted()
      await world.pass(11)
      await world.service.runJobs()
      assert.deepEqual(await world.news(), ['published published shown'])
      await world.service.runJobs()
      const store = await world.place.open()
      const again = await runService({ store, place: world.place, clock: world.clock })
      await again.runJobs()
      await again.close()
      assert.deepEqual(await world.news(), [])
    })

    ruleTest(
      'a dispute, its rejection and a change that a report shows are told; a telephone is not',
      async () => {
        const { creditor, id, news, told, answerDispute } = await published()
        ok(await creditor.act(id, 'contestacao', { statement }))
        assert.deepEqual(await news(), ['changed disputed shown'])
        assert.equal((((await told()).at(-1)?.data.listing ?? {}) as Record<string, string>).disputed, 'true')
        ok(await answerDispute(id, 'rejected'))
        assert.deepEqual(await news(), ['changed dispute_rejected shown'])
        ok(await creditor.patch(id, { amount: '100.00' }))
        assert.deepEqual(await news(), ['changed changed shown'])
        assert.equal(amountOf((await told()).at(-1) as Occurred), '100.00')
        ok(await creditor.patch(id, { contact: { ...debt.contact, phone: '11999990000' } }))
        assert.deepEqual(await news(), [])
      },
    )

    ruleTest('nothing is told of one whose dispute is overdue until it can be read again', async () => {
      const { creditor, id, news, told, answerDispute } = await published()
      ok(await creditor.act(id, 'contestacao', { statement }))
      await creditor.advance('P8D')
      assert.deepEqual(await news(), ['changed disputed shown', 'changed dispute_overdue hidden'])
      ok(await creditor.patch(id, { amount: '100.00' }))
      ok(await creditor.patch(id, { flagSubJudice: 'true' }))
      ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
      assert.deepEqual(await news(), [])
      ok(await answerDispute(id, 'rejected'))
      assert.deepEqual(await news(), [])
      ok(await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' }))
      assert.deepEqual(await news(), ['changed resumed shown'])
      const last = (await told()).at(-1)
      assert.equal(last && amountOf(last), '100.00')
    })

    ruleTest(
      'one that is published while its dispute is overdue is first told when it can first be read',
      async () => {
        const { creditor, watcher, news, answerDispute } = await opened()
        await watcher.watched({ documento: cleanPerson })
        const id = await creditor.inserted()
        await creditor.advance('P2D')
        ok(await creditor.act(id, 'contestacao', { statement }))
        await creditor.advance('P9D')
        assert.equal((await creditor.status(id)).at('result.state'), 'published')
        assert.deepEqual(await news(), [])
        ok(await answerDispute(id, 'rejected'))
        assert.deepEqual(await news(), ['published published shown'])
      },
    )

    ruleTest('and of one that never could be read nobody hears, not even its end', async () => {
      const { creditor, watcher, news } = await opened()
      await watcher.watched({ documento: cleanPerson })
      const id = await creditor.inserted()
      await creditor.advance('P2D')
      ok(await creditor.act(id, 'contestacao', { statement }))
      await creditor.advance('P9D')
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      assert.equal((await creditor.status(id)).at('result.state'), 'released')
      assert.deepEqual(await news(), [])
    })

    ruleTest(
      'one that is raised and then withdrawn ends for those who heard of it, at the value they know',
      async () => {
        const { creditor, id, news, told } = await published()
        ok(await creditor.patch(id, { amount: '9000.00' }))
        assert.deepEqual(await news(), ['changed changed hidden'])
        ok(await creditor.act(id, 'baixa', { reason: '03' }))
        assert.equal((await creditor.status(id)).at('result.state'), 'withdrawn')
        assert.deepEqual(await news(), ['released withdrawn hidden'])
        for (const one of await told())
          assert.equal(amountOf(one), one.data.visible === 'true' ? undefined : '1520.33')
      },
    )

    ruleTest('raised, it is told anew at its new value when that may be read, and not before', async () => {
      const { creditor, id, news, told } = await published()
      ok(await creditor.patch(id, { amount: '9000.00' }))
      ok(await creditor.patch(id, { amount: '8000.00' }))
      await creditor.advance('P5D')
      assert.deepEqual(await news(), ['changed changed hidden'])
      await creditor.advance('P10D')
      assert.deepEqual(await news(), ['published published shown'])
      assert.equal(amountOf((await told()).at(-1) as Occurred), '8000.00')
    })

    ruleTest(
      'an end is told however it comes: paid, suspended or refused meanwhile, by whomever',
      async () => {
        const ways: readonly [
          (world: Awaited<ReturnType<typeof published>>) => Promise<unknown>,
          readonly string[],
        ][] = [
          [
            async ({ creditor, id }) => {
              await creditor.patch(id, { paidOn: '2026-11-27' })
              await creditor.act(id, 'baixa', { reason: '01' })
            },
            ['changed paid hidden', 'released released hidden'],
          ],
          [
            async ({ creditor, id }) => {
              await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' })
              await creditor.act(id, 'baixa', { reason: '03' })
            },
            ['changed suspended hidden', 'released released hidden'],
          ],
          [
            async ({ creditor, id, answerDispute }) => {
              await creditor.act(id, 'contestacao', { statement })
              await answerDispute(id, 'upheld')
            },
            ['changed disputed shown', 'released released hidden'],
          ],
          [
            async ({ service, creditor, id }) => {
              await creditor.patch(id, { birthDate: '2009-03-11' })
              await operate(service.listings, { id, operator: 'Carla' }, { kind: 'refuse', note: 'menor' })
            },
            ['changed held hidden', 'released refused hidden'],
          ],
          [
            ({ service, id }) =>
              operate(
                service.listings,
                { id, operator: 'Carla' },
                { kind: 'release', reason: '96', note: 'ordem' },
              ),
            ['released released hidden'],
          ],
          [({ creditor }) => creditor.advance('P5Y'), ['expired expired hidden']],
        ]
        for (const [end, heard] of ways) {
          const world = await published()
          await end(world)
          assert.deepEqual(await world.news(), heard)
        }
      },
    )

    test('the clock moved by months in one step tells everything on its way, in its order', async () => {
      const { creditor, id, news, told } = await published()
      ok(await creditor.act(id, 'contestacao', { statement }))
      await creditor.advance('P3M')
      assert.deepEqual(await news(), [
        'changed disputed shown',
        'changed dispute_overdue hidden',
        'released released hidden',
      ])
      assert.deepEqual(
        (await told()).map((one) => one.data.on),
        ['2026-11-27', '2026-11-27', '2026-12-05', '2026-12-08'],
      )
    })

    ruleTest('whoever begins to watch after the publication hears of the end', async () => {
      const { creditor, watcher, news } = await opened()
      const id = await creditor.inserted()
      await creditor.advance('P11D')
      await watcher.watched({ documento: cleanPerson })
      await creditor.advance('P1D')
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      assert.deepEqual(await news(), ['released released hidden'])
    })

    ruleTest('whoever begins when it is hidden hears nothing, until it can be read again', async () => {
      for (const ends of [true, false]) {
        const { creditor, watcher, news, resume } = await opened()
        const id = await creditor.inserted()
        await creditor.advance('P11D')
        ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
        await creditor.advance('P1D')
        await watcher.watched({ documento: cleanPerson })
        ok(await (ends ? creditor.act(id, 'baixa', { reason: '03' }) : resume(id)))
        assert.deepEqual(await news(), ends ? [] : ['changed resumed shown'])
      }
    })

    test('a watch that slept while it could be read hears nothing of it once it wakes, not even its end', async () => {
      for (const wake of [{ until: null }, { until: '2027-12-31' }]) {
        const { creditor, watcher, news } = await opened()
        const watch = await watcher.watched({ documento: cleanPerson, until: '2026-11-20' })
        const id = await creditor.inserted()
        await creditor.advance('P11D')
        ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
        await creditor.advance('P1D')
        ok(await watcher.call(`${documentos}/${watch}`, { method: 'PATCH', body: wake }))
        ok(await creditor.act(id, 'baixa', { reason: '03' }))
        assert.deepEqual(await news(), [])
      }
    })

    test('one that was told of the publication before it slept hears of the end', async () => {
      const { creditor, watcher, news, id } = await published()
      const found = (await watcher.call(documentos, { headers: { 'x-documento': cleanPerson } })).at(
        'result.documents.0',
      ) as { id: string; createdAt: string }
      const path = `${documentos}/${found.id}`
      const change = (body: object) => watcher.call(path, { method: 'PATCH', body })
      ok(await change({ until: '2026-11-27' }))
      await creditor.advance('P1D')
      ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
      assert.deepEqual(await news(), [])
      await creditor.advance('P1D')
      ok(await change({ until: null }))
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      assert.deepEqual(await news(), ['released released hidden'])
    })

    ruleTest('a watch that is changed while it stands began when it began', async () => {
      const { creditor, watcher, news, id } = await published()
      const [watch] = (await watcher.call(documentos, { headers: { 'x-documento': cleanPerson } })).at(
        'result.documents',
      ) as { id: string; createdAt: string }[]
      ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
      assert.deepEqual(await news(), ['changed suspended hidden'])
      await creditor.advance('P1D')
      const changed = await watcher.call(`${documentos}/${watch?.id}`, {
        method: 'PATCH',
        body: { until: '2027-12-31', label: 'Outro' },
      })
      assert.equal(changed.at('result.createdAt'), watch?.createdAt)
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      assert.deepEqual(await news(), ['released released hidden'])
    })

    ruleTest('nor does whoever begins after its last day, though that is recorded later', async () => {
      const { creditor, watcher, news, pass } = await opened()
      const id = await creditor.inserted()
      await pass(12)
      await creditor.act(id, 'contestacao', { statement })
      await pass(8)
      await watcher.watched({ documento: cleanPerson })
      await pass(1)
      assert.deepEqual(await news(), [])
      await pass(30)
      assert.deepEqual(await news(), [])
      const late = await opened()
      await late.creditor.inserted()
      await late.pass(6 * 365)
      await late.watcher.watched({ documento: cleanPerson })
      assert.deepEqual(await late.news(), [])
    })

    ruleTest(
      'a guarantor whose principal cannot be read yet is told when it can, and only then',
      async () => {
        const { creditor, watcher, news } = await opened({ waitingDays: { SP: 40 } })
        await watcher.watched({ documento: backer })
        const id = await creditor.inserted()
        ok(await creditor.act(id, 'avalistas', guarantor))
        await creditor.advance('P20D')
        assert.deepEqual(await news(backer), [])
        await creditor.advance('P25D')
        assert.deepEqual(await news(backer), ['published published shown'])
      },
    )

    ruleTest('a guarantor of a principal that never could be read ends without a word', async () => {
      const { creditor, watcher, news } = await opened({ waitingDays: { SP: 40 } })
      await watcher.watched({ documento: backer })
      const id = await creditor.inserted()
      const added = await creditor.act(id, 'avalistas', guarantor)
      await creditor.advance('P20D')
      const path = `${dividas}/${id}/avalistas/${String(added.at('result.id'))}`
      const version = (await creditor.call(path)).headers.get('etag') ?? ''
      ok(
        await creditor.call(path, {
          method: 'PATCH',
          body: { flagSubJudice: 'true' },
          headers: { 'If-Match': version },
        }),
      )
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      assert.deepEqual(await news(backer), [])
    })

    ruleTest("a guarantor's watchers hear of what its principal's change does to it", async () => {
      const { creditor, service, id, news, resume, answerDispute } = await backed()
      ok(await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }))
      assert.deepEqual(await news(backer), ['changed suspended hidden'])
      ok(await creditor.patch(id, { amount: '1000.00' }))
      assert.deepEqual(await news(backer), [])
      ok(await resume(id))
      assert.deepEqual(await news(backer), ['changed resumed shown'])
      ok(await creditor.patch(id, { amount: '900.00' }))
      assert.deepEqual(await news(backer), ['changed changed shown'])
      ok(await creditor.act(id, 'contestacao', { statement }))
      assert.deepEqual(await news(backer), [])
      await creditor.advance('P8D')
      assert.deepEqual(await news(backer), ['changed dispute_overdue hidden'])
      ok(await answerDispute(id, 'rejected'))
      assert.deepEqual(await news(backer), ['changed dispute_rejected shown'])
      ok(await creditor.patch(id, { amount: '5000.00' }))
      assert.deepEqual(await news(backer), ['changed changed hidden'])
      await creditor.advance('P20D')
      assert.deepEqual(await news(backer), ['published published shown'])
      await operate(
        service.listings,
        { id, operator: 'Carla' },
        { kind: 'suspend', courtOrder: 'Processo 2' },
      )
      assert.deepEqual(await news(backer), ['changed suspended hidden'])
      await operate(service.listings, { id, operator: 'Carla' }, { kind: 'resume', note: 'caiu' })
      assert.deepEqual(await news(backer), ['changed resumed shown'])
      ok(await creditor.patch(id, { paidOn: '2026-12-28' }))
      assert.deepEqual(await news(backer), ['changed paid hidden'])
      ok(await creditor.act(id, 'baixa', { reason: '01' }))
      assert.deepEqual(await news(backer), ['released released hidden'])
    })

    ruleTest('held for review, a principal hides its guarantor, and refused it ends it', async () => {
      const { creditor, service, id, news } = await backed()
      ok(await creditor.patch(id, { birthDate: '2009-03-11' }))
      assert.deepEqual(await news(backer), ['changed held hidden'])
      await operate(service.listings, { id, operator: 'Carla' }, { kind: 'refuse', note: 'menor' })
      assert.deepEqual(await news(backer), ['released released hidden'])
    })

    ruleTest("another guarantor's payment is told to the watchers of all", async () => {
      const { creditor, watcher, id, guarantorId, news } = await backed()
      const second = '00000001163'
      await watcher.watched({ documento: second })
      ok(await creditor.act(id, 'avalistas', { ...guarantor, ...personOf(second), documento: second }))
      await creditor.advance('P15D')
      assert.deepEqual(await news(second), ['published published shown'])
      const paid = await creditor.call(`${dividas}/${id}/avalistas/${guarantorId}/baixa`, {
        body: { reason: '01' },
      })
      ok(paid)
      assert.deepEqual(await news(backer), ['released released hidden'])
      assert.deepEqual(await news(), ['changed paid hidden'])
      assert.deepEqual(await news(second), ['changed paid hidden'])
    })

    test('changes of both at once leave the watchers of each with what can be read', async () => {
      for (let round = 0; round < 5; round++) {
        const { creditor, id, guarantorId, told } = await backed()
        const path = `${dividas}/${id}/avalistas/${guarantorId}`
        await Promise.all([
          creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' }),
          creditor.call(`${path}/baixa`, { body: { reason: '03' } }),
        ])
        const lines = (await told(backer)).map(lineOf)
        assert.equal(lines.at(-1), 'released released hidden')
        assert.equal(lines.filter((one) => one.endsWith('shown')).length, 1)
      }
    })

    test('what a version from before has kept ends too for those who watch, and says nothing new', async () => {
      const released = await published()
      await changeRows(released.place, 'lastro.db', 'update listing set told = null')
      ok(await released.creditor.act(released.id, 'baixa', { reason: '03' }))
      assert.deepEqual(await released.news(), ['released released hidden'])
      assert.equal(amountOf((await released.told()).at(-1) as Occurred), '1520.33')
      const raised = await published()
      ok(await raised.creditor.patch(raised.id, { amount: '9000.00' }))
      await raised.news()
      await changeRows(raised.place, 'lastro.db', 'update listing set told = null')
      ok(await raised.creditor.act(raised.id, 'baixa', { reason: '03' }))
      assert.deepEqual(await raised.news(), ['released withdrawn hidden'])
      assert.equal(amountOf((await raised.told()).at(-1) as Occurred), undefined)
      const waiting = await opened()
      await waiting.watcher.watched({ documento: cleanPerson })
      const id = await waiting.creditor.inserted()
      await changeRows(waiting.place, 'lastro.db', 'update listing set told = null')
      ok(await waiting.creditor.act(id, 'baixa', { reason: '03' }))
      assert.deepEqual(await waiting.news(), [])
    })

    test('others watch in their own register, and hear nothing', async () => {
      const { service, creditor, id } = await published()
      const stranger = watcherOf(service, await service.newSession())
      await stranger.call(documentos, { body: { documento: cleanPerson } })
      ok(await creditor.act(id, 'baixa', { reason: '03' }))
      await service.runJobs()
      assert.deepEqual(await stranger.occurrences(), [])
    })
  })
}
