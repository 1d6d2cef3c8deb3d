import assert from 'node:assert/strict'
import { type Product, products } from '@lastro/contract/reports/products.ts'
import { type SectionId, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import { type Language, languages } from '@lastro/contract/text.ts'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { ReportMeta } from './outline.ts'
import { type ReportOutline, reportOutline } from './report-outline.ts'
import { readableSections, readingOf } from './section-readings.ts'
import type { Verdict } from './verdict.ts'

const base: ReportMeta = {
  environment: 'production',
  requestId: 'pedido-0001',
  atMs: Date.UTC(2026, 10, 19, 15, 4, 5),
}

type Json = Readonly<Record<string, unknown>>

type Read = {
  readonly report: unknown
  readonly product?: string
  readonly language?: Language
  readonly meta?: Partial<ReportMeta>
}

const read = ({ report, product = 'relatorioBasico', language = 'pt', meta = {} }: Read): ReportOutline =>
  reportOutline({
    product,
    result: { document: '52998224725', report },
    language,
    meta: { ...base, ...meta },
  })

const verdictIn = (of: Read): Verdict => read(of).verdict ?? assert.fail('there is no verdict')

const empty = (list: string, more: Json = {}): Json => ({
  [`${list}Response`]: [],
  summary: { count: '0', balance: '0.00' },
  ...more,
})

const registration = { consumerName: 'TERESA INVENTADA', statusRegistration: 'REGULAR' }

const names = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'] as const

/** A basic report in which these sections are present and empty. */
const emptyReport = (present: readonly string[], more: Json = {}): Json => ({
  registration,
  negativeData: Object.fromEntries(present.map((name) => [name, empty(name, more)])),
})

const debt = { occurrenceDate: '2026-03-10', creditorName: 'LOJA', amount: '100.00', contractId: '1' }

const debtsIn = (...items: readonly Json[]): Json => ({
  listingPResponse: items,
  summary: { count: String(items.length), balance: '100.00' },
})

describe('the verdict names what was consulted', () => {
  test('complete and empty: how many sources, and the oldest date among them', () => {
    const sources =
      'registration=receita@2020-01-01, listingP=bureau@2026-11-18, listingR=bureau@2026-11-19, ' +
      'collectionRecords=bureau@2026-11-19, check=pgfn@2026-11-19, notary=cgu@2026-11-19'
    const verdict = verdictIn({ report: emptyReport(names), meta: { sources } })
    assert.equal(verdict.severity, 'clear')
    assert.equal(verdict.headline, 'Nada consta em 3 fontes (dados até 18/11/2026)')
    assert.equal(
      verdict.consulted,
      'Consultado: birô (dados de 18/11/2026), PGFN (dados de 19/11/2026), CGU (dados de 19/11/2026).',
    )
    assert.equal(verdict.notConsulted, undefined)
    assert.equal(
      verdictIn({ report: emptyReport(names), language: 'en', meta: { sources } }).headline,
      'Nothing on file in 3 sources (data up to 18/11/2026)',
    )
  })

  test('shows no date if a source has none or an invalid one, and none newer than a stored copy', () => {
    const headline = (bureau: string, more: Json = {}) =>
      verdictIn({
        report: { registration, negativeData: { ...(emptyReport(names).negativeData as Json), ...more } },
        meta: {
          sources: names.map((name) => `${name}=${name === 'check' ? bureau : 'cgu@2026-11-18'}`).join(', '),
        },
      }).headline
    assert.equal(headline('bureau'), 'Nada consta em 2 fontes')
    assert.equal(headline('bureau@ontem'), 'Nada consta em 2 fontes')
    assert.equal(headline('bureau@2026-11-17'), 'Nada consta em 2 fontes (dados até 17/11/2026)')
    const copiedAt = '2026-11-02T01:00:00-03:00'
    assert.equal(
      headline('bureau@2026-11-17', { notary: empty('notary', { copiedAt }) }),
      'Nada consta em 2 fontes (dados até 02/11/2026)',
    )
    assert.equal(verdictIn({ report: emptyReport(names) }).headline, 'Nada consta no que foi consultado')
  })

  test('is not green with uncovered sections, and names what was not consulted', () => {
    const report = emptyReport(['listingP', 'listingR', 'collectionRecords'])
    const sources =
      'listingP=bureau@2026-11-18, listingR=bureau@2026-11-18, collectionRecords=bureau@2026-11-18'
    const verdict = verdictIn({ report, meta: { sources, notCovered: ['check', 'notary'] } })
    assert.equal(verdict.severity, 'partial')
    assert.equal(verdict.headline, 'Nada consta em 1 fonte (dados até 18/11/2026), com cobertura parcial')
    assert.equal(verdict.notConsulted, 'Não consultado: Cheques sem fundos, Protestos.')
  })

  test('partial coverage gives the number of creditors, one or many', () => {
    const sources = 'listingP=listings@2026-11-19'
    const verdict = (creditors: string, language: Language) =>
      verdictIn({
        report: emptyReport(['listingP'], { coverage: 'partial', creditors }),
        language,
        meta: { sources, notCovered: ['registration', 'listingR', 'collectionRecords', 'check', 'notary'] },
      })
    const { severity, headline, consulted, notConsulted, findings } = verdict('1200', 'pt')
    assert.deepEqual([severity, headline], ['partial', 'Nada consta entre os 1.200 credores deste serviço'])
    assert.equal(consulted, 'Consultado: dívidas anotadas neste serviço (dados de 19/11/2026).')
    assert.match(notConsulted ?? '', /^Não consultado: Pendências bancárias, .*Protestos, Cadastro\.$/)
    assert.deepEqual(
      findings.map((one) => one.severity),
      ['partial'],
    )
    assert.equal(verdict('1', 'pt').headline, 'Nada consta junto ao único credor deste serviço')
    assert.equal(verdict('12', 'en').headline, 'Nothing on file among the 12 creditors of this service')
    assert.equal(
      verdict('12', 'en').consulted,
      'Consulted: debts listed at this service (data of 19/11/2026).',
    )
  })

  test('partial coverage without creditors names the partial sources', () => {
    const report = {
      registration,
      negativeData: {
        ...(emptyReport(names).negativeData as Json),
        check: empty('check', { coverage: 'partial' }),
      },
    }
    const sources = names.map((name) => `${name}=${name === 'check' ? 'pgfn' : 'cgu'}@2026-11-18`).join(', ')
    const verdict = verdictIn({ report, meta: { sources } })
    assert.equal(verdict.severity, 'partial')
    assert.equal(verdict.headline, 'Nada consta em 2 fontes (dados até 18/11/2026), com cobertura parcial')
    assert.ok(
      verdict.findings.some(
        ({ text }) => text === 'Nada encontrado na parte consultada dos dados (PGFN): Cheques sem fundos.',
      ),
    )
  })

  test('with only partial coverage, says that nothing was found, not that nothing is on file', () => {
    const report = emptyReport(names, { coverage: 'partial' })
    const sources = names.map((name) => `${name}=pgfn@2026-11-18`).join(', ')
    for (const language of languages) {
      const verdict = verdictIn({ report, language, meta: { sources } })
      assert.equal(verdict.severity, 'partial')
      assert.match(verdict.headline, /^(Nada encontrado na parte|Nothing found in the part)/)
      assert.doesNotMatch(JSON.stringify(verdict), /nada consta|nothing on file/i)
    }
  })

  test('without coverage, is grey and never says that nothing is on file', () => {
    for (const language of languages) {
      const outline = read({ report: { registration }, language, meta: { notCovered: [...names] } })
      assert.equal(outline.verdict?.severity, 'unknown')
      assert.match(outline.verdict?.headline ?? '', /^(Sem dados para|No data to)/)
      assert.equal(outline.verdict?.consulted, undefined)
      assert.doesNotMatch(JSON.stringify(textsOf(outline)), /nada consta|nothing on file/i)
    }
  })

  test('a finding does not hide what was not consulted, and is a minimum', () => {
    const listingP = { listingPResponse: [debt], summary: { count: '1', balance: '100.00' } }
    const { severity, findings, notConsulted } = verdictIn({
      report: { registration, negativeData: { listingP } },
      meta: { notCovered: ['listingR', 'collectionRecords', 'check', 'notary'] },
    })
    assert.equal(severity, 'negative')
    assert.equal(findings[0]?.text, 'Pelo menos 1 ocorrência, R$\u00a0100,00 ao todo, desde 10/03/2026.')
    assert.match(notConsulted ?? '', /Protestos/)
  })

  test('an unknown document is "not found"; one without registration coverage was not looked up', () => {
    const unknown = read({ report: { negativeData: emptyReport(names).negativeData } })
    assert.deepEqual(
      [unknown.subject.name, unknown.verdict?.headline, unknown.verdict?.severity],
      ['Não localizado', 'Documento não localizado', 'unknown'],
    )
    const uncovered = read({
      report: { negativeData: emptyReport(names).negativeData },
      meta: { notCovered: ['registration'] },
    })
    assert.deepEqual(
      [uncovered.subject.name, uncovered.verdict?.severity],
      ['Nome não consultado', 'partial'],
    )
    assert.equal(uncovered.verdict?.notConsulted, 'Não consultado: Cadastro.')
    const company = read({
      product: 'relato',
      report: {},
      meta: { notCovered: ['identification', ...names] },
    })
    assert.match(company.verdict?.notConsulted ?? '', /Identificação da empresa/)
    assert.equal(company.subject.name, 'Nome não consultado')
    const withheld = read({
      report: { negativeData: emptyReport(names).negativeData },
      meta: { reopened: { atMs: base.atMs, withheld: ['unconfirmed'] } },
    })
    assert.equal(withheld.subject.name, 'Nome não disponível')
    const failed = read({ report: { registration: { error: { code: 'source_timeout', message: '' } } } })
    assert.equal(failed.subject.name, 'Nome não disponível')
  })

  test('a report saved before coverage was recorded is never green, and one saved since is as it was', () => {
    const reopened = { atMs: base.atMs, withheld: [] }
    const before = read({
      report: emptyReport(names),
      meta: { reopened: { ...reopened, isCoverageUnknown: true } },
    })
    assert.equal(before.verdict?.severity, 'partial')
    assert.doesNotMatch(JSON.stringify(before.sections), /Nada consta/)
    assert.equal(verdictIn({ report: emptyReport(names), meta: { reopened } }).severity, 'clear')
  })

  test('does not say that nothing is on file among creditors once something was withheld', () => {
    const verdict = verdictIn({
      report: emptyReport(names, { coverage: 'partial', creditors: '12' }),
      meta: { reopened: { atMs: base.atMs, withheld: ['no_longer_shown'] } },
    })
    assert.equal(verdict.severity, 'unknown')
    assert.doesNotMatch(JSON.stringify(verdict), /[Nn]ada consta/)
  })

  test('a section withheld since is not said to be unconsulted, nor a person whose registration is withheld unknown', () => {
    const sources = ['registration', ...names].map((name) => `${name}=bureau@2026-11-18`).join(', ')
    const { negativeData } = emptyReport(names.filter((name) => name !== 'check'))
    const meta = { sources, reopened: { atMs: base.atMs, withheld: ['unconfirmed'] } } as const
    const withoutCheques = verdictIn({ report: { registration, negativeData }, meta })
    assert.equal(withoutCheques.notConsulted, undefined)
    const withoutName = verdictIn({ report: { negativeData: { listingP: debtsIn(debt) } }, meta })
    assert.doesNotMatch(JSON.stringify(withoutName), /localizad|registrad|cadastro/i)
    const never = verdictIn({
      report: { registration, negativeData },
      meta: { ...meta, notCovered: ['check'] },
    })
    assert.match(never.notConsulted ?? '', /Cheques/)
  })
})

describe('a product without negative data', () => {
  test('has no verdict about it', () => {
    for (const language of languages)
      assert.equal(read({ product: 'cadastral', report: { registration }, language }).verdict, undefined)
  })

  test('with a requested feature, mentions only that feature and is never green', () => {
    const report = { registration, sanctions: { sanctionsResponse: [], summary: { count: '0' } } }
    const sources = 'sanctions=cgu@2026-11-18'
    const verdict = verdictIn({ product: 'cadastral', report, meta: { sources } })
    assert.equal(verdict.severity, 'partial')
    assert.equal(verdict.headline, 'Sanções: nada consta em 1 fonte (dados até 18/11/2026)')
    assert.equal(verdict.notConsulted, 'Este produto não consulta outras anotações negativas.')
    const uncovered = verdictIn({
      product: 'cadastral',
      report: { registration },
      meta: { notCovered: ['sanctions'] },
    })
    assert.equal(uncovered.severity, 'unknown')
    assert.match(uncovered.notConsulted ?? '', /^Não consultado: Sanções\./)
  })
})

describe('sections', () => {
  test('one that is not covered has a heading and a sentence, and no figure, list or tick', () => {
    const { sections: all } = read({ report: { registration }, meta: { notCovered: ['notary'] } })
    const notary = all.find(({ id }) => id === 'notary')
    assert.deepEqual(notary, {
      id: 'notary',
      heading: 'Protestos',
      coverage: 'none',
      notCovered:
        'Não consultado: este serviço não tem dados de protestos. Isso não quer dizer que nada conste.',
      partial: undefined,
      facts: [],
      tables: [],
      notes: [],
      notAvailable: undefined,
      isNothing: false,
    })
  })

  test('a name ending in Report is recognised with and without the ending', () => {
    for (const name of ['identificationReport', 'identification']) {
      const { sections: all } = read({ product: 'relato', report: {}, meta: { notCovered: [name] } })
      assert.deepEqual(
        all.map(({ id }) => id),
        ['identificationReport'],
      )
    }
  })

  test('one that is partly covered says its extent, and its figures are minimums', () => {
    const listingP = {
      listingPResponse: [debt],
      summary: { count: '40', listed: '1', balance: '4000.00', firstOccurrence: '2023-01-02' },
      coverage: 'partial',
      creditors: '12',
    }
    const outline = read({ report: { registration, negativeData: { listingP } } })
    const section = outline.sections.find(({ id }) => id === 'listingP')
    assert.equal(section?.partial, 'Cobertura parcial: 12 credores deste serviço')
    assert.deepEqual(section?.facts.slice(0, 3), [
      { label: 'Quantidade', value: 'pelo menos 40' },
      { label: 'Total', value: 'pelo menos R$ 4.000,00' },
      { label: 'Mais antiga', value: '02/01/2023' },
    ])
    assert.match(section?.notes.join() ?? '', /mostra 1 de pelo menos 40/)
    assert.deepEqual(
      outline.totals.bySection.map((one) => one.isAtLeast),
      [true],
    )
    assert.ok(outline.totals.byAge.every((one) => one.isAtLeast && one.count > 0))
    assert.match(outline.timeline.note ?? '', /pode haver mais/)
  })

  test('an empty list inside a registration that is partly covered is not said to be empty', () => {
    const of = (coverage: Json) =>
      read({ report: { registration: { ...registration, phones: [], ...coverage } } }).sections.find(
        ({ id }) => id === 'phones',
      )
    assert.equal(of({})?.isNothing, true)
    assert.deepEqual(
      [of({ coverage: 'partial' })?.isNothing, of({ coverage: 'partial' })?.coverage],
      [false, 'partial'],
    )
    assert.doesNotMatch(JSON.stringify(of({ coverage: 'partial' })), /Nada consta/)
  })

  test('one that contradicts itself shows what it lists, and its empty list means nothing', () => {
    const at = (listingPResponse: readonly Json[]) =>
      read({
        report: { registration, negativeData: { listingP: { listingPResponse, summary: { count: '0' } } } },
        meta: { notCovered: ['listingP'] },
      }).sections.find(({ id }) => id === 'listingP')?.coverage
    assert.deepEqual([at([]), at([debt])], ['none', 'partial'])
  })
})

/** Every text of an outline, with its section if it belongs to one. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

type State = 'absent' | 'uncovered' | 'partial' | 'partialDebts' | 'complete' | 'completeDebts' | 'failed'
const states: readonly State[] = [
  'absent',
  'uncovered',
  'partial',
  'partialDebts',
  'complete',
  'completeDebts',
  'failed',
]

/** One item with the members that sections have; no text of it is a zero. */
const item = {
  occurrenceDate: '2026-03-11',
  inscriptionDate: '2026-03-11',
  startDate: '2026-03-11',
  creditorName: 'LOJA',
  amount: '123.45',
}

function sectionIn(id: SectionId, state: State, creditors: string | undefined): unknown {
  const list = `${sectionName(id)}Response`
  const error = { code: 'source_timeout', message: '' }
  if (state === 'failed') return { error }
  const hasItems = state === 'partialDebts' || state === 'completeDebts'
  const isPartial = state === 'partial' || state === 'partialDebts'
  return {
    [list]: hasItems ? [item] : [],
    summary: hasItems ? { count: '1', balance: '123.45' } : { count: '0', balance: '0.00' },
    ...(isPartial && { coverage: 'partial', ...(creditors !== undefined && { creditors }) }),
  }
}

const isNegative = (id: SectionId): boolean => readingOf(id).occurrence !== undefined

const negativeIdsOf = (product: Product): readonly SectionId[] =>
  readableSections(product).filter(
    (id) => isNegative(id) && (product.sections.includes(id) || id === 'publicDebt' || id === 'sanctions'),
  )

test('an uncovered section never shows a zero or "nothing on file", and green requires complete coverage', () => {
  const someProduct = fc.constantFrom(...products)
  const someStates = fc.array(fc.constantFrom(...states), { minLength: 7, maxLength: 7 })
  const someCreditors = fc.constantFrom(undefined, '1', '12')
  fc.assert(
    fc.property(
      someProduct,
      someStates,
      someCreditors,
      fc.constantFrom(...languages),
      (product, all, creditors, language) => {
        const ids = negativeIdsOf(product)
        const stateOf = new Map(ids.map((id, at) => [id, all[at] ?? 'absent'] as const))
        const report: Record<string, Record<string, unknown>> = { registration }
        for (const [id, state] of stateOf) {
          if (state === 'absent' || state === 'uncovered') continue
          const [block, member] = sections[id].path
          const section = sectionIn(id, state, creditors) as Record<string, unknown>
          report[block] = member === undefined ? section : { ...report[block], [member]: section }
        }
        const is = (...wanted: readonly State[]) =>
          ids.filter((id) => wanted.includes(stateOf.get(id) ?? 'absent'))
        const notCovered = is('uncovered').map(sectionName)
        const answered = is('partial', 'partialDebts', 'complete', 'completeDebts')
        const sources = answered.map((id) => `${sectionName(id)}=bureau@2026-11-18`).join(', ')
        const outline = read({ product: product.code, report, language, meta: { notCovered, sources } })

        const promised = ids.filter((id) => product.sections.includes(id))
        const requested = ids.filter((id) => promised.includes(id) || stateOf.get(id) !== 'absent')
        const isWhole = promised.length > 0 && requested.every((id) => stateOf.get(id) === 'complete')
        assert.equal(outline.verdict?.severity === 'clear', isWhole)
        const greens = outline.verdict?.findings.filter(({ severity }) => severity === 'clear') ?? []
        const nothing = /nada consta|nothing on file/i

        for (const id of is('uncovered', 'absent', 'failed', 'partial', 'partialDebts')) {
          const heading = readingOf(id).heading[language]
          const greenText = greens.map(({ text }) => text).join()
          assert.ok(!greenText.includes(heading), greenText)
          const section = outline.sections.find((one) => one.id === id)
          assert.notEqual(section?.isNothing, true)
          const texts = textsOf(section?.facts ?? []).concat(textsOf(section?.tables ?? []))
          assert.ok(!texts.some((text) => /(^|\D)0(,00)?$/.test(text)), texts.join())
        }
        for (const id of is('uncovered')) {
          const section = outline.sections.find((one) => one.id === id) ?? assert.fail('it is named')
          assert.deepEqual([section.facts, section.tables, section.notes], [[], [], []])
          assert.doesNotMatch(textsOf(section).join(), nothing)
          assert.ok(outline.verdict?.notConsulted?.includes(section.heading))
          assert.ok(!outline.totals.bySection.some((one) => one.id === id))
        }
        const isExact = requested.every(
          (id) => stateOf.get(id) === 'complete' || stateOf.get(id) === 'completeDebts',
        )
        if (!isExact) assert.ok(outline.totals.byAge.every((one) => one.count > 0))
        if (is('complete', 'partial').length === 0)
          assert.doesNotMatch(textsOf({ ...outline, language: '' }).join(), nothing)
        if (answered.length > 0) assert.ok(outline.verdict?.consulted)
      },
    ),
    { numRuns: 500 },
  )
})
