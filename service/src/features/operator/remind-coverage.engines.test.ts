import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { type MailServer, mailServer } from '../../../testing/servers/mail-server.ts'
import { newUser, operatorService } from '../../../testing/services/operator-service.ts'
import type { Engine } from '../../store/engine/tables.ts'
import type { BureauCoverage } from '../bureau/bureau-coverage.ts'
import { reminderMail } from './remind-coverage.ts'

const day = (text: string) => text as Day
const dayMs = 86_400_000
const today = day('2026-11-19')

let generation = 0
function declaration(of: Partial<BureauCoverage> = {}): BureauCoverage {
  generation += 1
  return {
    id: randomUUIDv7(),
    section: 'check',
    documentType: 'CPF',
    extent: 'complete',
    asOf: day('2026-11-12'),
    until: addDays(today, 7),
    generation,
    declaredAtMs: 1_000 + generation,
    declaredBy: 'Otávio',
    withdrawnAtMs: undefined,
    ...of,
  }
}

async function installation(engine: Engine, options: { readonly mail?: MailServer } = {}) {
  const clock = { now: Date.parse(`${today}T12:00:00-03:00`), nowMs: () => clock.now }
  const service = await operatorService(engine, {
    clock,
    coverage: 'none',
    publicUrl: 'https://biro.example',
    ...(options.mail !== undefined && { mail: options.mail.settings }),
  })
  cleanUp(service.close)
  const declare = async (of?: Partial<BureauCoverage>) => {
    const made = declaration(of)
    await service.store.bureauCoverage.declare([made])
    return made.id
  }
  /** Advances the clock by a minute and runs the background jobs. */
  const runJobs = async () => {
    clock.now += 61_000
    return service.runJobs()
  }
  return { ...service, clock, declare, runJobs }
}

const warnings = ({ logLines }: Pick<RunningService, 'logLines'>) =>
  logLines.filter((line) => line.startsWith('coverage of the bureau ends soon'))

for (const engine of engines) {
  describe(`reminders of coverage that ends, on ${engine}`, () => {
    test('a week before the last day each active operator receives one mail, in both languages', async () => {
      const mail = await mailServer()
      const service = await installation(engine, { mail })
      const { clock, declare, runJobs } = service
      const other = await newUser(service, { name: 'Outro Operador', roles: ['operator'] })
      const disabled = await newUser(service, { name: 'Antigo', roles: ['operator'] })
      await service.store.users.disableUser(disabled.userId, clock.now)
      const { clientId } = await service.newSession('production')
      await newUser(service, { name: 'Analista', roles: ['analyst'], clientId })
      await declare({ until: addDays(today, 8) })
      await declare({ section: 'notary', documentType: 'CNPJ', until: addDays(today, 8) })
      await runJobs()
      assert.equal(mail.received.length, 0)
      clock.now += dayMs
      await runJobs()
      await runJobs()
      assert.equal(mail.received.length, 2)
      const recipients = mail.received.flatMap(({ to }) => to)
      assert.ok(recipients.includes(other.email) && !recipients.includes(disabled.email))
      const [received] = mail.received
      assert.equal(received?.subject, '[Lastro] A cobertura do birô termina em 27/11/2026')
      for (const text of [
        'Cheques sem fundos (check) de CPF: último dia 27/11/2026',
        'Protestos (notary) de CNPJ: último dia 27/11/2026',
        'Returned cheques (check) of CPF: last day 2026-11-27',
        'lastro bureau load ARQUIVO --covers check --for cpf --as-of DIA',
        'lastro bureau load ARQUIVO --covers notary --for cnpj --as-of DIA',
        'https://biro.example/console/operador/cobertura',
      ])
        assert.ok(received?.text.includes(text), `${text} in ${received?.text}`)
      assert.ok((received?.text.indexOf('termina') ?? 0) < (received?.text.indexOf('ends') ?? 0))
    })

    test('a declaration causes one reminder, also after a restart and with two services', async () => {
      const mail = await mailServer()
      const service = await installation(engine, { mail })
      const second = await runService({
        place: service.place,
        store: await service.place.open(),
        engine,
        clock: service.clock,
        coverage: 'none',
        mail: mail.settings,
      })
      onTestFinished(second.close)
      await service.declare()
      service.clock.now += 61_000
      await Promise.all([service.runJobs(), second.runJobs()])
      await second.runJobs()
      assert.equal(mail.received.length, 1)
      service.clock.now += 3 * dayMs
      await Promise.all([service.runJobs(), second.runJobs()])
      assert.equal(mail.received.length, 1)
      await service.declare({ section: 'notary', until: addDays(today, 5) })
      service.clock.now += 61_000
      await second.runJobs()
      assert.equal(mail.received.length, 2, 'another declaration causes another reminder')
    })

    test('two stores that mark one declaration at once add one mail', async () => {
      const service = await installation(engine)
      const other = await service.place.open()
      onTestFinished(other.close)
      const id = await service.declare()
      const reminded = await Promise.all(
        [service.store, other].map((store) => store.bureauCoverage.remind([id], 1, () => [])),
      )
      assert.deepEqual(
        reminded.map((some) => some.length).toSorted((a, b) => a - b),
        [0, 1],
      )
    })

    test('superseded, withdrawn and expired declarations cause no reminder', async () => {
      const mail = await mailServer()
      const { declare, runJobs, store } = await installation(engine, { mail })
      await declare()
      await declare({ until: day('2027-01-02') })
      const withdrawn = await declare({ section: 'notary' })
      await store.bureauCoverage.withdraw(withdrawn, { name: 'Olívia', nowMs: 1 })
      await declare({ section: 'notary', until: addDays(today, -1) })
      await runJobs()
      assert.equal(mail.received.length, 0)
    })

    test('a declaration shortened to less than a week causes one reminder', async () => {
      const mail = await mailServer()
      const { declare, runJobs, store } = await installation(engine, { mail })
      const id = await declare({ until: day('2027-01-02') })
      await runJobs()
      assert.equal(mail.received.length, 0)
      const by = { name: 'Olívia', nowMs: 1 }
      await store.bureauCoverage.shorten(id, addDays(today, 3), by)
      await runJobs()
      assert.equal(mail.received.length, 1)
      await store.bureauCoverage.shorten(id, addDays(today, 1), by)
      await runJobs()
      assert.equal(mail.received.length, 1)
    })

    test('a mail that the server defers is retried, and dropped if newer data arrives meanwhile', async () => {
      const mail = await mailServer()
      const { declare, runJobs, clock } = await installation(engine, { mail })
      mail.answer = { code: 451, text: 'later' }
      await declare()
      await declare({ section: 'notary' })
      await runJobs()
      assert.equal(mail.received.length, 0)
      await declare({ until: day('2027-01-02') })
      mail.answer = undefined
      clock.now += 3_600_000
      await runJobs()
      assert.equal(mail.received.length, 1)
      assert.doesNotMatch(mail.received[0]?.text ?? '', /\(check\)/)
      assert.ok(mail.received[0]?.text.includes('(notary)'))
    })

    test('without a mail server, one warning is logged', async () => {
      const service = await installation(engine)
      await service.declare()
      await service.runJobs()
      await service.runJobs()
      assert.equal(warnings(service).length, 1)
      assert.match(warnings(service)[0] ?? '', /"section":"check","documentType":"CPF","until":"2026-11-26"/)
    })

    test('without an active operator, one warning is logged', async () => {
      const mail = await mailServer()
      const service = await installation(engine, { mail })
      await service.store.users.disableUser(service.operatorId, 1)
      await service.declare()
      await service.runJobs()
      await service.runJobs()
      assert.deepEqual([mail.received.length, warnings(service).length], [0, 1])
    })
  })
}

test('the suggested commands declare what ends and nothing more', () => {
  const user = { name: 'Olívia', email: 'olivia@exemplo.com.br' }
  const ending = [
    declaration({ section: 'check' }),
    declaration({ section: 'notary' }),
    declaration({ section: 'notary', documentType: 'CNPJ' }),
    declaration({ section: 'check', documentType: 'CNPJ' }),
    declaration({ section: 'collectionRecords', documentType: 'CNPJ', extent: 'partial' }),
  ]
  const { text } = reminderMail(user, ending, undefined)
  assert.deepEqual(
    text.split('\n').filter((line) => line.includes('bureau load ARQUIVO')),
    [
      '  lastro bureau load ARQUIVO --covers check,notary --for cnpj,cpf --as-of DIA',
      '  lastro bureau load ARQUIVO --covers collectionRecords --for cnpj --partial --as-of DIA',
    ],
  )
  assert.ok(!text.includes('undefined'))
})
