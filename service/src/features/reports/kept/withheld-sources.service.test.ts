import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../../testing/running-service.ts'
import { keepingClient, keptReader } from '../../../../testing/services/kept-reports.ts'
import { identification } from '../../sandbox/invented.ts'
import { coversAlways, failed, nothing, type SectionAnswer, type Source } from '../source.ts'

describe('what is withheld while sources fail, or registers come out anew', async () => {
  const answers: Partial<Record<SectionId, SectionAnswer>> = {}
  const source = (name: string, sections: readonly SectionId[]): Source => ({
    name,
    ...coversAlways(sections),
    ask: ({ sections: asked }) =>
      Object.fromEntries(asked.map((section) => [section, answers[section] ?? nothing])),
  })
  const service = await runService({
    productionSources: [
      source('bureau', ['companyListingP', 'companyListingR', 'collectionRecords', 'check', 'notary']),
      source('receita', ['identificationReport', 'QSAReport']),
      source('pgfn', ['publicDebt']),
      source('cgu', ['sanctions']),
    ],
  })
  afterAll(service.close)
  const session = await keepingClient(service, { keyReportDays: 30 })
  const { asked, again, compared } = keptReader({
    service,
    call: (path, options) => service.call(path, { ...options, as: session }),
  })
  const cnpj = withCheckDigits('000003210001')
  const found = (value: object, asOf?: string): SectionAnswer => ({
    kind: 'found',
    text: JSON.stringify(value),
    ...(asOf !== undefined && { asOf: asOf as Day }),
  })
  const owed = {
    publicDebtResponse: [{ inscriptionNumber: '80 6 26', amount: '10.00', principal: 'true' }],
    summary: { count: '1', balance: '10.00' },
  }
  const sanctioned = {
    sanctionsResponse: [{ register: 'CEIS', processNumber: '1/26' }],
    summary: { count: '1', registers: 'CEIS' },
  }
  const { address: _, phone: __, ...named } = identification('FERRAGENS DE EXEMPLO LTDA')
  const partnersOf = (documentId: string) => ({
    partnerCompleteReport: { partnersList: [{ documentId }], summary: { count: '1' } },
  })
  const atFirst = {
    identificationReport: found(named, '2026-10-11'),
    QSAReport: found(partnersOf('***.111.111-**'), '2026-10-11'),
    publicDebt: found(owed, '2026-10-11'),
    sanctions: found(sanctioned, '2026-10-11'),
  }
  const features = ['DIVIDA_ATIVA', 'SANCOES']
  const query = () => asked(cnpj, 'relato', features)

  test('a section whose source fails is left out as unconfirmed, says so, and comes back with its source', async () => {
    Object.assign(answers, atFirst)
    const first = await query()
    answers.publicDebt = failed('source_timeout')
    const answer = await again(first)
    assert.equal(answer.status, 203)
    assert.deepEqual(answer.at('result.withheld'), ['unconfirmed'])
    assert.equal(answer.headers.get('x-report-sections-degraded'), 'publicDebt')
    assert.equal(answer.at('result.report.publicDebt.error.code'), 'source_timeout')
    assert.doesNotMatch(answer.text, /80 6 26/)
    assert.match((await again(first, 'text/html')).text, /não pôde ser confirmado/)
    answers.publicDebt = atFirst.publicDebt
    assert.equal((await again(first)).status, 200)
  })

  test('while no source answers at all, nothing is shown, and it is said why', async () => {
    Object.assign(answers, atFirst)
    const first = await query()
    for (const id of ['identificationReport', 'QSAReport', 'publicDebt', 'sanctions'] as const)
      answers[id] = failed('source_unavailable')
    for (const id of ['companyListingP', 'companyListingR', 'collectionRecords', 'check', 'notary'] as const)
      answers[id] = failed('source_unavailable')
    assert.equal((await again(first)).at('code'), 'sources_unavailable')
    for (const id of Object.keys(answers) as SectionId[]) delete answers[id]
  })

  test('a newer edition takes out who is gone from it, and leaves what the company was on its day', async () => {
    Object.assign(answers, atFirst)
    const first = await query()
    Object.assign(answers, {
      identificationReport: found({ ...named, statusRegistration: 'BAIXADA' }, '2026-11-08'),
      QSAReport: found(partnersOf('***.222.222-**'), '2026-11-08'),
      publicDebt: { kind: 'nothing', asOf: '2026-11-08' },
      sanctions: { kind: 'nothing', asOf: '2026-11-08' },
    })
    const answer = await again(first)
    assert.deepEqual(answer.at('result.withheld'), ['no_longer_shown'])
    assert.equal(answer.at('result.report.identificationReport.statusRegistration'), 'ATIVA')
    assert.doesNotMatch(answer.text, /111\.111|80 6 26|CEIS/)
    const comparison = await compared(first, await query())
    const sections = comparison.at('result.sections') as {
      section: string
      gone: unknown[]
      fields: { field: string; before: string; after: string }[]
    }[]
    assert.deepEqual(sections.find(({ section }) => section === 'identificationReport')?.fields, [
      { field: 'statusRegistration', before: 'ATIVA', after: 'BAIXADA' },
    ])
    assert.ok(sections.every(({ gone }) => gone.length === 0))
    assert.doesNotMatch(comparison.text, /111\.111|80 6 26|CEIS/)
  })

  test('a register that is served no longer leaves nothing of it', async () => {
    Object.assign(answers, atFirst)
    const first = await query()
    for (const id of ['identificationReport', 'QSAReport'] as const) answers[id] = nothing
    const answer = await again(first)
    assert.equal(answer.at('result.report.identificationReport'), undefined)
    assert.equal(answer.at('result.report.QSAReport'), undefined)
  })
})
