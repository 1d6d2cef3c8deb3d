import assert from 'node:assert/strict'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, test } from 'vitest'
import { everybody, people } from '../../../../testing/servers/serasa/invented-people.ts'
import { serasaAnswer } from '../../../../testing/servers/serasa/serasa-server.ts'
import type { SectionAnswer, SectionAnswers } from '../../../features/reports/source.ts'
import { mapReport } from './map-report.ts'

const today = '2026-11-16' as Day

const everySection: readonly SectionId[] = sectionIds.filter(
  (id) => id !== 'publicDebt' && id !== 'sanctions',
)

const mapped = (answer: unknown, document: DocumentNumber, sections: readonly SectionId[] = everySection) =>
  mapReport(answer, { document, sections, whole: [], today })

/** What the bureau of the tests answers, with every feature it has. */
const answerOn = (document: DocumentNumber, reportName = 'BASICO'): unknown =>
  JSON.parse(serasaAnswer(document, Object.keys(everybody.get(document)?.features ?? {}), reportName))

const shownIn = (answers: SectionAnswers, section: SectionId) => {
  const answer = answers[section]
  assert.equal(answer?.kind, 'found', `${section}: ${JSON.stringify(answer)}`)
  return JSON.parse((answer as SectionAnswer & { kind: 'found' }).text)
}

const withPefin = (pefin: unknown, document: DocumentNumber = people.clean) => ({
  reports: [{ registration: { documentNumber: document }, negativeData: { pefin } }],
})

const pefinOf = (pefin: unknown) => mapped(withPefin(pefin), people.clean, ['listingP']).listingP

const textOf = (answer: SectionAnswer | undefined) =>
  answer?.kind === 'found' ? JSON.parse(answer.text) : answer

describe('a person', () => {
  const answers = mapped(answerOn(people.debtor), people.debtor)

  test('has its registration, and its contacts as texts', () => {
    assert.deepEqual(shownIn(answers, 'registration'), {
      documentNumber: people.debtor,
      consumerName: 'MARIA INVENTADA DOS TESTES',
      motherName: 'JOANA INVENTADA',
      consumerGender: 'F',
      birthDate: '1986-02-11',
      statusRegistration: 'REGULAR',
      statusDate: '2026-01-15',
      address: { city: 'RECIFE', state: 'PE' },
    })
    assert.deepEqual(shownIn(answers, 'phones'), [
      {
        regionCode: '55',
        areaCode: '81',
        phoneNumber: '900000001',
        phoneType: 'CELULAR',
        phoneTypeCode: '3',
        updateDate: '2025-12-01',
      },
    ])
    const [address] = shownIn(answers, 'addresses')
    assert.deepEqual(
      [address.zipCode, address.addressNumber, address.addressTypeCode],
      ['50000000', '10', '1'],
    )
  })

  test('has each kind of negative data under our names', () => {
    assert.deepEqual(shownIn(answers, 'listingP'), {
      listingPResponse: [
        {
          occurrenceDate: '2025-03-10',
          legalNature: 'CREDIARIO',
          contractId: 'A-1',
          creditorName: 'LOJAS INVENTADAS LTDA',
          amount: '1520.33',
          legalSquare: 'RCE',
          principal: 'true',
          flagSubJudice: 'false',
        },
        {
          occurrenceDate: '2025-03-10',
          legalNature: 'CREDIARIO',
          contractId: 'A-2',
          creditorName: 'LOJAS INVENTADAS LTDA',
          amount: '10.00',
          legalSquare: 'RCE',
          principal: 'true',
          flagSubJudice: 'true',
        },
      ],
      summary: {
        count: '2',
        balance: '1530.33',
        firstOccurrence: '2025-03-10',
        lastOccurrence: '2025-03-10',
      },
    })
    const [loan] = shownIn(answers, 'listingR').listingRResponse
    assert.deepEqual([loan.legalNatureId, loan.principal], ['FI', 'false'])
    assert.deepEqual(shownIn(answers, 'check').checkResponse, [
      {
        occurrenceDate: '2025-01-20',
        alinea: '12',
        bankId: '999',
        bankName: 'BANCO DE MENTIRA',
        bankAgencyId: '123',
        checkNumber: '4001',
        checkCount: '2',
        city: 'RECIFE',
        federalUnit: 'PE',
      },
    ])
    assert.equal(shownIn(answers, 'check').summary.balance, '800.00')
    assert.equal(shownIn(answers, 'notary').notaryResponse[0].amount, '99.90')
    assert.equal(shownIn(answers, 'collectionRecords').summary.count, '1')
  })

  test('has who consulted by month and segment, its companies, and its score', () => {
    assert.deepEqual(shownIn(answers, 'inquiry'), {
      inquiryResponse: [
        { month: '2026-10', segment: 'VAREJO', count: '3' },
        { month: '2026-09', segment: 'OUTROS', count: '1' },
      ],
      summary: { count: '4' },
    })
    assert.deepEqual(shownIn(answers, 'partner').partnershipResponse, [
      {
        companyDocument: people.company,
        companyName: 'EMPRESA INVENTADA LTDA',
        statusRegistration: 'ATIVA',
        sinceDate: '2021-07-24',
        capitalTotalValue: '12.50',
      },
    ])
    assert.deepEqual(shownIn(answers, 'score'), { score: '712', model: 'HXXX', range: 'C', rate: '9.10' })
  })

  test('with nothing on file has nothing, which is not a failure', () => {
    const clean = mapped(answerOn(people.clean), people.clean)
    for (const id of ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'] as const)
      assert.deepEqual(clean[id], { kind: 'nothing' })
  })

  test('without a score has the reason', () => {
    const unscored = mapped(answerOn(people.unscored), people.unscored)
    assert.deepEqual(shownIn(unscored, 'score'), { model: 'HXXX', reason: 'INSUFICIENCIA DE INFORMACOES' })
  })

  test('whose number came without its zeros, or with a mask, is the one who was asked for', () => {
    for (const one of [people.shortNumber, people.otherFormats])
      assert.equal(shownIn(mapped(answerOn(one), one), 'registration').documentNumber, one)
  })

  test('has commas, days the other way round and flags in words put into our formats', () => {
    const { listingPResponse, summary } = shownIn(
      mapped(answerOn(people.otherFormats), people.otherFormats),
      'listingP',
    )
    assert.deepEqual(
      listingPResponse.map((one: Record<string, string>) => [one.occurrenceDate, one.amount, one.principal]),
      [
        ['2025-03-10', '1520.33', 'true'],
        ['2025-03-09', '20.50', 'false'],
      ],
    )
    assert.equal(summary.balance, '1540.83')
  })
})

describe('a company', () => {
  const advanced = mapped(answerOn(people.company, 'AVANCADO'), people.company)

  test('has its status and its day taken apart', () => {
    const basic = shownIn(mapped(answerOn(people.company), people.company), 'registration')
    assert.deepEqual([basic.statusRegistration, basic.statusDate], ['ATIVA', '2025-05-10'])
    assert.equal(shownIn(advanced, 'identificationReport').statusRegistration, 'ATIVA')
  })

  test('has its registration from either report', () => {
    const { address: _, ...one } = shownIn(mapped(answerOn(people.company), people.company), 'registration')
    const { address: __, ...other } = shownIn(advanced, 'registration')
    assert.deepEqual(one, other)
    assert.equal(one.companyDocument, people.company)
  })

  test('has its identification with numbers as texts', () => {
    const value = shownIn(advanced, 'identificationReport')
    assert.deepEqual(
      [value.numberEmployees, value.importPurchases, value.exportSales, value.cnae, value.branchOffices],
      ['45', '0.00', '12.50', '4711302', '2'],
    )
    assert.deepEqual(value.phone, { areaCode: '81', phoneNumber: '30000001' })
    assert.deepEqual(value.predecessorList, [
      { predecessorName: 'INVENTADA ME', predecessorDate: '2015-01-01' },
    ])
  })

  test('has partners and directors, and is told that there are more', () => {
    const value = shownIn(advanced, 'QSAReport')
    assert.deepEqual(value.companyData.accomplishedValue, '100000.00')
    assert.deepEqual(value.partnerCompleteReport.summary, { count: '2', listed: '1' })
    assert.equal(value.partnerCompleteReport.partnersList[0].capitalVoterValue, '66.67')
    assert.deepEqual(value.directorCompleteReport.summary, {
      count: '1',
      infoMessages: { message: ['ALTERACAO EM ANDAMENTO'] },
    })
    assert.equal(value.directorCompleteReport.directorsList[0].documentConsistency, 'true')
  })

  test('has months of consultations, and never the name of who consulted', () => {
    const { inquiryResponse } = shownIn(advanced, 'inquiry')
    assert.deepEqual(inquiryResponse, [
      { month: '2026-11', segment: 'OUTROS', count: '1' },
      { month: '2026-10', segment: 'OUTROS', count: '13' },
      { month: '2026-09', segment: 'OUTROS', count: '2' },
    ])
    assert.ok(!JSON.stringify(advanced.inquiry).includes('QUEM CONSULTOU'))
  })

  test('has its own fields of debts, and phones that came as texts', () => {
    const [first] = shownIn(advanced, 'companyListingP').listingPResponse
    assert.deepEqual([first.legalNatureId, first.federalUnit, first.flagSubJudice], ['CD', 'PE', undefined])
    assert.deepEqual(shownIn(advanced, 'phones'), [{ areaCode: '81', phoneNumber: '30000001' }])
  })

  test('whose number has letters is found like any other', () => {
    const one = people.companyWithLetters
    assert.equal(shownIn(mapped(answerOn(one), one), 'registration').documentNumber, one)
  })
})

describe('a list and its summary', () => {
  test('a list that is shorter than its count is said to be', () => {
    const { listingPResponse, summary } = shownIn(
      mapped(answerOn(people.cutLists), people.cutLists),
      'listingP',
    )
    assert.equal(listingPResponse.length, 2)
    assert.deepEqual(summary, {
      count: '31',
      listed: '2',
      balance: '40000.50',
      firstOccurrence: '2024-01-05',
      lastOccurrence: '2025-03-10',
    })
  })

  test('a summary without a list is told without one', () => {
    const value = shownIn(mapped(answerOn(people.halfSections), people.halfSections), 'listingP')
    assert.deepEqual(value, {
      listingPResponse: [],
      summary: {
        count: '3',
        listed: '0',
        balance: '300.00',
        firstOccurrence: '2025-01-01',
        lastOccurrence: '2025-06-01',
      },
    })
  })

  test('a list without a summary is counted', () => {
    const { summary } = shownIn(mapped(answerOn(people.halfSections), people.halfSections), 'listingR')
    assert.deepEqual(summary, {
      count: '2',
      balance: '3040.66',
      firstOccurrence: '2024-02-01',
      lastOccurrence: '2025-03-10',
    })
  })

  test('a count below its list, or a sum that is none, gives way to the list', () => {
    const pefinResponse = [
      { occurrenceDate: '2025-01-01', amount: 10 },
      { occurrenceDate: '2025-01-02', amount: 20 },
    ]
    for (const summary of [{ count: 0, balance: 0 }, { count: -1, balance: 'x' }, null, 'two']) {
      const { summary: told } = textOf(pefinOf({ pefinResponse, summary }))
      assert.deepEqual([told.count, told.balance, told.listed], ['2', '30.00', undefined])
    }
  })

  test('lists are cut to the limit unless they are asked for whole', () => {
    const pefinResponse = Array.from({ length: 30 }, (_, at) => ({
      occurrenceDate: `2025-01-${String(at + 1).padStart(2, '0')}`,
      amount: 10,
    }))
    const asked = { document: people.clean, sections: ['listingP'], today } as const
    const cut = textOf(mapReport(withPefin({ pefinResponse }), { ...asked, whole: [] }).listingP)
    assert.deepEqual([cut.listingPResponse.length, cut.summary.count, cut.summary.listed], [25, '30', '25'])
    assert.equal(cut.listingPResponse[0].occurrenceDate, '2025-01-30')
    const whole = textOf(mapReport(withPefin({ pefinResponse }), { ...asked, whole: ['listingP'] }).listingP)
    assert.deepEqual([whole.listingPResponse.length, whole.summary.listed], [30, undefined])
  })

  test('a list without end is cut, and said to be', () => {
    const pefinResponse = Array.from({ length: 3_000 }, () => ({ occurrenceDate: '2025-01-01', amount: 1 }))
    const asked = { document: people.clean, sections: ['listingP'], today, whole: ['listingP'] } as const
    const { listingPResponse, summary } = textOf(mapReport(withPefin({ pefinResponse }), asked).listingP)
    assert.deepEqual([listingPResponse.length, summary.count, summary.listed], [2_000, '3000', '2000'])
  })

  test('a block that is missing has nothing; one that cannot be read fails; so does all without its parent', () => {
    assert.deepEqual(pefinOf(undefined), { kind: 'nothing' })
    assert.deepEqual(pefinOf(null), { kind: 'nothing' })
    const unreadable = [
      'x',
      7,
      [],
      { pefinResponse: {} },
      { pefinResponse: ['x'] },
      { pefinResponse: [null] },
      { pefinResponse: [[]] },
    ]
    for (const pefin of unreadable)
      assert.deepEqual(
        pefinOf(pefin),
        { kind: 'failed', code: 'source_answer_invalid' },
        JSON.stringify(pefin),
      )
    assert.deepEqual(pefinOf({ error: { code: 'X' } }), { kind: 'failed', code: 'source_unavailable' })
    const without = { reports: [{ registration: { documentNumber: people.clean } }] }
    assert.deepEqual(mapped(without, people.clean, ['check']).check, {
      kind: 'failed',
      code: 'source_answer_invalid',
    })
  })
})

describe('a number that cannot be read', () => {
  const told = (pefin: unknown) => {
    const answer = pefinOf(pefin)
    assert.ok(answer?.kind === 'found', JSON.stringify(answer))
    const { count, balance, listed } = JSON.parse(answer.text).summary
    return [count, balance, listed, answer.missing]
  }
  const item = (amount: unknown, occurrenceDate = '2025-01-01') => ({ occurrenceDate, amount })

  test('leaves a sum that is a lower bound, or none', () => {
    for (const amount of ['1.234', '1,234', 'R$ mil', -1, {}, null, '', undefined]) {
      const text = JSON.stringify(amount)
      assert.deepEqual(
        told({ pefinResponse: [item('50.000,00'), item(amount)] }),
        ['2', '50000.00', undefined, 'unreadable'],
        text,
      )
      assert.deepEqual(
        told({ pefinResponse: [item(amount)] }),
        ['1', undefined, undefined, 'unreadable'],
        text,
      )
      assert.deepEqual(
        told({ pefinResponse: [item(amount)], summary: { count: 1, balance: '1.234,50' } }),
        ['1', '1234.50', undefined, undefined],
        'the provider tells the sum',
      )
    }
    assert.deepEqual(told({ pefinResponse: [item(10)], summary: { count: 3, balance: 'x' } }), [
      '3',
      '10.00',
      '1',
      'unreadable',
    ])
  })

  test('in place of a count makes the section incomplete, never empty', () => {
    for (const count of ['três', '3,00', '1.234', -1, 2.5, {}, true]) {
      const text = JSON.stringify(count)
      assert.deepEqual(
        told({ pefinResponse: [item(10)], summary: { count } }),
        ['1', '10.00', undefined, 'unreadable'],
        text,
      )
      for (const pefin of [{ summary: { count } }, { pefinResponse: [], summary: { count } }])
        assert.deepEqual(pefinOf(pefin), { kind: 'failed', code: 'source_answer_invalid' }, text)
    }
    for (const summary of ['two', { balance: 500 }, { balance: 'x' }])
      assert.deepEqual(pefinOf({ summary }), { kind: 'failed', code: 'source_answer_invalid' })
    for (const pefin of [{ summary: { balance: 0 } }, { summary: {} }, { pefinResponse: [] }])
      assert.deepEqual(pefinOf(pefin), { kind: 'nothing' })
  })

  test('of cheques omits the sum, since the items have no amounts', () => {
    const checkOf = (summary: object) => {
      const check = { checkResponse: [{ occurrenceDate: '2025-01-01', alinea: '12' }], summary }
      const sent = { reports: [{ registration: { documentNumber: people.clean }, negativeData: { check } }] }
      const answer = mapped(sent, people.clean, ['check']).check
      assert.ok(answer?.kind === 'found')
      return [JSON.parse(answer.text).summary.balance, answer.missing]
    }
    assert.deepEqual(checkOf({ count: 1, balance: '800,00' }), ['800.00', undefined])
    assert.deepEqual(checkOf({ count: 1, balance: '1.800' }), [undefined, 'unreadable'])
    assert.deepEqual(checkOf({ count: 1 }), [undefined, undefined])
  })

  test('in the place of how many partners or consultations there are marks their section', () => {
    const of = (section: SectionId, block: object) => {
      const sent = { reports: [{ registration: { companyDocument: people.company }, ...block }] }
      const answer = mapped(sent, people.company, [section])[section]
      return answer?.kind === 'found' ? answer.missing : answer
    }
    const partnersList = [{ name: 'ANA', documentId: people.debtor }]
    const partners = (count: unknown) => ({
      QSAReport: { partnerCompleteReport: { partnersList, summary: { count } } },
    })
    assert.equal(of('QSAReport', partners(2)), undefined)
    assert.equal(of('QSAReport', partners('dois')), 'unreadable')
    const months = (...occurrences: unknown[]) => ({
      facts: {
        inquiryCompanyResponse: {
          quantity: {
            historical: occurrences.map((one, at) => ({ inquiryDate: `2026-0${at + 1}`, occurrences: one })),
          },
        },
      },
    })
    assert.equal(of('inquiry', months(2, 3)), undefined)
    assert.equal(of('inquiry', months(2, 'muitas')), 'unreadable')
    assert.deepEqual(of('inquiry', months('muitas')), { kind: 'failed', code: 'source_answer_invalid' })
  })
})

describe('what is older than five years', () => {
  const of = (days: readonly unknown[], summary?: unknown) =>
    textOf(
      pefinOf({ pefinResponse: days.map((occurrenceDate) => ({ occurrenceDate, amount: 10 })), summary }),
    )

  test('is not in the list, the count, the sum or the days', () => {
    const { listingPResponse, summary } = shownIn(
      mapped(answerOn(people.longAgo), people.longAgo),
      'listingP',
    )
    assert.equal(listingPResponse.length, 1)
    assert.deepEqual(summary, {
      count: '1',
      balance: '1520.33',
      firstOccurrence: '2025-03-10',
      lastOccurrence: '2025-03-10',
    })
  })

  test('begins the day after five years', () => {
    assert.equal(of(['2021-11-16']).summary.count, '1')
    assert.deepEqual(of(['2021-11-15']), { kind: 'nothing' })
  })

  test('is also what tells no day that can be read', () => {
    for (const day of [undefined, null, '', '2025-02-30', '31/02/2025', 20251, {}])
      assert.deepEqual(of([day]), { kind: 'nothing' }, JSON.stringify(day))
  })

  test('is taken out of a count that is longer than its list', () => {
    const { summary } = of(['2025-01-01', '2019-01-01'], {
      count: 4,
      balance: 40,
      firstOccurrence: '2019-01-01',
      lastOccurrence: '2025-01-01',
    })
    assert.deepEqual(summary, {
      count: '3',
      listed: '1',
      balance: '30.00',
      firstOccurrence: '2025-01-01',
      lastOccurrence: '2025-01-01',
    })
  })

  test('comes beside a list that is to be united with others, also where nothing else is told', () => {
    const of = (days: readonly string[], whole: readonly SectionId[]) => {
      const pefinResponse = days.map((occurrenceDate) => ({ occurrenceDate, amount: 10, contractId: 'A-1' }))
      const asked = { document: people.clean, sections: ['listingP'], today, whole } as const
      return mapReport(withPefin({ pefinResponse }), asked).listingP
    }
    const lapsed = [{ occurrenceDate: '2021-11-15', amount: '10.00', contractId: 'A-1' }]
    assert.deepEqual(of(['2021-11-15', ''], ['listingP']), { kind: 'nothing', lapsed })
    const both = of(['2021-11-15', '2025-01-01'], ['listingP'])
    assert.ok(both?.kind === 'found')
    assert.deepEqual([both.lapsed, textOf(both).summary.count], [lapsed, '1'])
    assert.deepEqual(of(['2021-11-15'], []), { kind: 'nothing' })
  })

  test('fails a count that holds it where the list does not show it', () => {
    const told = { count: 4, balance: 40, firstOccurrence: '2019-01-01', lastOccurrence: '2025-01-01' }
    assert.deepEqual(of(['2025-01-01'], told), { kind: 'failed', code: 'source_answer_invalid' })
    assert.deepEqual(pefinOf({ summary: told }), { kind: 'failed', code: 'source_answer_invalid' })
  })
})

describe("another document's answer", () => {
  const other = withCheckDigits('800000055')
  const isRefused = (answer: unknown, document: DocumentNumber) =>
    Object.values(mapped(answer, document)).every((one) => one.kind === 'failed')

  test('is refused in every section', () => {
    assert.ok(isRefused(answerOn(people.debtor), people.clean))
    assert.ok(isRefused(answerOn(people.company), people.companyWithLetters))
    assert.ok(isRefused(answerOn(people.company, 'AVANCADO'), people.companyWithLetters))
  })

  test('is refused when only a part of it is another’s, and when it names nobody', () => {
    const own = { registration: { documentNumber: people.clean }, negativeData: {} }
    assert.ok(!isRefused({ reports: [own] }, people.clean))
    assert.ok(
      isRefused({ reports: [own, { ...own, registration: { documentNumber: other } }] }, people.clean),
    )
    assert.ok(
      isRefused({ reports: [{ ...own, identificationReport: { documentNumber: other } }] }, people.clean),
    )
    for (const registration of [{}, undefined, null, [], 'x', { documentNumber: '' }, { documentNumber: [] }])
      assert.ok(isRefused({ reports: [{ ...own, registration }] }, people.clean))
  })

  test('a branch is not its head office', () => {
    const branch = withCheckDigits('800000010002')
    assert.ok(isRefused(answerOn(people.company), branch))
  })

  test('a company that a person is named with is no other document', () => {
    const registration = { documentNumber: people.clean, companyDocument: people.company }
    assert.ok(!isRefused({ reports: [{ registration, negativeData: {} }] }, people.clean))
  })
})

describe('whatever is sent', () => {
  const schemas = new Map(everySection.map((id) => [id, Compile(sections[id].schema)]))

  const holds = (answer: unknown, document: DocumentNumber) => {
    for (const [id, one] of Object.entries(mapped(answer, document))) {
      if (one.kind === 'found') assert.ok(schemas.get(id as SectionId)?.Check(JSON.parse(one.text)), one.text)
    }
  }

  test('nothing makes it throw, and what it finds is as the contract says', () => {
    fc.assert(fc.property(fc.jsonValue(), (answer) => holds(answer, people.clean)))
  })

  test('nor does a true answer with anything in the place of a part of it', () => {
    const documents = [people.debtor, people.company, people.cutLists, people.halfSections]
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', '-1', '1e400', '9'.repeat(400), '\u0000', '\ud800', '1,2,3', '99/99/9999', 'NaN'),
      fc.double(),
      fc.constantFrom(Number.POSITIVE_INFINITY, -0, 1e300, -5),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.constantFrom('BASICO', 'AVANCADO'),
        fc.nat(),
        anything,
        (document, reportName, nth, value) =>
          holds(replaced(answerOn(document, reportName), nth, value), document),
      ),
      { numRuns: 500 },
    )
  })
})

/** The same JSON with another value in its nth place, counted round. */
function replaced(json: unknown, nth: number, value: unknown): unknown {
  let places = 0
  JSON.stringify(json, (_, one) => {
    places++
    return one
  })
  let at = 0
  const wanted = nth % places
  const walk = (one: unknown): unknown => {
    if (at++ === wanted) return value
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(json)
}
