import assert from 'node:assert/strict'
import { sealed } from '@lastro/contract/leaves.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import { Cheque, NegativeItem, Protest, type Subject } from '@lastro/contract/reports/subject.ts'
import {
  cheque,
  companyRegistration,
  debt,
  identification,
  manyDebts,
  partners,
  person,
  protest,
} from '@lastro/service/features/sandbox/invented.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, test } from 'vitest'
import { waitingPeriodEnd } from '../calendar/business-days.ts'
import { addDays, addYears, type Day } from '../calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '../documents/document-number.ts'
import { readySections, readySubject } from './ready-sections.ts'

const today = '2026-03-10' as Day
/** Long enough ago that a notice of that day has run its course. */
const lately = addDays(today, -20)
const cpf = withCheckDigits('000000101')
const cnpj = withCheckDigits('999999990001')

type Facts = Omit<Subject, 'documento'>
type Occurrences = {
  readonly items: readonly Readonly<Record<string, string>>[]
  readonly summary: Readonly<Record<string, string>>
}

const view = { today, wholeLists: false }

const ready = (document: DocumentNumber, facts: Facts, view: { today?: Day; wholeLists?: boolean } = {}) =>
  readySections(document, { documento: document, ...facts }, { today, wholeLists: false, ...view })

/** The list and the summary of one section; undefined when the section has nothing to say. */
function shown(
  section: SectionId,
  facts: Facts,
  view: { today?: Day; wholeLists?: boolean; document?: DocumentNumber } = {},
): Occurrences | undefined {
  const { document = cpf, ...seen } = view
  const found = ready(document, facts, seen).find((one) => one.section === section)
  if (found === undefined) return undefined
  const { summary, ...list } = JSON.parse(found.text)
  const [items] = Object.values(list) as Occurrences['items'][]
  return { items: items ?? [], summary }
}

const datesOf = (of: Occurrences | undefined) => of?.items.map((one) => one.occurrenceDate)

describe('which sections a subject has', () => {
  const sectionsOf = (document: DocumentNumber, facts: Facts) =>
    ready(document, facts).map((one) => one.section)

  test('a subject of whom nothing is known has none', () => {
    assert.deepEqual(ready(cpf, {}), [])
    assert.deepEqual(ready(cpf, { negativeItems: [], cheques: [], protests: [] }), [])
  })

  test('each negative item stands in its own section, cheques and protests in theirs', () => {
    const facts = {
      negativeItems: [debt('collectionRecords', lately), debt('listingR', lately), debt('listingP', lately)],
      cheques: [cheque(lately)],
      protests: [protest(today)],
    }
    const common = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'] as const
    assert.deepEqual(sectionsOf(cpf, facts), common)
    assert.deepEqual(
      new Set(sectionsOf(cnpj, facts)),
      new Set([...common, 'companyListingP', 'companyListingR']),
    )
  })

  test('addresses and phones are sections of their own, outside the registration', () => {
    const found = ready(cpf, { registration: person('ANA') })
    assert.deepEqual(
      found.map((one) => one.section),
      ['registration', 'addresses', 'phones'],
    )
    assert.doesNotMatch(found[0]?.text ?? '', /addresses|phones/)
    assert.deepEqual(JSON.parse(found[1]?.text ?? ''), person('ANA').addresses)
  })

  test('the registration carries the document, and a company its CNPJ', () => {
    const registrationOf = (document: DocumentNumber, facts: Facts) =>
      JSON.parse(ready(document, facts)[0]?.text ?? '')
    assert.equal(registrationOf(cpf, { registration: {} }).documentNumber, cpf)
    assert.ok(!('companyDocument' in registrationOf(cpf, { registration: {} })))
    assert.equal(registrationOf(cnpj, { registration: {} }).companyDocument, cnpj)
    const another = { registration: { companyDocument: withCheckDigits('999999980001') } }
    assert.equal(registrationOf(cnpj, another).companyDocument, cnpj)
  })

  test('the directors are counted', () => {
    const report = ready(cnpj, { partners: partners() }).find((one) => one.section === 'QSAReport')
    const { directorCompleteReport } = JSON.parse(report?.text ?? '')
    assert.deepEqual(directorCompleteReport.summary, {
      count: '1',
      infoMessages: { message: ['ADMINISTRACAO EXERCIDA ISOLADAMENTE'] },
    })
  })

  test('what is not negative never lapses', () => {
    const facts = {
      registration: person('ANA'),
      identification: identification('LTDA'),
      partners: partners(),
    }
    for (const { validUntil } of ready(cnpj, facts)) assert.equal(validUntil, '9999-12-31')
  })
})

describe('a list of occurrences', () => {
  test('shows the newest first, and equals in the order they came', () => {
    const dates = ['2025-01-02', '2026-03-10', '2023-12-31', '2026-03-09', '2026-03-10'] as Day[]
    const items = dates.map((date, at) => debt('listingP', date, { contractId: String(at) }))
    const listed = shown('listingP', { negativeItems: items }, { today: '2026-04-10' as Day })
    assert.deepEqual(datesOf(listed), dates.toSorted().reverse())
    assert.deepEqual(
      listed?.items.map((one) => one.contractId),
      ['1', '4', '3', '0', '2'],
    )
    assert.equal(listed?.summary.firstOccurrence, '2023-12-31')
    assert.equal(listed?.summary.lastOccurrence, '2026-03-10')
  })

  test('up to 25 are all listed, and the summary says nothing of it', () => {
    const listed = shown('listingP', { negativeItems: manyDebts('listingP', today, listedCountMax) })
    assert.equal(listed?.items.length, 25)
    assert.equal(listed?.summary.count, '25')
    assert.ok(!('listed' in (listed?.summary ?? {})))
  })

  test('of more than 25 the newest are listed, and `listed` stands beside `count`', () => {
    const debts = manyDebts('listingP', today, 26)
    const listed = shown('listingP', { negativeItems: debts.toReversed() })
    assert.deepEqual(
      datesOf(listed),
      debts.slice(0, 25).map((one) => one.occurrenceDate),
    )
    assert.deepEqual(Object.keys(listed?.summary ?? {}).slice(0, 2), ['count', 'listed'])
    assert.equal(listed?.summary.count, '26')
    assert.equal(listed?.summary.listed, '25')
    assert.equal(listed?.summary.firstOccurrence, debts.at(-1)?.occurrenceDate)
  })

  test('a whole list lists everything, with the same summary but for `listed`', () => {
    const facts = {
      negativeItems: manyDebts('listingR', today, 40),
      cheques: Array.from({ length: 30 }, () => cheque(lately)),
    }
    for (const [section, count] of [['listingR', 40] as const, ['check', 30] as const]) {
      const whole = shown(section, facts, { wholeLists: true })
      assert.equal(whole?.items.length, count)
      const { listed, ...summary } = shown(section, facts)?.summary ?? {}
      assert.equal(listed, '25')
      assert.deepEqual(whole?.summary, summary)
    }
  })

  test('names the nature of a debt, and says who is the debtor where the bureau did not', () => {
    const [item] = shown('listingR', { negativeItems: [debt('listingR', lately)] })?.items ?? []
    assert.equal(item?.legalNature, natures.CD)
    assert.equal(item?.principal, 'true')
    assert.equal(item?.flagSubJudice, 'false')
    const guarantor = debt('listingR', lately, { principal: 'false', flagSubJudice: 'true' })
    const [other] = shown('listingR', { negativeItems: [guarantor] })?.items ?? []
    assert.equal(other?.principal, 'false')
    assert.equal(other?.flagSubJudice, 'true')
  })

  test('the two reports of a company show the same debts, each with its own fields', () => {
    const facts = { negativeItems: [debt('listingP', lately)] }
    const [basic] = shown('listingP', facts, { document: cnpj })?.items ?? []
    const [company] = shown('companyListingP', facts, { document: cnpj })?.items ?? []
    assert.ok(basic && 'legalSquare' in basic && !('federalUnit' in basic))
    assert.ok(company && 'federalUnit' in company && !('legalSquare' in company))
    assert.equal(basic.contractId, company.contractId)
  })
})

describe('the balance', () => {
  const centsOf = (amount: string) => BigInt(amount.replace('.', ''))

  test('is exact to the cent, over every item and not only those listed', () => {
    const amount = fc
      .bigInt({ min: 0n, max: 999_999_999_999_999n })
      .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 80, size: 'max' }),
        fc.boolean(),
        (amounts, wholeLists) => {
          const negativeItems = amounts.map((one) => debt('collectionRecords', lately, { amount: one }))
          const balance = shown('collectionRecords', { negativeItems }, { wholeLists })?.summary.balance ?? ''
          assert.match(balance, /^(0|[1-9]\d*)\.\d{2}$/)
          assert.equal(
            centsOf(balance),
            amounts.reduce((sum, one) => sum + centsOf(one), 0n),
          )
        },
      ),
    )
  })

  test('of the largest amounts still fits the contract', () => {
    const negativeItems = Array.from({ length: 1_000 }, () =>
      debt('listingP', lately, { amount: '9999999999999.99' }),
    )
    const [found] = ready(cpf, { negativeItems })
    const value: unknown = JSON.parse(found?.text ?? '')
    assert.ok(sealedSections.listingP.Check(value))
    assert.equal((value as Occurrences).summary.balance, '9999999999999990.00')
  })

  test('is a lower bound with a cheque without an amount, and none where no cheque has one', () => {
    const { amount: _, ...bare } = cheque(lately)
    const of = (...cheques: Cheque[]) => {
      const [found] = ready(cpf, { cheques })
      const { summary } = JSON.parse(found?.text ?? '')
      return [summary.count, summary.balance, found?.isLowerBound]
    }
    assert.deepEqual(of(cheque(lately, { amount: '10.05' })), ['1', '10.05', undefined])
    assert.deepEqual(of(bare, cheque(lately, { amount: '10.05' })), ['2', '10.05', true])
    assert.deepEqual(of(bare), ['1', undefined, true])
  })
})

describe('the five years of a negative item', () => {
  const visible = (occurrenceDate: string, on: string) =>
    shown('notary', { protests: [protest(occurrenceDate as Day)] }, { today: on as Day }) !== undefined

  test('end with the day five years on: visible on it, gone the day after', () => {
    assert.ok(visible('2021-03-10', '2026-03-10'))
    assert.ok(!visible('2021-03-10', '2026-03-11'))
    assert.ok(!visible('2021-03-09', '2026-03-10'))
  })

  test('of 29 February end on 28 February', () => {
    assert.ok(visible('2024-02-29', '2029-02-28'))
    assert.ok(!visible('2024-02-29', '2029-03-01'))
    assert.ok(visible('2023-02-28', '2028-02-28'))
    assert.ok(!visible('2023-02-28', '2028-02-29'))
  })

  test('hold for every kind of occurrence', () => {
    const lapsed = '2021-03-09' as Day
    const facts = {
      negativeItems: [debt('listingP', lapsed), debt('listingR', lapsed), debt('collectionRecords', lapsed)],
      cheques: [cheque(lapsed)],
      protests: [protest(lapsed)],
    }
    assert.deepEqual(ready(cnpj, facts), [])
  })

  test('leave the rest in place: list, count and sum forget the one that lapsed', () => {
    const negativeItems = [
      debt('listingP', '2021-03-10' as Day, { amount: '100.00' }),
      debt('listingP', '2025-01-01' as Day, { amount: '0.01' }),
    ]
    const before = shown('listingP', { negativeItems })
    assert.equal(before?.summary.balance, '100.01')
    const after = shown('listingP', { negativeItems }, { today: '2026-03-11' as Day })
    assert.deepEqual(datesOf(after), ['2025-01-01'])
    assert.equal(after?.summary.count, '1')
    assert.equal(after?.summary.balance, '0.01')
    assert.equal(after?.summary.firstOccurrence, '2025-01-01')
  })

  test('no list ever holds an item past its day, and none within it is missing', () => {
    fc.assert(
      fc.property(anyFacts, anyDay, fc.boolean(), (facts, on, wholeLists) => {
        const all = facts.negativeItems?.filter((one) => one.section === 'listingP') ?? []
        const live = all.filter((one) => hasRun(one, on) && on <= addYears(one.occurrenceDate as Day, 5))
        const listed = shown('listingP', facts, { today: on, wholeLists })
        assert.equal(listed?.summary.count ?? '0', String(live.length))
        for (const date of datesOf(listed) ?? []) assert.ok(on <= addYears(date as Day, 5))
      }),
    )
  })
})

/** Its debtor was told, and has had the ten days. */
const hasRun = ({ notifiedBy, notifiedOn }: NegativeItem | Cheque, on: Day): boolean =>
  notifiedBy !== undefined && notifiedOn !== undefined && waitingPeriodEnd(notifiedOn as Day, 10) < on

describe('the notice of a loaded debt or cheque', () => {
  const told = { notifiedBy: 'BIRO INVENTADO SA', notifiedOn: '2026-01-05' }
  const none = { notifiedBy: undefined, notifiedOn: undefined } as object
  const negative = (notice: object): Facts => ({
    negativeItems: [debt('listingP', '2026-01-05' as Day, notice), debt('listingR', lately, notice)],
    cheques: [cheque('2026-01-05' as Day, notice)],
  })

  test('without who gave it, or when, nothing is shown, and nothing counted', () => {
    for (const notice of [
      none,
      { ...told, notifiedBy: undefined } as never,
      { ...told, notifiedOn: undefined } as never,
    ]) {
      for (const wholeLists of [true, false]) {
        assert.deepEqual(ready(cnpj, negative(notice), { wholeLists }), [])
      }
    }
    const [one] = ready(cpf, {
      negativeItems: [debt('listingP', lately), debt('listingP', lately, { ...none, contractId: 'X' })],
    })
    assert.ok(one?.text.includes('"count":"1","balance":"1520.33"'))
    assert.ok(!one?.text.includes('"X"'))
  })

  test('a protest is a public record and needs none', () => {
    assert.deepEqual(
      ready(cpf, { protests: [protest(today)] }).map((one) => one.section),
      ['notary'],
    )
  })

  test('it is shown from the day after the ten days, which end on a business day', () => {
    const facts = { negativeItems: [debt('listingP', '2026-01-05' as Day, { notifiedOn: '2026-02-04' })] }
    const on = (day: string) => ready(cpf, facts, { today: day as Day }).length
    // 14 February 2026 is the Saturday before Carnival; Wednesday the 18th is the last day.
    assert.deepEqual(['2026-02-17', '2026-02-18', '2026-02-19'].map(on), [0, 0, 1])
  })

  test('one that lapses before its notice has run is never shown', () => {
    const facts = { negativeItems: [debt('listingP', '2021-03-10' as Day, { notifiedOn: '2026-03-09' })] }
    for (const day of ['2026-03-10', '2026-03-25', '2027-01-01'])
      assert.deepEqual(ready(cpf, facts, { today: day as Day }), [])
    assert.equal(readySubject(cpf, { documento: cpf, ...facts }, view).validUntil, '9999-12-31')
  })

  test('who gave it is no part of a report', () => {
    for (const { text } of ready(cnpj, negative({})))
      assert.ok(!text.includes('notified') && !text.includes('BIRO'))
  })

  test('all sections are right until the day on which anything comes or goes', () => {
    fc.assert(
      fc.property(anyDocument, anyFacts, anyDay, (document, facts, on) => {
        const until = readySubject(
          document,
          { documento: document, ...facts },
          { ...view, today: on },
        ).validUntil
        const textsOn = (day: Day) => ready(document, facts, { today: day }).map((one) => one.text)
        const before = textsOn(on)
        if (until === '9999-12-31') return assert.deepEqual(textsOn('2040-01-01' as Day), before)
        assert.deepEqual(textsOn(until), before)
        assert.notDeepEqual(textsOn(addDays(until, 1)), before)
      }),
    )
  })
})

describe('a ready text', () => {
  test('is the same text on every day up to its validUntil, and another the day after', () => {
    fc.assert(
      fc.property(
        anyDocument,
        anyFacts,
        anyDay,
        fc.nat(),
        fc.boolean(),
        (document, facts, on, later, whole) => {
          for (const { section, text, validUntil } of ready(document, facts, {
            today: on,
            wholeLists: whole,
          })) {
            const textOn = (day: Day) =>
              ready(document, facts, { today: day, wholeLists: whole }).find((one) => one.section === section)
                ?.text
            assert.ok(validUntil >= on)
            const span = daysBetween({ from: on, until: validUntil })
            assert.equal(textOn(addDays(on, later % (Math.min(span, 3_000) + 1))), text)
            if (validUntil === '9999-12-31') continue
            assert.equal(textOn(validUntil), text)
            assert.notEqual(textOn(addDays(validUntil, 1)), text)
          }
        },
      ),
    )
  })

  test('lasts until the oldest item lapses, though the list does not show it', () => {
    const debts = manyDebts('listingP', today, 26)
    const [found] = ready(cpf, { negativeItems: debts })
    assert.ok(!found?.text.includes(`"occurrenceDate":"${debts.at(-1)?.occurrenceDate}"`))
    assert.equal(found?.validUntil, addYears(debts.at(-1)?.occurrenceDate as Day, 5))
  })

  test('fits its section in the contract, with no other member, no null and no empty text', () => {
    fc.assert(
      fc.property(anyDocument, anyFacts, anyDay, (document, facts, on) => {
        for (const { section, text } of ready(document, facts, { today: on })) {
          const value: unknown = JSON.parse(text)
          assert.ok(sealedSections[section].Check(value), `${section} ${text}`)
          for (const leaf of leavesOf(value)) assert.ok(typeof leaf === 'string' && leaf !== '', text)
        }
      }),
    )
  })

  test('has its members in the order of the contract, whatever the order they were loaded in', () => {
    const whole: Facts = reversed({
      registration: { ...companyRegistration('LTDA'), ...person('ANA') },
      identification: identification('LTDA'),
      partners: partners(),
      negativeItems: [debt('listingP', lately), debt('listingR', lately), debt('collectionRecords', lately)],
      cheques: [cheque(lately)],
      protests: [protest(today)],
    })
    const found = ready(cnpj, whole)
    assert.equal(found.length, 12)
    for (const { section, text } of found) {
      const groupCount = assertOrder(JSON.parse(text), sections[section].schema as Shape)
      assert.ok(groupCount > 0, section)
    }
  })
})

function daysBetween({ from, until }: { from: Day; until: Day }): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)
}

/** The same value with its members the other way round, at every depth. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, held]) => [name, reversed(held)]),
  ) as Value
}

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Holds every group of members against the schema, and says how many groups there were. */
function assertOrder(value: unknown, { properties, items }: Shape): number {
  if (Array.isArray(value)) return sum(value.map((one) => assertOrder(one, items ?? {})))
  if (properties === undefined) return 0
  const members = Object.entries(value as object)
  const names = members.map(([name]) => name)
  assert.ok(names.length > 0)
  assert.deepEqual(
    names,
    Object.keys(properties).filter((name) => names.includes(name)),
  )
  return 1 + sum(members.map(([name, held]) => assertOrder(held, properties[name] ?? {})))
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const sealedSections = Object.fromEntries(
  sectionIds.map((id) => [id, Compile(sealed(sections[id].schema))]),
) as Record<SectionId, ReturnType<typeof Compile>>

function* leavesOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value
  else for (const held of Object.values(value)) yield* leavesOf(held)
}

// Generated facts: any member may be absent where the contract lets it be, and dates lie on both sides of the lapse.
const anyDay = fc.integer({ min: -200, max: 200 }).map((days) => addDays(today, days))
const anyDocument = fc.constantFrom(cpf, cnpj)
const anyDate = fc
  .oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1_626, max: 2_026 }))
  .map((days) => addDays('2026-01-01' as Day, -days))
const anyAmount = fc
  .integer({ min: 0, max: 99_999_999 })
  .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })

/** An example less some of the members that its schema does not require. */
const partly = <Value extends object>(value: Value, schema: { readonly required?: readonly string[] }) =>
  fc
    .subarray(Object.keys(value))
    .map(
      (left) =>
        Object.fromEntries(
          Object.entries(value).filter(([name]) => schema.required?.includes(name) || left.includes(name)),
        ) as Value,
    )

const anyDebt = fc
  .tuple(fc.constantFrom('listingP', 'listingR', 'collectionRecords'), anyDate, anyAmount)
  .chain(([section, date, amount]) => partly(debt(section, date, { amount }), NegativeItem))
const anyCheque = fc
  .tuple(anyDate, anyAmount)
  .chain(([date, amount]) => partly(cheque(date, { amount }), Cheque))
const anyProtest = fc
  .tuple(anyDate, anyAmount)
  .chain(([date, amount]) => partly(protest(date, { amount }), Protest))

const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    registration: optional(partly({ ...companyRegistration('LTDA'), ...person('ANA') }, {})),
    identification: optional(partly(identification('LTDA'), {})),
    partners: optional(partly(partners(), {})),
    negativeItems: optional(fc.array(anyDebt, { maxLength: 90, size: 'max' })),
    cheques: optional(fc.array(anyCheque, { maxLength: 30, size: 'max' })),
    protests: optional(fc.array(anyProtest, { maxLength: 30, size: 'max' })),
  })
  .map((facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)))

describe('debts of children', () => {
  const born = (birthDate: string) => ({ registration: { ...person('LIA DE EXEMPLO'), birthDate } })
  const owed = {
    negativeItems: [debt('listingP', '2024-03-10' as Day)],
    cheques: [cheque('2024-03-10' as Day)],
  }

  test('are shown to nobody where the person was under 16 on the day, protests aside', () => {
    const sectionsOf = (birthDate: string, document = cpf) =>
      ready(document, { ...owed, protests: [protest(lately)], ...born(birthDate) })
        .map(({ section }) => section)
        .filter((one) => one === 'listingP' || one === 'check' || one === 'notary')
    assert.deepEqual(sectionsOf('2012-05-01'), ['notary'])
    assert.deepEqual(sectionsOf('2008-03-11'), ['notary'], 'sixteen on the next day')
    assert.deepEqual(sectionsOf('2008-03-10'), ['listingP', 'check', 'notary'], 'sixteen on the day')
    assert.deepEqual(sectionsOf('2012-05-01', cnpj), ['listingP', 'check', 'notary'], 'a company has no age')
  })

  test('are in no sum beside others, and end no text', () => {
    const negativeItems = [
      debt('listingP', '2023-03-10' as Day, { contractId: 'CRIANCA', amount: '90.00' }),
      debt('listingP', '2025-03-10' as Day, { contractId: 'DEPOIS', amount: '10.00' }),
    ]
    const facts = { negativeItems, ...born('2008-06-01') }
    const { items, summary } = shown('listingP', facts) ?? { items: [], summary: {} }
    assert.deepEqual(
      items.map((one) => one.contractId),
      ['DEPOIS'],
    )
    assert.deepEqual([summary.count, summary.balance, summary.firstOccurrence], ['1', '10.00', '2025-03-10'])
    assert.equal(readySubject(cpf, { documento: cpf, ...facts }, view).validUntil, '2030-03-10')
  })

  test('a document with its mask is no company, and an age that nobody knows hides nothing', () => {
    const masked = { documento: '000.000.101-72'.replace('72', cpf.slice(9)), ...owed, ...born('2012-05-01') }
    assert.deepEqual(
      readySections(cpf, masked, view).map(({ section }) => section),
      ['registration', 'addresses', 'phones'].filter((one) =>
        readySections(cpf, { ...masked, negativeItems: [], cheques: [] }, view).some(
          ({ section }) => section === one,
        ),
      ),
    )
    assert.equal(shown('listingP', owed)?.items.length, 1)
  })
})
