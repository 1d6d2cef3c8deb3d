import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { describe, test } from 'vitest'
import { type Behaviour, documented, hostile, ofAnother } from '../../../testing/servers/serasa/behaviours.ts'
import { people } from '../../../testing/servers/serasa/invented-people.ts'
import {
  type SerasaServer,
  serasaAnswer,
  serasaPassword,
  serasaServer,
  serasaUser,
} from '../../../testing/servers/serasa/serasa-server.ts'
import { askedProvider } from '../../../testing/services/asked-provider.ts'
import { until } from '../../../testing/until.ts'
import type { Question, SectionAnswers } from '../../features/reports/source.ts'
import { serasaProvider } from './serasa-provider.ts'

const credentials = {
  clientId: serasaUser,
  clientSecret: serasaPassword,
  endClientDocument: people.company,
  costCentre: '42',
}

const basic: readonly SectionId[] = [
  'registration',
  'listingP',
  'listingR',
  'collectionRecords',
  'check',
  'notary',
]
const everything: readonly SectionId[] = [...basic, 'addresses', 'phones', 'inquiry', 'partner', 'score']

function askerOf({ url }: SerasaServer, over: Readonly<Record<string, string>> = {}) {
  const { ask, clock, state } = askedProvider(serasaProvider, {
    url,
    credentials: { ...credentials, ...over },
  })
  return {
    ask: (document: DocumentNumber, sections = basic, more?: Partial<Question>) =>
      ask(document, sections, more),
    clock,
    state,
  }
}

const codes = (answers: SectionAnswers) =>
  Object.fromEntries(
    Object.entries(answers).map(([id, one]) => [id, one.kind === 'failed' ? one.code : one.kind]),
  )

const allAre = (answers: SectionAnswers, sections: readonly SectionId[], code: string) =>
  assert.deepEqual(codes(answers), Object.fromEntries(sections.map((id) => [id, code])))

describe('a question', () => {
  test('is one query, with the document in its header, whom it is for, and the cost centre', async () => {
    const server = await serasaServer()
    const { ask } = askerOf(server)
    const answers = await ask(people.debtor)
    assert.deepEqual(Object.keys(answers).toSorted(), basic.toSorted())
    assert.ok(Object.values(answers).every((one) => one.kind === 'found'))
    assert.deepEqual(server.asked, [
      {
        path: '/credit-services/person-information-report/v1/creditreport',
        document: people.debtor,
        endClient: people.company,
        costCentre: '42',
        reportName: 'RELATORIO_BASICO_PF_PME',
        features: [],
      },
    ])
  })

  test('asks for the smallest report and the features that bring what is wanted', async () => {
    const server = await serasaServer()
    const { ask } = askerOf(server)
    await ask(people.debtor, everything)
    await ask(people.debtor, ['score'])
    await ask(people.company, ['registration', 'companyListingP'])
    await ask(people.company, ['registration', 'identificationReport', 'QSAReport'])
    await ask(people.debtor, ['listingP'], { wholeLists: true })
    await ask(people.debtor, ['listingP'], { united: ['listingP'] })
    await ask(people.debtor, ['registration'], { wholeLists: true })
    assert.deepEqual(
      server.asked.map(({ reportName, features }) => [reportName, features.join()]),
      [
        [
          'RELATORIO_BASICO_PF_PME',
          'LOCALIZACAO_PF,CONSULTAS_A_SERASA,PARTICIPACAO_SOCIETARIA,SCORE_POSITIVO',
        ],
        ['RELATORIO_BASICO_PF_PME', 'SCORE_POSITIVO'],
        ['RELATORIO_BASICO_PJ_PME', ''],
        ['RELATORIO_AVANCADO_PJ_PME', 'QSA_COMPLETO'],
        ['RELATORIO_BASICO_PF_PME', 'MAIS_ANOTACOES'],
        ['RELATORIO_BASICO_PF_PME', 'MAIS_ANOTACOES'],
        ['RELATORIO_BASICO_PF_PME', ''],
      ],
    )
  })

  test('about somebody the bureau does not know finds nothing, and fails in nothing', async () => {
    const server = await serasaServer()
    allAre(await askerOf(server).ask(people.unknown), basic, 'nothing')
  })
})

describe('a feature that fails the whole report', () => {
  const featureSections: Readonly<Record<string, readonly SectionId[]>> = {
    LOCALIZACAO_PF: ['addresses', 'phones'],
    CONSULTAS_A_SERASA: ['inquiry'],
    PARTICIPACAO_SOCIETARIA: ['partner'],
    SCORE_POSITIVO: ['score'],
  }

  test('is found and left out, whichever it is: its sections alone carry the error', async () => {
    for (const [feature, sections] of Object.entries(featureSections)) {
      const server = await serasaServer()
      server.breakFeature(feature)
      const answers = await askerOf(server).ask(people.debtor, everything)
      const failing = Object.entries(answers).filter(([, one]) => one.kind === 'failed')
      assert.deepEqual(failing.map(([id]) => id).toSorted(), sections.toSorted(), feature)
      assert.deepEqual(
        [...new Set(failing.map(([, one]) => JSON.stringify(one)))],
        [JSON.stringify({ kind: 'failed', code: 'source_unavailable' })],
      )
      assert.equal(Object.keys(answers).length, everything.length)
      assert.ok(server.asked.length <= 6, `${feature}: ${server.asked.length} queries`)
    }
  })

  test('is found where two do, and where it is the only one', async () => {
    const server = await serasaServer()
    server.breakFeature('LOCALIZACAO_PF')
    server.breakFeature('SCORE_POSITIVO')
    const answers = await askerOf(server).ask(people.debtor, everything)
    const failing = Object.entries(answers).filter(([, one]) => one.kind === 'failed')
    assert.deepEqual(failing.map(([id]) => id).toSorted(), ['addresses', 'phones', 'score'])
    const before: number = server.asked.length
    assert.equal((await askerOf(server).ask(people.debtor, [...basic, 'score'])).score?.kind, 'failed')
    assert.equal(server.asked.length - before, 2)
  })

  test('costs no section where it only lengthens lists', async () => {
    const server = await serasaServer()
    server.breakFeature('MAIS_ANOTACOES')
    const answers = await askerOf(server).ask(people.debtor, [...basic, 'score'], { wholeLists: true })
    assert.ok(Object.values(answers).every((one) => one.kind === 'found'))
  })

  test('is not looked for in a provider that is down, or that asks to wait', async () => {
    const server = await serasaServer()
    server.next(documented.unavailable, documented.unavailable)
    allAre(await askerOf(server).ask(people.debtor, everything), everything, 'source_unavailable')
    assert.equal(server.asked.length, 2)
    for (const fault of [documented.spikeArrest, documented.tooMany]) {
      const before: number = server.asked.length
      server.next(fault)
      allAre(await askerOf(server).ask(people.debtor, everything), everything, 'source_unavailable')
      assert.equal(server.asked.length - before, 1)
    }
  })

  test('is not looked for any more when the time is over', async () => {
    const server = await serasaServer()
    server.breakFeature('SCORE_POSITIVO')
    const deadline = new AbortController()
    server.next(documented.unavailable, (response, usual) => {
      response.end(usual, () => deadline.abort())
    })
    const answers = await askerOf(server).ask(people.debtor, everything, { signal: deadline.signal })
    assert.ok(server.asked.length <= 3)
    assert.equal(codes(answers).score, 'source_timeout')
  })
})

describe('the faults that the provider documents', () => {
  test('each have their code', async () => {
    const cases = [
      [documented.reportUnknown, 'source_refused'],
      [documented.invalid, 'source_refused'],
      [documented.tooMany, 'source_unavailable'],
      [documented.spikeArrest, 'source_unavailable'],
      [documented.unavailable, 'source_unavailable'],
      [documented.documentNotFound, 'nothing'],
    ] as const
    const server = await serasaServer()
    for (const [fault, code] of cases) {
      server.next(fault)
      allAre(await askerOf(server).ask(people.debtor), basic, code)
    }
  })

  test('a spike arrest, of a query or of a login, is obeyed: nobody calls for a second', async () => {
    const server = await serasaServer()
    const { ask, clock, state } = askerOf(server)
    server.nextLogins(documented.spikeArrest)
    allAre(await ask(people.clean), basic, 'source_unavailable')
    allAre(await ask(people.clean), basic, 'source_unavailable')
    assert.deepEqual([server.loginCount(), server.asked.length], [1, 0])
    clock.ms += 1_000
    server.next(documented.spikeArrest)
    for (let at = 0; at < 3; at++) allAre(await ask(people.clean), basic, 'source_unavailable')
    assert.deepEqual([server.loginCount(), server.asked.length, state().breaker], [2, 1, 'closed'])
    clock.ms += 1_000
    assert.equal((await ask(people.clean)).registration?.kind, 'found')
  })

  test('a 404 that does not say what was not found is not taken for nothing on file', async () => {
    const server = await serasaServer()
    for (const body of ['', '{}', '[]', '"nao encontrado"', '{"message":"Report not found for document"}']) {
      server.next((response) => void response.writeHead(404).end(body))
      allAre(await askerOf(server).ask(people.debtor), basic, 'source_refused')
    }
  })
})

describe('a session', () => {
  test('is shared by all that wait for it', async () => {
    const server = await serasaServer()
    const { ask } = askerOf(server)
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(people.clean)))
    assert.ok(all.every((one) => one.registration?.kind === 'found'))
    assert.equal(server.loginCount(), 1)
  })

  test('that the provider has forgotten is made anew, and the query asked once more', async () => {
    const server = await serasaServer()
    const { ask, clock } = askerOf(server)
    await ask(people.clean)
    server.forgetTokens()
    clock.ms += 120_000
    assert.equal((await ask(people.clean)).registration?.kind, 'found')
    assert.deepEqual([server.loginCount(), server.asked.length], [2, 3])
  })

  test('that is young is not blamed for an error of the provider’s own', async () => {
    const server = await serasaServer()
    server.next(documented.badToken)
    allAre(await askerOf(server).ask(people.clean), basic, 'source_unavailable')
    assert.deepEqual([server.loginCount(), server.asked.length], [1, 1])
  })

  test('that is refused costs all sections, and asks nothing', async () => {
    const server = await serasaServer()
    const { ask } = askerOf(server, { clientSecret: 'outra' })
    allAre(await ask(people.clean), basic, 'source_refused')
    assert.equal(server.asked.length, 0)
  })

  test('is renewed when its end comes near, however that end is told', async () => {
    const server = await serasaServer()
    for (const told of [600, '600', (epoch: number) => epoch + 600, (epoch: number) => String(epoch + 600)]) {
      const { ask, clock } = askerOf(server)
      server.setExpiresIn(typeof told === 'function' ? told(clock.ms / 1_000) : told)
      const before = server.loginCount()
      await ask(people.clean)
      clock.ms += 500_000
      await ask(people.clean)
      assert.equal(server.loginCount() - before, 1)
      clock.ms += 99_000
      await ask(people.clean)
      assert.equal(server.loginCount() - before, 2)
    }
  })
})

describe('a hostile provider', () => {
  const isHarmless = async (behaviour: Behaviour, code: string) => {
    const server = await serasaServer()
    server.next(behaviour)
    allAre(await askerOf(server).ask(people.debtor), basic, code)
  }

  test('that sends half a body, no JSON, a page, or an answer with nothing inside costs its sections', async () => {
    await isHarmless(hostile.halfBody, 'source_unavailable')
    for (const one of [hostile.badJson, hostile.page, hostile.notAnObject, hostile.nothingInside])
      await isHarmless(one, 'source_answer_invalid')
    await isHarmless(hostile.redirects, 'source_answer_invalid')
  })

  test('that sends fifty megabytes is cut off', async () => {
    await isHarmless(hostile.floods, 'source_answer_invalid')
  })

  test('that hangs, stalls or drips is left when the time is over', async () => {
    for (const behaviour of [hostile.hangs, hostile.stalls, hostile.drips]) {
      const server = await serasaServer()
      server.next(behaviour)
      const deadline = new AbortController()
      const asked = askerOf(server).ask(people.debtor, basic, { signal: deadline.signal })
      await until(() => server.asked.length === 1)
      deadline.abort()
      allAre(await asked, basic, 'source_timeout')
    }
  })

  test('whose certificate nobody signed is not told anything', async () => {
    const server = await serasaServer({ tls: true })
    allAre(await askerOf(server).ask(people.debtor), basic, 'source_unavailable')
    assert.deepEqual([server.loginCount(), server.asked.length], [0, 0])
  })

  test('that answers about somebody else is refused, in every section', async () => {
    await isHarmless(ofAnother(serasaAnswer(people.clean)), 'source_answer_invalid')
    const server = await serasaServer()
    // Also where the report is put together from several answers.
    server.breakFeature('SCORE_POSITIVO')
    server.next(documented.unavailable, ofAnother(serasaAnswer(people.clean)))
    allAre(await askerOf(server).ask(people.debtor, everything), everything, 'source_answer_invalid')
  })

  test('that answers the first half of a question truly and the other about somebody else shows the first', async () => {
    const server = await serasaServer()
    server.next(documented.unavailable, (response, usual) => void response.end(usual))
    server.next(ofAnother(serasaAnswer(people.clean, ['LOCALIZACAO_PF', 'CONSULTAS_A_SERASA'])))
    const answers = codes(await askerOf(server).ask(people.debtor, everything))
    assert.deepEqual(
      [answers.registration, answers.addresses, answers.inquiry, answers.score],
      ['found', 'source_answer_invalid', 'source_answer_invalid', 'found'],
    )
  })
})
