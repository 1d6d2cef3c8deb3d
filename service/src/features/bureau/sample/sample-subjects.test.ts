import assert from 'node:assert/strict'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { SealedSubject, type Subject } from '@lastro/contract/reports/subject.ts'
import { addYears, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { Compile } from 'typebox/compile'
import { test } from 'vitest'
import { sampleDocument } from './sample-document.ts'
import { sampleSubjects } from './sample-subjects.ts'

const today = '2026-02-28' as Day
const sealed = Compile(SealedSubject)

/** Every text of a subject with the name of the member that holds it. */
function* textsOf(value: unknown, name = ''): Generator<{ name: string; text: string }> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const one of value) yield* textsOf(one, name)
  else if (typeof value === 'object' && value !== null) {
    for (const [member, held] of Object.entries(value)) yield* textsOf(held, member)
  }
}

const occurrencesOf = ({ negativeItems = [], cheques = [], protests = [] }: Subject) => [
  ...negativeItems,
  ...cheques,
  ...protests,
]

for (const seed of [1, 20_260_228]) {
  const subjects = [...sampleSubjects({ count: 5_000, seed, today })]
  const texts = subjects.flatMap((subject) => [...textsOf(subject)])

  test(`seed ${seed}: every subject is a line that may be loaded`, () => {
    for (const subject of subjects) {
      assert.ok(sealed.Check(subject), JSON.stringify(sealed.Errors(subject)))
      assert.equal(parseDocument(subject.documento).kind, 'document')
    }
  })

  test(`seed ${seed}: every date is a day of the calendar and none lies ahead`, () => {
    const dates = texts.filter(({ text }) => /^\d{4}-\d{2}-\d{2}$/.test(text))
    assert.ok(dates.length > subjects.length)
    for (const { name, text } of dates) {
      assert.equal(parseDay(text), text, name)
      assert.ok(text <= today, `${name} ${text}`)
    }
  })

  test(`seed ${seed}: every occurrence lies within its five years, and everyone is of age`, () => {
    for (const subject of subjects) {
      for (const { occurrenceDate } of occurrencesOf(subject)) assert.ok(occurrenceDate > addYears(today, -5))
      const { birthDate = addYears(today, -18) } = subject.registration ?? {}
      assert.ok(birthDate <= addYears(today, -18) && birthDate >= addYears(today, -90), birthDate)
    }
  })

  test(`seed ${seed}: names are capitals without accents`, () => {
    const names = texts.filter(({ name }) => /name$|^city$|^companyAlias$|^legalSquare$/i.test(name))
    assert.ok(names.length > subjects.length)
    for (const { name, text } of names) assert.match(text, /^[A-Z]+( [A-Z]+)*$/, name)
  })

  test(`seed ${seed}: a partner is a person of the run, by document, name and debts`, () => {
    const byDocument = new Map(subjects.map((subject) => [subject.documento, subject]))
    for (const { documentId = '', name, restrictionSign } of subjects.flatMap(
      ({ partners }) => partners?.partnersList ?? [],
    )) {
      const person = byDocument.get(documentId)
      assert.equal(name, person?.registration?.consumerName)
      assert.equal(restrictionSign, String(person?.negativeItems !== undefined))
    }
  })

  test(`seed ${seed}: every company has its register, its partners and a whole capital among them`, () => {
    for (const { identification, partners } of subjects.filter(isCompany)) {
      assert.match(identification?.nireNumber ?? '', /^\d{11}$/)
      const shares = partners?.partnersList?.map((partner) => Number(partner.capitalTotalValue)) ?? []
      assert.ok(shares.length >= 1 && shares.length <= 4)
      assert.equal(shares.reduce((sum, share) => sum + share, 0).toFixed(2), '100.00')
      assert.ok((partners?.directorsList?.length ?? 0) >= 1)
    }
  })
}

const isCompany = ({ documento }: Subject) => documento.length === 14

test('six in ten subjects owe nothing and seven in ten are people', () => {
  const subjects = [...sampleSubjects({ count: 20_000, seed: 3, today })]
  const free = subjects.filter((subject) => occurrencesOf(subject).length === 0)
  assert.ok(Math.abs(free.length / subjects.length - 0.6) < 0.02)
  assert.equal(subjects.filter(isCompany).length, 6_000)
})

test('some subject has more items in one section than a list shows', () => {
  const longest = Math.max(...[...sampleSubjects({ count: 20_000, seed: 3, today })].map(longestSection))
  assert.ok(longest > listedCountMax, String(longest))
})

function longestSection({ negativeItems = [] }: Subject): number {
  const bySection = Object.groupBy(negativeItems, ({ section }) => section)
  return Math.max(0, ...Object.values(bySection).map((items) => items.length))
}

test('no document comes twice, and some have letters', () => {
  const documents = Array.from({ length: 200_000 }, (_, index) => sampleDocument({ index, seed: 3 }))
  assert.equal(new Set(documents).size, documents.length)
  const companies = documents.filter((document) => documentType(document) === 'CNPJ')
  assert.ok(companies.some((document) => /[A-Z]/.test(document.slice(0, 8))))
  assert.ok(companies.some((document) => /[A-Z]/.test(document.slice(8))))
  const lettered = companies.filter((document) => /[A-Z]/.test(document)).length / companies.length
  assert.ok(Math.abs(lettered - 0.03) < 0.005, String(lettered))
})

test('a document is known by its index, and a longer run begins with a shorter one', () => {
  const short = [...sampleSubjects({ count: 100, seed: 3, today })]
  const long = [...sampleSubjects({ count: 1_000, seed: 3, today })]
  assert.deepEqual(long.slice(0, 100), short)
  assert.deepEqual(
    long.map(({ documento }) => documento),
    long.map((_, index) => sampleDocument({ index, seed: 3 })),
  )
})

test('another seed gives other people', () => {
  const run = (seed: number) => [...sampleSubjects({ count: 1_000, seed, today })]
  const names = (seed: number) => run(seed).map(({ registration }) => registration?.consumerName)
  const documents = new Set(run(3).map(({ documento }) => documento))
  assert.equal(run(4).filter(({ documento }) => documents.has(documento)).length, 0)
  assert.notDeepEqual(names(3), names(4))
})
