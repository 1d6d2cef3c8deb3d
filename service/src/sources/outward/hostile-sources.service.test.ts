import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { everyFault, type Fault, faultNames } from '../../../testing/servers/serasa/every-fault.ts'
import { people } from '../../../testing/servers/serasa/invented-people.ts'
import { serasaPassword, serasaServer, serasaUser } from '../../../testing/servers/serasa/serasa-server.ts'
import { clientWithSources, declaredSource } from '../../../testing/services/declared-source.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { answerAll, coversAlways, nothing, type Source } from '../../features/reports/source.ts'

/** For what never ends: all of it is waited for side by side, and who answers has time for it on a busy machine. */
const endlessTimeoutMs = 3_000

/** With the one before them, enough to open a breaker that has seen a good login. */
const roundCount = 4

const bureau: Source = {
  name: 'bureau',
  ...coversAlways(['listingP']),
  ask: ({ sections }) => answerAll(sections, nothing),
}

describe('every fault of providers at once', async () => {
  const clock = new TestClock('2026-11-16T12:00:00-03:00')
  const service = await operatorService('sqlite', { clock, productionSources: [bureau] })
  afterAll(service.close)
  const credentials = { clientId: serasaUser, clientSecret: serasaPassword }
  const wanted = { kind: 'serasa', credentials, clientConcurrency: 10 } as const
  const good = await serasaServer()
  await declaredSource(service, { ...wanted, name: 'bom', url: good.url, sections: ['score'] })
  const hostiles = await Promise.all(
    faultNames.map(async (name) => {
      const fault: Fault = everyFault[name]
      const server = await serasaServer({ tls: fault.tls === true })
      server.always(fault.behaviour)
      const { look } = await declaredSource(service, {
        ...wanted,
        name,
        url: server.url,
        sections: ['registration'],
        ...(fault.isEndless && { timeoutMs: endlessTimeoutMs }),
      })
      return { name, fault, server, look, as: await clientWithSources(service, [name, 'bom']) }
    }),
  )
  const ask = async (as: (typeof hostiles)[number]['as']) => {
    const answer = await service.call('/relatorioBasico/v2/consulta', {
      as,
      body: { documento: people.debtor, features: ['SCORE'] },
    })
    const registration = answer.at('result.report.registration') as
      | { error?: { code: string }; consumerName?: string }
      | undefined
    return {
      status: answer.status,
      says: registration === undefined ? 'nothing' : (registration.error?.code ?? registration.consumerName),
      score: answer.at('result.report.score.score'),
      sources: answer.headers.get('x-report-sources'),
    }
  }

  test('costs each report the sections of its own source, and no others', async () => {
    const all = await Promise.all(hostiles.map(async ({ as, ...one }) => ({ ...one, answer: await ask(as) })))
    for (const { name, fault, answer } of all) {
      const isNothing = fault.says === 'nothing'
      assert.deepEqual(
        { name, ...answer },
        {
          name,
          status: isNothing ? 200 : 203,
          says: fault.says,
          score: '712',
          sources: `${isNothing ? `registration=${name}@2026-11-16, ` : ''}listingP=bureau@2026-11-16, score=bom@2026-11-16`,
        },
      )
    }
  })

  test('opens the breakers of those that fail, and only of those', async () => {
    const rounds = hostiles.flatMap(({ as }) => Array.from({ length: roundCount }, () => ask(as)))
    assert.ok((await Promise.all(rounds)).every(({ score }) => score === '712'))
    // Those that ask at once share a login that fails, and it counts as one.
    const { as } = hostiles.find(({ fault }) => fault.tls) ?? {}
    for (let round = 0; as !== undefined && round < roundCount; round++) await ask(as)
    const open = await Promise.all(hostiles.map(async ({ look }) => (await look()).state?.breaker === 'open'))
    assert.deepEqual(
      Object.fromEntries(hostiles.map(({ name }, at) => [name, open[at]])),
      Object.fromEntries(hostiles.map(({ name, fault }) => [name, fault.opensBreaker])),
    )
    assert.ok(good.mostAtOnce() <= 10, `${good.mostAtOnce()} at once`)
  })

  test('is over when the providers mend: one call closes each breaker', async () => {
    const mended = hostiles.filter(({ fault }) => fault.tls !== true)
    for (const { server } of mended) server.always(undefined)
    clock.add(5_000)
    for (const { name, as, look } of mended) {
      assert.equal((await ask(as)).says, 'MARIA INVENTADA DOS TESTES', name)
      assert.equal((await look()).state?.breaker, 'closed', name)
    }
  })
})
