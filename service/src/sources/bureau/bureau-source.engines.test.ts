import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { usualSections } from '@lastro/rules/subjects/kept-sections.ts'
import { sectionsInLine } from '@lastro/rules/subjects/loaded-sections.ts'
import { readySections } from '@lastro/rules/subjects/ready-sections.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { declareWholeBureau } from '../../../testing/declared-coverage.ts'
import { engines, newPlace, type Place } from '../../../testing/engines.ts'
import { until } from '../../../testing/until.ts'
import { loadSubjects } from '../../features/bureau/load-subjects.ts'
import type { SectionAnswer, SectionAnswers } from '../../features/reports/source.ts'
import {
  cheque,
  companyRegistration,
  debt,
  everySection,
  identification,
  manyDebts,
  partners,
  person,
} from '../../features/sandbox/invented.ts'
import type { Store } from '../../store/store.ts'
import { bureauSource } from './bureau-source.ts'

const today = '2026-03-10' as Day
const clock = { nowMs: () => Date.parse('2026-03-10T15:00:00Z') }

const cpf = (number: number): DocumentNumber => withCheckDigits(String(number).padStart(9, '0'))
const cnpj = (number: number): DocumentNumber => withCheckDigits(`${String(number).padStart(8, '0')}0001`)

const [ana, company] = [cpf(201), cnpj(201)]
const negative: readonly SectionId[] = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']

async function keep(store: Store, ...subjects: readonly Subject[]): Promise<void> {
  const file = subjects.map((subject) => JSON.stringify(subject)).join('\n')
  async function* stream() {
    yield Buffer.from(file)
  }
  const { kept } = await loadSubjects({ subjects: store.subjects, clock }, stream(), {
    language: 'en',
    onRefused: (line, reason) => assert.fail(`line ${line}: ${reason}`),
    onProgress: () => undefined,
  })
  assert.equal(kept, subjects.length)
}

/** The answers of a section contained in a line, and of one covered only by the declaration. */
const [loaded, declared] = [{ loadedOn: today }, { asOf: today }]
const nothing: SectionAnswer = { kind: 'nothing', ...declared }

const withoutDays = (answers: SectionAnswers) =>
  Object.fromEntries(
    Object.entries(answers).map(([section, { ...answer }]) => {
      if ('asOf' in answer) delete answer.asOf
      if ('loadedOn' in answer) delete answer.loadedOn
      return [section, answer]
    }),
  )

/** Changes rows as no version of ours does now. */
const change = (place: Place, statement: string) => changeRows(place, 'lastro.db', statement)

type Asked = { readonly wholeLists?: boolean; readonly united?: readonly SectionId[]; readonly today?: Day }

const kindsOf = (answers: SectionAnswers) =>
  Object.fromEntries(Object.entries(answers).map(([section, answer]) => [section, answer.kind]))

const allOf = (sections: readonly SectionId[], kind: SectionAnswer['kind']) =>
  Object.fromEntries(sections.map((section) => [section, kind]))

type Occurrences = { readonly summary: Readonly<Record<string, string>>; readonly dates: readonly string[] }

function occurrencesIn(answer: SectionAnswer | undefined): Occurrences {
  assert.equal(answer?.kind, 'found')
  const { summary, ...list } = JSON.parse(answer.text)
  const [items = []] = Object.values(list) as { occurrenceDate: string }[][]
  return { summary, dates: items.map((one) => one.occurrenceDate) }
}

for (const engine of engines) {
  describe(`the bureau on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(store.close)
    const source = bureauSource(store.subjects, store.bureauCoverage.current)
    const ask = (document: DocumentNumber, sections: readonly SectionId[], asked: Asked = {}) =>
      source.ask({
        document,
        sections,
        wholeLists: false,
        united: [],
        contactData: true,
        today,
        signal: new AbortController().signal,
        ...asked,
      })

    const isPartnerCovered = (type: 'CPF' | 'CNPJ', of = source) => of.covers(type).has('partner')
    assert.deepEqual(
      [isPartnerCovered('CPF'), isPartnerCovered('CNPJ')],
      [false, false],
      'nothing was loaded',
    )
    const elsewhere = await place.open()
    afterAll(elsewhere.close)
    const ofOther = bureauSource(elsewhere.subjects, elsewhere.bureauCoverage.current)
    assert.equal(isPartnerCovered('CPF', ofOther), false)

    await declareWholeBureau(store, clock)
    await keep(
      store,
      { documento: ana, registration: person('ANA DE EXEMPLO'), ...everySection(today) },
      {
        documento: company,
        registration: companyRegistration('FERRAGENS LTDA'),
        identification: identification('FERRAGENS LTDA'),
        partners: { ...partners(), partnersList: [{ documentId: ana, capitalTotalValue: '60.00' }] },
        negativeItems: manyDebts('listingP', today, 30),
      },
    )

    test('who has companies is answered of people once something was loaded, here and in other processes', async () => {
      assert.ok(isPartnerCovered('CPF'))
      assert.equal(source.covers('CPF'), source.covers('CPF'), 'the same until it changes')
      await until(() => isPartnerCovered('CPF', ofOther))
    })

    test('what is kept of the usual sections is, text by text, what would be made of the facts', async () => {
      for (const document of [ana, company]) {
        const facts = await store.subjects.readFacts(document)
        assert.ok(facts)
        const made = readySections(document, facts, { wholeLists: false, today })
        const inLine: readonly SectionId[] = sectionsInLine(facts)
        for (const section of usualSections) {
          const { [section]: answer } = await ask(document, usualSections)
          const text = made.find((one) => one.section === section)?.text
          const content = text === undefined ? { kind: 'nothing' } : { kind: 'found', text }
          assert.deepEqual(answer, { ...content, ...(inLine.includes(section) ? loaded : declared) }, section)
        }
      }
    })

    test('it answers nothing for every section of a document it does not know', async () => {
      const sections = [...source.covers('CNPJ')]
      for (const wholeLists of [false, true]) {
        const answers = await ask(cnpj(299), sections, { wholeLists })
        assert.deepEqual(kindsOf(answers), allOf(sections, 'nothing'))
      }
    })

    test('it answers found for what it keeps, and nothing for the rest of what was asked', async () => {
      const answers = await ask(ana, ['registration', 'phones', ...negative])
      assert.deepEqual(kindsOf(answers), allOf(['registration', 'phones', ...negative], 'found'))
      assert.deepEqual(kindsOf(await ask(company, ['identificationReport', 'check'])), {
        identificationReport: 'found',
        check: 'nothing',
      })
      const { registration } = answers
      assert.ok(registration?.kind === 'found')
      assert.equal(JSON.parse(registration.text).consumerName, 'ANA DE EXEMPLO')
      assert.equal(JSON.parse(registration.text).documentNumber, ana)
    })

    test('it answers only what was asked', async () => {
      for (const wholeLists of [false, true]) {
        assert.deepEqual(Object.keys(await ask(company, ['QSAReport', 'listingP'], { wholeLists })), [
          'QSAReport',
          'listingP',
        ])
        assert.deepEqual(Object.keys(await ask(ana, ['partner'], { wholeLists })), ['partner'])
      }
    })

    test('a list shows its newest 25, and the whole of it where that is asked', async () => {
      const cut = occurrencesIn((await ask(company, ['companyListingP'])).companyListingP)
      assert.equal(cut.dates.length, 25)
      assert.equal(cut.summary.listed, '25')
      const answers = await ask(company, ['companyListingP', 'partner'], { wholeLists: true })
      const whole = occurrencesIn(answers.companyListingP)
      assert.equal(whole.dates.length, 30)
      assert.deepEqual(whole.dates.slice(0, 25), cut.dates)
      const { listed, ...summary } = cut.summary
      assert.deepEqual(whole.summary, summary)
    })

    test('a list that another bureau tells too comes whole, and no other', async () => {
      const answers = await ask(company, ['listingP', 'companyListingP'], { united: ['companyListingP'] })
      assert.equal(occurrencesIn(answers.companyListingP).dates.length, 30)
      assert.equal(occurrencesIn(answers.listingP).dates.length, 25)
      const other = await ask(company, ['companyListingP', 'partner'], { united: ['partner'] })
      assert.equal(occurrencesIn(other.companyListingP).dates.length, 25)
    })

    test('the sum with a cheque without an amount is marked, both as stored and as rebuilt from the facts', async () => {
      const { amount: _, ...bare } = cheque(addDays(today, -60))
      await keep(store, { documento: cpf(211), cheques: [bare, cheque(addDays(today, -61))] })
      const later = addDays(today, 365 * 5 - 61)
      for (const asked of [{}, { wholeLists: true }, { united: ['check'] as const }, { today: later }]) {
        const { check, registration } = await ask(cpf(211), ['registration', 'check'], asked)
        assert.ok(check?.kind === 'found')
        assert.equal(check.missing, 'unreadable', JSON.stringify(asked))
        assert.notEqual(JSON.parse(check.text).summary.balance, '0.00')
        assert.equal(registration?.kind, 'nothing')
      }
      await keep(store, { documento: cpf(211), cheques: [cheque(addDays(today, -60))] })
      const { check } = await ask(cpf(211), ['check'])
      assert.ok(check?.kind === 'found')
      assert.equal(check.missing, undefined)
    })

    test('a text past its last day is told again without what lapsed', async () => {
      const debtor = cpf(202)
      await keep(store, {
        documento: debtor,
        registration: person('BRUNO DE EXEMPLO'),
        negativeItems: [
          debt('listingP', '2021-03-20' as Day, { amount: '100.00' }),
          debt('listingP', '2024-03-20' as Day, { amount: '0.01' }),
        ],
      })
      const sections: SectionId[] = ['registration', 'listingP']
      for (const wholeLists of [false, true]) {
        const on = async (day: string) => ask(debtor, sections, { today: day as Day, wholeLists })
        const before = await on('2026-03-20')
        assert.deepEqual(occurrencesIn(before.listingP).dates, ['2024-03-20', '2021-03-20'])
        const after = await on('2026-03-21')
        assert.deepEqual(after.registration, before.registration)
        assert.deepEqual(occurrencesIn(after.listingP).dates, ['2024-03-20'])
        assert.equal(occurrencesIn(after.listingP).summary.count, '1')
        assert.equal(occurrencesIn(after.listingP).summary.balance, '0.01')
        const clean = await on('2029-03-21')
        assert.deepEqual(kindsOf(clean), { registration: 'found', listingP: 'nothing' })
      }
    })

    test('what lapsed comes beside a list that another bureau tells too, noticed or not', async () => {
      const debtor = cpf(281)
      const { notifiedBy: _, notifiedOn: __, ...unnoticed } = debt('listingP', '2021-03-20' as Day)
      const negativeItems = [
        debt('listingP', '2021-03-20' as Day),
        { ...unnoticed, contractId: 'SEM-AVISO' },
        debt('listingP', '2024-03-20' as Day),
      ]
      await keep(store, { documento: debtor, registration: person('CLARA DE EXEMPLO'), negativeItems })
      const lapsedOn = async (day: string, united: readonly SectionId[] = ['listingP']) => {
        const { listingP, listingR } = await ask(debtor, negative, { today: day as Day, united })
        assert.ok(listingP?.kind === 'found' || listingP?.kind === 'nothing')
        assert.deepEqual(listingR, { kind: 'nothing', ...loaded })
        return listingP?.lapsed?.map((one) => `${one.contractId} ${one.occurrenceDate}`)
      }
      assert.equal(await lapsedOn('2026-03-20'), undefined)
      const both = ['CTR-0001 2021-03-20', 'SEM-AVISO 2021-03-20']
      assert.deepEqual(await lapsedOn('2026-03-21'), both)
      assert.deepEqual(await lapsedOn('2029-03-21'), [...both, 'CTR-0001 2024-03-20'])
      assert.equal(await lapsedOn('2026-03-21', []), undefined)
    })

    test('a debt that is loaded again with a later day keeps the earlier one', async () => {
      const debtor = cpf(282)
      const load = (day: string, over: object = {}) =>
        keep(store, { documento: debtor, negativeItems: [debt('listingP', day as Day, over)] })
      const datesOn = async (day: string) =>
        occurrencesIn((await ask(debtor, ['listingP'], { today: day as Day })).listingP).dates
      await load('2021-03-20')
      await load('2024-03-20', { creditorName: 'Loja Ficticia de Moveis', amount: '2000.00' })
      assert.deepEqual(await datesOn('2026-03-20'), ['2021-03-20'])
      const { listingP } = await ask(debtor, ['listingP'], { today: '2026-03-21' as Day })
      assert.deepEqual(listingP, { kind: 'nothing', ...loaded })
      await load('2024-03-20')
      assert.deepEqual(await datesOn('2026-03-20'), ['2021-03-20'], 'a third time')
      await load('2021-03-15')
      assert.deepEqual(await datesOn('2026-03-15'), ['2021-03-15'], 'an earlier one is believed')
    })

    test('a text is told again once it lapses, even when a list was cut', async () => {
      const oldest = manyDebts('listingP', today, 30).at(-1)?.occurrenceDate as Day
      const lapse = addDays(`${Number(oldest.slice(0, 4)) + 5}${oldest.slice(4)}` as Day, 1)
      const { summary, dates } = occurrencesIn((await ask(company, ['listingP'], { today: lapse })).listingP)
      assert.equal(summary.count, '29')
      assert.equal(dates.length, 25)
    })

    test('a partner finds the companies in which it takes part', async () => {
      const { partner, registration } = await ask(ana, ['registration', 'partner'])
      assert.equal(registration?.kind, 'found')
      assert.ok(partner?.kind === 'found')
      assert.deepEqual(JSON.parse(partner.text), {
        partnershipResponse: [
          {
            companyDocument: company,
            companyName: 'FERRAGENS LTDA',
            statusRegistration: 'ATIVA',
            capitalTotalValue: '60.00',
          },
        ],
        summary: { count: '1' },
      })
      assert.deepEqual((await ask(company, ['partner'])).partner, nothing)
    })

    test('one who is known only as a partner has participations and nothing else', async () => {
      const partner = cpf(203)
      await keep(store, { documento: cnpj(203), partners: { partnersList: [{ documentId: partner }] } })
      assert.deepEqual(kindsOf(await ask(partner, ['registration', 'listingP', 'partner'])), {
        registration: 'nothing',
        listingP: 'nothing',
        partner: 'found',
      })
    })

    test('participations are cut to 25 too, and whole where that is asked', async () => {
      const partner = cpf(204)
      const companies = Array.from({ length: 27 }, (_, at) => ({
        documento: cnpj(300 + at),
        partners: { partnersList: [{ documentId: partner }] },
      }))
      await keep(store, ...companies)
      const read = async (wholeLists: boolean) => {
        const { partner: answer } = await ask(partner, ['partner'], { wholeLists })
        assert.ok(answer?.kind === 'found')
        return JSON.parse(answer.text)
      }
      const cut = await read(false)
      assert.equal(cut.partnershipResponse.length, 25)
      assert.deepEqual(cut.summary, { count: '27', listed: '25' })
      const whole = await read(true)
      assert.equal(whole.partnershipResponse.length, 27)
      assert.deepEqual(whole.summary, { count: '27' })
    })

    test('a company that is loaded anew is answered anew', async () => {
      const partner = cpf(205)
      const named = (companyName: string): Subject => ({
        documento: cnpj(205),
        registration: { companyName },
        partners: { partnersList: [{ documentId: partner }] },
      })
      await keep(store, named('ANTIGA LTDA'))
      await keep(store, named('NOVA LTDA'))
      const { partner: answer } = await ask(partner, ['partner'])
      assert.ok(
        answer?.kind === 'found' && answer.text.includes('NOVA LTDA') && !answer.text.includes('ANTIGA'),
      )
      await keep(store, { documento: cnpj(205), partners: {} })
      assert.deepEqual((await ask(partner, ['partner'])).partner, nothing)
    })

    test('what an earlier version kept, in its form, is answered from the facts', async () => {
      const place = await newPlace(engine)
      const store = await place.open()
      onTestFinished(store.close)
      await keep(store, {
        documento: ana,
        registration: person('JOÃO 😀 DE EXEMPLO'),
        ...everySection(today),
      })
      const question = {
        document: ana,
        wholeLists: false,
        united: [],
        contactData: true,
        today,
        signal: new AbortController().signal,
      }
      const { ask } = bureauSource(store.subjects, store.bureauCoverage.current)
      const everything = [...source.covers('CNPJ')]
      const ready = await ask({ ...question, sections: usualSections })
      assert.equal(ready.registration?.kind, 'found')
      const whole = await ask({ ...question, sections: everything })

      for (const earlier of ['', 'registration\n{"consumerName":"ANTIGA"}']) {
        await change(place, `update subject set sections = '${earlier}'`)
        // What another process writes is seen from the next turn on.
        await nextTurn()
        // The day of its load was not recorded.
        assert.deepEqual(await ask({ ...question, sections: usualSections }), withoutDays(ready))
        assert.deepEqual(await ask({ ...question, sections: everything }), withoutDays(whole))
      }
    })
  })
}
