import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { products } from '@lastro/contract/reports/products.ts'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import { sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import { languages } from '@lastro/contract/text.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import type { ReportMeta } from './outline.ts'
import { type ReportOutline, reportOutline } from './report-outline.ts'
import { readingOf, sectionReadings } from './section-readings.ts'
import { countedBy } from './tally.ts'
import { centsText, moneyText, printable } from './value-text.ts'
import type { Verdict } from './verdict.ts'

const meta: ReportMeta = {
  environment: 'production',
  requestId: 'pedido-0001',
  atMs: Date.UTC(2026, 2, 10, 15, 4, 5),
  checkCode: 'ABCD-EFGH-JKMN',
}

const read = (
  product: string,
  report: unknown,
  language: 'pt' | 'en' = 'pt',
  more: Partial<ReportMeta> = {},
): ReportOutline =>
  reportOutline({
    product,
    result: { document: '52998224725', report },
    language,
    meta: { ...meta, ...more },
  })

const verdictIn = ({ verdict }: ReportOutline): Verdict => verdict ?? assert.fail('there is no verdict')

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Every leaf of a section as a path, lists marked by `[]`. */
function leaves(schema: Schema, path: readonly string[] = []): string[] {
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) => leaves(one, [...path, name]))
  if (schema.items !== undefined) return leaves(schema.items, [...path, '[]'])
  return [path.join('.')]
}

/** The leaves that a reading shows, written the same way. */
function leavesRead(id: SectionId): string[] {
  const { facts, tables, remarks } = readingOf(id)
  return [
    ...facts.flatMap(({ path, parts }) => parts.map(({ member }) => [...path, member].join('.'))),
    ...tables.flatMap(({ path, columns }) =>
      columns.flatMap(({ parts }) => parts.map(({ member }) => [...path, '[]', member].join('.'))),
    ),
    ...(remarks === undefined ? [] : [[...remarks, '[]'].join('.')]),
  ]
}

/** Put in a sentence instead: a fault, how much of a list is shown, the date of a stored copy, the coverage. */
const inSentences = ['error.code', 'error.message', 'summary.listed', 'copiedAt', 'coverage', 'creditors']

test('every section of the contract has a reading, at its place, and every leaf of it is read', () => {
  assert.deepEqual(Object.keys(sectionReadings), [...sectionIds])
  for (const id of sectionIds) {
    assert.deepEqual(readingOf(id).path, sections[id].path)
    const inside = sectionIds.filter((one) => sections[one].path[0] === id && sections[one].path.length === 2)
    const own = leaves(sections[id].schema as Schema).filter(
      (leaf) => !inside.some((one) => leaf.startsWith(`${sections[one].path[1]}.`)),
    )
    const unread = own.filter((leaf) => !inSentences.includes(leaf) && !leavesRead(id).includes(leaf))
    assert.deepEqual(unread, [], `${id} has leaves that nobody reads`)
    const unknown = leavesRead(id).filter((leaf) => !own.includes(leaf))
    assert.deepEqual(unknown, [], `${id} reads leaves that the contract does not know`)
  }
})

test('every product shows each of its sections when something is on file', () => {
  for (const product of products) {
    for (const id of product.sections) {
      const [outer, step] = sections[id].path
      const section = { summary: { count: '1' } }
      const outline = read(product.code, { [outer]: step === undefined ? section : { [step]: section } })
      assert.deepEqual(
        outline.sections.map((one) => one.id),
        [id],
      )
    }
  }
})

const debt = {
  occurrenceDate: '2026-03-10',
  legalNature: 'CREDIARIO',
  contractId: 'LJ-1',
  creditorName: 'LOJA INVENTADA',
  amount: '1520.33',
  principal: 'false',
  flagSubJudice: 'true',
}

const report = {
  registration: {
    documentNumber: '52998224725',
    consumerName: 'TERESA INVENTADA',
    birthDate: '1979-09-23',
    statusRegistration: 'REGULAR',
  },
  negativeData: {
    listingP: {
      listingPResponse: [debt],
      summary: {
        count: '40',
        listed: '1',
        balance: '60813.20',
        firstOccurrence: '2023-01-02',
        lastOccurrence: '2026-03-10',
      },
    },
    listingR: { error: { code: 'source_timeout', message: 'A fonte não respondeu dentro do prazo.' } },
    check: { checkResponse: [], summary: { count: '0', balance: '0.00' } },
    notary: {
      notaryResponse: [
        { occurrenceDate: '2026-04-01', amount: '10.00', city: 'LONDRINA', federalUnit: 'PR' },
      ],
      summary: { count: '1', balance: '10.00' },
    },
  },
}

test('the verdict states how many, how much and since when, and what could not be looked at', () => {
  const verdict = verdictIn(read('relatorioBasico', report))
  assert.equal(verdict.severity, 'negative')
  assert.deepEqual(
    verdict.findings.map((one) => one.text),
    [
      'Pelo menos 41 ocorrências, R$\u00a060.823,20 ao todo, desde 02/01/2023.',
      'Não respondeu: Pendências bancárias.',
      'Nada consta em: Cheques sem fundos.',
    ],
  )
  assert.equal(verdict.notConsulted, 'Não consultado: Dívidas em cobrança.')
  assert.equal(
    verdictIn(read('relatorioBasico', report, 'en')).findings[0]?.text,
    'At least 41 occurrences, R$\u00a060.823,20 in total, since 02/01/2023.',
  )
})

test('nothing on file is said of the sections that were answered, and of no other', () => {
  const empty = { checkResponse: [], summary: { count: '0', balance: '0.00' } }
  const outline = read('relatorioBasico', { negativeData: { check: empty } })
  const { sections } = outline
  assert.deepEqual(verdictIn(outline).findings.at(-1), {
    severity: 'clear',
    text: 'Nada consta em: Cheques sem fundos.',
  })
  assert.deepEqual(sections[0]?.notes, ['Nada consta.'])
  assert.equal(sections[0]?.isNothing, true)
  assert.deepEqual(sections[0]?.facts, [])
})

test('a report in which nothing negative could be looked at does not say that nothing is on file', () => {
  const error = { code: 'source_unavailable', message: '' }
  const outline = read('relatorioBasico', {
    registration: { consumerName: 'TERESA INVENTADA' },
    negativeData: { check: { error } },
  })
  const { marks } = outline
  const verdict = verdictIn(outline)
  assert.equal(verdict.severity, 'unknown')
  assert.doesNotMatch(JSON.stringify(verdict), /[Nn]ada consta/)
  assert.equal(verdict.findings[0]?.text, 'Não respondeu: Cheques sem fundos.')
  assert.deepEqual(
    marks.map((one) => one.kind),
    ['degraded'],
  )
})

test('who, sections, amounts, dates and a list that is cut short', () => {
  const { subject, sections, title } = read('relatorioBasico', report)
  assert.equal(title, 'Relatório básico')
  assert.equal(subject.name, 'TERESA INVENTADA')
  assert.equal(subject.document, '529.982.247-25')
  assert.deepEqual(subject.facts[0], { label: 'Nascimento', value: '23/09/1979' })
  const listing = sections.find((one) => one.id === 'listingP')
  assert.deepEqual(
    listing?.tables[0]?.columns.map((one) => one.label),
    ['Data', 'Credor', 'Natureza', 'Contrato', 'Devedor', 'Sub judice', 'Valor'],
  )
  assert.deepEqual(listing?.tables[0]?.rows, [
    ['10/03/2026', 'LOJA INVENTADA', 'CREDIARIO', 'LJ-1', 'Avalista', 'Sim', 'R$ 1.520,33'],
  ])
  assert.deepEqual(listing?.notes, [
    'A lista mostra 1 de 40, as mais novas primeiro. Com MAIS_ANOTACOES vêm todas.',
  ])
})

test('a section that failed says why, in the words of the catalogue and the language of the reader', () => {
  for (const [code, text] of Object.entries(sourceFaults)) {
    for (const language of languages) {
      const error = { code, message: 'in whichever language the first reader had' }
      const { sections } = read('relatorioBasico', { registration: { error } }, language)
      const why = text[language].charAt(0).toLowerCase() + text[language].slice(1)
      const begin = language === 'pt' ? 'Não disponível, porque' : 'Not available, because'
      assert.equal(sections[0]?.notAvailable, `${begin} ${why}`)
    }
  }
})

test('the timeline has every dated negative item, newest first, and says when lists were cut', () => {
  const { timeline } = read('relatorioBasico', report)
  assert.deepEqual(
    timeline.occurrences.map(({ date, kind, text, amount }) => [date, kind, text, amount]),
    [
      ['01/04/2026', 'Protesto', 'LONDRINA · PR', 'R$ 10,00'],
      ['10/03/2026', 'Pendência comercial', 'LOJA INVENTADA · CREDIARIO', 'R$ 1.520,33'],
    ],
  )
  assert.match(timeline.note ?? '', /nem todas estão inteiras/)
})

test('an empty section that another source could add to (203) is not said to be empty', () => {
  const empty = { checkResponse: [], summary: { count: '0', balance: '0.00' } }
  const { sections } = read('relatorioBasico', { negativeData: { check: empty } }, 'pt', {
    degradedSections: ['check'],
  })
  assert.equal(sections[0]?.isNothing, false)
  assert.doesNotMatch(sections[0]?.notes.join() ?? '', /Nada consta/)
})

test('a section that is a part, or could be none but a part, says that there may be more, and of nobody that it failed', () => {
  const error = { code: 'section_incomplete', message: '' }
  const part = {
    listingPResponse: [{ occurrenceDate: '2026-03-10', amount: '1.00' }],
    summary: { count: '1' },
  }
  for (const listingP of [{ ...part, error }, { error }]) {
    const outline = read('relatorioBasico', { negativeData: { listingP } }, 'pt', {
      degradedSections: ['listingP'],
    })
    const [section] = outline.sections
    assert.match(section?.notes.join() ?? '', /^Pode haver mais do que se mostra: /)
    assert.deepEqual([section?.isNothing, section?.notAvailable], [false, undefined])
    const findings = verdictIn(outline)
      .findings.map((one) => one.text)
      .join()
    assert.match(findings, /Pode estar incompleto: Pendências comerciais/)
    assert.doesNotMatch(findings, /Não respondeu/)
  }
})

const fine = { startDate: '2025-12-01', category: 'MULTA', fineAmount: '50000.00' }
const federal = { inscriptionDate: '2024-05-01', register: 'SIDA', principal: 'true' }
const totalReports = {
  'a fine, which is no debt': {
    negativeData: { listingP: { listingPResponse: [debt], summary: { count: '1', balance: '1520.33' } } },
    sanctions: { sanctionsResponse: [fine], summary: { count: '1' } },
  },
  'a fine without a summary': { sanctions: { sanctionsResponse: [fine] } },
  'a cheque, whose amount only the summary gives': {
    negativeData: {
      check: {
        checkResponse: [{ occurrenceDate: '2026-02-03' }],
        summary: { count: '1', balance: '350.00' },
      },
    },
  },
  'cheques of several ages': {
    negativeData: {
      check: {
        checkResponse: [{ occurrenceDate: '2026-02-03' }, { occurrenceDate: '2023-02-03' }],
        summary: { count: '2', balance: '700.77' },
      },
    },
  },
  'a list that is cut': report,
  'a summary without a balance': {
    negativeData: { listingP: { listingPResponse: [debt], summary: { count: '3' } } },
  },
  'a summary that comes to less than its list': {
    negativeData: { listingP: { listingPResponse: [debt, debt], summary: { count: '1', balance: '10.00' } } },
  },
  'an item without a date': { negativeData: { notary: { notaryResponse: [{ amount: '10.00' }] } } },
  'an invalid date': {
    negativeData: { notary: { notaryResponse: [{ occurrenceDate: 'ontem', amount: '10.00' }] } },
  },
  'a list next to an error': {
    negativeData: {
      listingP: {
        listingPResponse: [debt],
        summary: { count: '1', balance: '1520.33' },
        error: { code: 'source_timeout', message: '' },
      },
    },
  },
  'federal debts that are negotiated, owed with others, or enrolled twice': {
    publicDebt: {
      publicDebtResponse: [
        { ...federal, inscriptionNumber: '1', situationType: 'collection', amount: '100.00' },
        { ...federal, inscriptionNumber: '1', situationType: 'collection', amount: '100.00' },
        { ...federal, inscriptionNumber: '2', situationType: 'negotiated', amount: '25000.00' },
        {
          ...federal,
          inscriptionNumber: '3',
          principal: 'false',
          situationType: 'collection',
          amount: '9000.00',
        },
      ],
      summary: { count: '4', balance: '100.00' },
    },
  },
}

for (const [name, totalReport] of Object.entries(totalReports)) {
  test(`the headline, the totals by section and by age agree: ${name}`, () => {
    const outline = read('relatorioBasico', totalReport)
    const { totals, sections, timeline } = outline
    const sumOf = (rows: readonly { readonly count: number; readonly cents: bigint }[]) => ({
      count: rows.reduce((sum, { count }) => sum + count, 0),
      cents: rows.reduce((sum, { cents }) => sum + cents, 0n),
    })
    const sum = sumOf(totals.bySection)
    assert.deepEqual(sumOf(totals.byAge), sum)
    assert.deepEqual(sumOf([...countedBy(timeline.tallies, (day) => day.slice(0, 7)).values()]), sum)
    const amount = sum.cents === 0n ? [] : [moneyText(centsText(sum.cents)).replace(' ', '\u00a0')]
    const texts = verdictIn(outline).findings.map((one) => one.text)
    const text = texts.find((one) => one.includes('ocorrência')) ?? ''
    assert.match(text, new RegExp(`^Pelo menos ${sum.count} ocorrência`))
    assert.deepEqual(text.match(/R\$\u00a0[\d.]+,\d{2}/g) ?? [], amount)
    assert.ok(totals.byAge.every(({ isAtLeast }) => isAtLeast))
    for (const { id, facts } of sections) {
      const fact = facts.find(({ label }) => label === 'Total')
      const total = totals.bySection.find((one) => one.id === id)
      const bound = total?.isAtLeast === true ? 'pelo menos ' : ''
      if (fact !== undefined) assert.equal(fact.value, `${bound}${total?.amount}`)
    }
  })
}

test('an amount counts in an age only if it can belong to no other', () => {
  const byAge = (told: unknown) =>
    read('relatorioBasico', told)
      .totals.byAge.filter(({ count, cents }) => count > 0 || cents > 0n)
      .map(({ label, count, amount, withoutAmountCount }) => [label, count, amount, withoutAmountCount])
  assert.deepEqual(byAge(totalReports['a cheque, whose amount only the summary gives']), [
    ['até 6 meses', 1, 'R$ 350,00', 0],
  ])
  assert.deepEqual(byAge(totalReports['cheques of several ages']), [
    ['até 6 meses', 1, '', 1],
    ['3 a 4 anos', 1, '', 1],
    ['idade não informada', 0, 'R$ 700,77', 0],
  ])
  assert.deepEqual(byAge(report), [
    ['até 6 meses', 2, 'R$ 1.530,33', 0],
    ['idade não informada', 39, 'R$ 59.292,87', 0],
  ])
  // Asked on 10/03/2026.
  const aged = (day: string) =>
    byAge({ negativeData: { listingP: { listingPResponse: [{ occurrenceDate: day }] } } })
      .map(([label]) => label)
      .join()
  assert.equal(aged('2026-04-01'), 'até 6 meses', 'a day in the future')
  assert.equal(aged('2025-09-11'), 'até 6 meses')
  assert.equal(aged('2025-09-10'), '6 a 12 meses')
  assert.equal(aged('2025-03-10'), '1 a 2 anos')
  assert.equal(aged('2021-03-11'), '4 a 5 anos')
  assert.equal(aged('2021-03-10'), 'mais de 5 anos')
  assert.equal(aged('nonsense'), 'idade não informada')
})

test('a sum that lacks an amount says "at least", and totals say how many amounts are missing', () => {
  const items = [
    { occurrenceDate: '2026-02-01', amount: '10.00' },
    { occurrenceDate: '2026-02-02' },
    { occurrenceDate: '2026-02-03' },
    { occurrenceDate: '2024-02-03' },
  ]
  const outline = read('relatorioBasico', { negativeData: { listingP: { listingPResponse: items } } })
  const { totals } = outline
  assert.deepEqual(
    totals.byAge
      .filter(({ count }) => count > 0)
      .map(({ label, count, amount, withoutAmountCount }) => [label, count, amount, withoutAmountCount]),
    [
      ['até 6 meses', 3, 'R$ 10,00', 2],
      ['2 a 3 anos', 1, '', 1],
    ],
  )
  assert.equal(totals.bySection[0]?.withoutAmountCount, 3)
  const findings = verdictIn(outline).findings.map((one) => one.text)
  assert.match(findings.join(), /Pelo menos 4 ocorrências, pelo menos R\$\u00a010,00/)
})

test('partners and companies say whom a query could be about; a masked document does not', () => {
  const partnersList = [
    { name: 'ANA', documentId: '52998224725', restrictionSign: 'true' },
    { name: 'BRUNO', documentId: '***456789**', restrictionSign: 'false' },
    { name: 'CARLA' },
  ]
  const { sections } = read('relato', { QSAReport: { partnerCompleteReport: { partnersList } } })
  const [table] = sections[0]?.tables ?? []
  assert.deepEqual(table?.documents, ['52998224725', undefined, undefined])
  const at = table?.columns.findIndex((one) => one.meaning === 'restriction') ?? -1
  assert.deepEqual(
    table?.rows.map((row) => row[at]),
    ['COM RESTRIÇÃO', 'Não', ''],
  )
})

test('who answered is named once each, with the date of its data', () => {
  const sources = 'listingP=bureau+receita@2026-10-11, check=bureau, partner=sandbox.receita'
  assert.deepEqual(read('relatorioBasico', report, 'pt', { sources }).sources, [
    'birô',
    'Receita Federal, dados de 11/10/2026',
    'sandbox',
  ])
  assert.deepEqual(read('relatorioBasico', report).sources, [])
})

test('sandbox, withheld contact data, date, request id and check code are said', () => {
  const outline = read('relatorioBasico', report, 'en', { environment: 'sandbox', contactDataWithheld: true })
  assert.deepEqual(
    outline.marks.map((one) => one.kind),
    ['sandbox', 'degraded'],
  )
  assert.match(outline.sections[0]?.notes.join() ?? '', /not part of this contract/)
  assert.deepEqual(
    outline.footer.map((one) => one.value),
    ['10/03/2026 12:04:05 (UTC-3)', 'pedido-0001', 'ABCD-EFGH-JKMN'],
  )
})

test('what would be invisible or turn the words around it is shown as unreadable', () => {
  for (const text of ['LOJA DE MÓVEIS, LTDA.', 'Straße & Čapek', ' A  B\u00a0C ', '', '\u00ad', 'A\u0180'])
    assert.equal(printable(text), text.replaceAll('\u00ad', '\ufffd').replace(/\s+/g, ' ').trim())
  assert.equal(printable('A\u0000B\u202eC\n\tD\ud800'), 'A\ufffdB\ufffdC D\ufffd')
  assert.equal(printable('שלום 👩‍👧 山田'), 'שלום 👩‍👧 山田')
  for (const unseen of ['\u200b', '\u00ad', '\u2060', '\u{e0041}', '\u3164', '\u2800', '\u180e'])
    assert.equal(printable(`A${unseen}B`), 'A\ufffdB')
})

test('no shape of JSON makes a reading fail', () => {
  fc.assert(
    fc.property(fc.constantFrom(...products), fc.jsonValue(), fc.jsonValue(), (product, value, other) => {
      const blocks = product.sections.map((id) => [
        sections[id].path[0],
        { [sections[id].path[1] ?? 'error']: value },
      ])
      read(product.code, { ...Object.fromEntries(blocks), partner: other, registration: value })
      read(product.code, value)
    }),
  )
})

test('a report of two hundred thousand debts is read like one of two', () => {
  const one = { occurrenceDate: '2026-01-10', creditorName: 'CREDOR', amount: '10.00' }
  const listingPResponse = Array.from({ length: 200_000 }, () => one)
  const { timeline } = read('relatorioBasico', { negativeData: { listingP: { listingPResponse } } })
  assert.equal(timeline.occurrences.length, 200_000)
})

test('a browser gets a reading without the schemas: nothing it imports leads to typebox', () => {
  const seen = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, names = '', target = ''] of text.matchAll(/^import\s+([^'"]*?)\s*from\s+'([^']+)'/gms)) {
      if (/^type\b/.test(names)) continue
      if (target.startsWith('.')) walk(resolve(dirname(file), target))
      else {
        const [, path] = /^@lastro\/contract\/(.+)$/.exec(target) ?? []
        assert.ok(path, `${file} imports ${target}`)
        walk(resolve(import.meta.dirname, '../../contract/src', path))
      }
    }
  }
  walk(resolve(import.meta.dirname, 'report-outline.ts'))
  assert.ok(seen.size > 6)
})

test('a report that is read again says so, why something is left out, and never that nothing is on file', () => {
  const nothing = { summary: { count: '0', balance: '0.00' } }
  const empty = {
    registration: { statusRegistration: 'REGULAR' },
    negativeData: {
      listingP: nothing,
      listingR: nothing,
      collectionRecords: nothing,
      check: nothing,
      notary: nothing,
    },
  }
  const reopened = (withheld: NonNullable<ReportMeta['reopened']>['withheld']) =>
    read('relatorioBasico', empty, 'en', { reopened: { atMs: meta.atMs, withheld } })
  const whole = reopened([])
  assert.equal(verdictIn(whole).severity, 'clear')
  assert.deepEqual(
    whole.marks.map(({ kind, text }) => [kind, text.startsWith('Saved report, reopened at')]),
    [['reopened', true]],
  )
  assert.match(JSON.stringify(whole.sections), /Nothing on file/)
  for (const reason of ['no_longer_shown', 'unconfirmed'] as const) {
    const cut = reopened([reason])
    assert.equal(verdictIn(cut).severity, 'unknown')
    assert.match(cut.marks[0]?.text ?? '', /is not shown/)
    assert.doesNotMatch(JSON.stringify([cut.verdict, cut.sections]), /Nothing on file/)
  }
  assert.equal(verdictIn(reopened(['contact_data'])).severity, 'clear')
})

test('a section that a stored copy answers says of when it is, in the place of a doubt', () => {
  const registration = { ...report.registration, copiedAt: '2026-11-10T12:00:00-03:00' }
  const [section] = read('relatorioBasico', { registration }, 'pt', {
    degradedSections: ['registration'],
  }).sections
  const notes = section?.notes.join(' ') ?? ''
  assert.match(notes, /Cópia guardada do que a fonte disse em 10\/11\/2026/)
  assert.doesNotMatch(notes, /Outra fonte/)
})
