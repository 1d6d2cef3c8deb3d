import assert from 'node:assert/strict'
import { type Product, products } from '@lastro/contract/reports/products.ts'
import { sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import { describe, test } from 'vitest'
import { statusSeverity } from './registration-status.ts'
import { severities } from './severity.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const basic = products.find((one) => one.code === 'relatorioBasico') as Product
const registrationOnly = products.find((one) => one.code === 'cadastral') as Product

type Section = Readonly<Record<string, unknown>>

const nothing: Section = { summary: { count: '0', balance: '0.00' } }
const failed: Section = { error: { code: 'source_timeout', message: '' } }
const found = (...items: readonly Section[]): Section => ({
  listingPResponse: items,
  summary: { count: String(items.length), balance: '10.00', firstOccurrence: '2026-01-02' },
})

const clean = {
  listingP: nothing,
  listingR: nothing,
  collectionRecords: nothing,
  check: nothing,
  notary: nothing,
}

type Asked = {
  readonly negativeData?: Readonly<Record<string, unknown>> | undefined
  readonly blocks?: Readonly<Record<string, unknown>>
  readonly status?: string
  readonly degradedSections?: readonly string[]
  readonly notCovered?: readonly string[]
  readonly sources?: string
  readonly product?: Product
  readonly language?: 'pt' | 'en'
}

const verdict = ({
  negativeData = clean,
  blocks = {},
  status = 'REGULAR',
  product = basic,
  language = 'pt',
  ...meta
}: Asked = {}): Verdict => {
  const registration = { statusRegistration: status }
  const report = { registration, negativeData, ...blocks }
  return verdictOf({ product, report, language, ...meta }) ?? assert.fail('there is no verdict')
}

const textsOf = ({ findings }: Verdict, severity: string): readonly string[] =>
  findings.filter((one) => one.severity === severity).map((one) => one.text)

const allText = ({ headline, consulted, notConsulted, findings }: Verdict): string =>
  [headline, consulted, notConsulted, ...findings.map((one) => one.text)].join('\n')

test('a section that a source is missing in is never clear, and what it shows counts', () => {
  const error = { code: 'section_incomplete', message: '' }
  const some = verdict({ negativeData: { ...clean, listingP: { ...found({ amount: '10.00' }), error } } })
  assert.equal(some.severity, 'negative')
  assert.deepEqual(textsOf(some, 'unknown'), ['Pode estar incompleto: Pendências comerciais.'])
  assert.deepEqual(textsOf(some, 'negative'), [
    'Pelo menos 1 ocorrência, R$\u00a010,00 ao todo, desde 02/01/2026.',
  ])
  const none = verdict({ negativeData: { ...clean, listingP: { ...nothing, error } } })
  assert.equal(none.severity, 'unknown')
  assert.ok(!textsOf(none, 'clear').join().includes('Pendências comerciais'))
  assert.equal(verdict({ negativeData: { ...clean, listingP: { error } } }).severity, 'unknown')
})

test('a partly unknown sum is "at least", and a fully unknown one is called unknown', () => {
  const unknown = { listingPResponse: [{ occurrenceDate: '2026-01-02' }], summary: { count: '1' } }
  const notary = {
    notaryResponse: [{ occurrenceDate: '2026-01-02' }],
    summary: { count: '1', balance: '10.00' },
  }
  const withProtest = { ...clean, listingP: unknown, notary }
  assert.deepEqual(textsOf(verdict({ negativeData: withProtest }), 'negative'), [
    '2 ocorrências, pelo menos R$\u00a010,00 ao todo, desde 02/01/2026.',
  ])
  assert.deepEqual(textsOf(verdict({ negativeData: { ...clean, listingP: unknown } }), 'negative'), [
    '1 ocorrência, valor total desconhecido, desde 02/01/2026.',
  ])
  const sanctions = { sanctionsResponse: [{}], summary: { count: '1' } }
  assert.deepEqual(textsOf(verdict({ blocks: { sanctions } }), 'negative'), ['1 ocorrência.'])
})

describe('the special status of a company', () => {
  const of = (specialStatus: string, more: Asked = {}) =>
    verdict({
      ...more,
      blocks: {
        registration: { companyName: 'A', statusRegistration: more.status ?? 'ATIVA' },
        identificationReport: { specialStatus, specialStatusDate: '2025-03-10' },
      },
    })

  test('is the headline in case of distress, even if all else is in order, in both languages', () => {
    for (const [status, pt, en] of [
      ['EM RECUPERACAO JUDICIAL', 'Empresa em recuperação', 'Company in reorganisation'],
      ['FALIDO', 'Empresa em falência', 'Company in bankruptcy'],
      ['EM LIQUIDACAO', 'Empresa em liquidação', 'Company in liquidation'],
      ['INTERVENCAO', 'Empresa sob intervenção', 'Company under intervention'],
    ] as const) {
      const told = of(status)
      assert.deepEqual([told.severity, told.headline], ['negative', `${pt}: ${status}`])
      assert.deepEqual(told.findings[0], {
        severity: 'negative',
        text: `${pt}: ${status}, desde 10/03/2025.`,
      })
      assert.equal(of(status, { language: 'en' }).headline, `${en}: ${status}`)
    }
  })

  test('is named next to debts, and after a closed registration', () => {
    const debts = { negativeData: { ...clean, listingP: found({ amount: '10.00' }) } }
    assert.equal(of('FALIDO', debts).headline, 'Empresa em falência: FALIDO, e há restrições')
    const closed = of('FALIDO', { status: 'BAIXADA' })
    assert.deepEqual([closed.severity, closed.headline], ['closed', 'Situação cadastral: BAIXADA'])
    assert.match(allText(closed), /Empresa em falência: FALIDO/)
  })

  test('needs attention if it is not distress, and is not mentioned if there is none', () => {
    assert.deepEqual([of('ESPOLIO').severity, of('ESPOLIO').headline], ['attention', 'Pede atenção'])
    assert.match(allText(of('ESPOLIO')), /Situação especial: ESPOLIO/)
    assert.equal(of('NENHUMA').severity, 'clear')
  })
})

describe('every severity', () => {
  test('clear: every section that the product promises is covered, was answered and is empty', () => {
    const told = verdict()
    assert.equal(told.severity, 'clear')
    assert.deepEqual(textsOf(told, 'clear'), [
      'Nada consta em: Pendências comerciais, Pendências bancárias, Dívidas em cobrança, Cheques sem fundos, Protestos.',
    ])
    assert.match(verdict({ language: 'en' }).headline, /^Nothing on file/)
  })

  test('negative: one debt among empty sections, which are still named as empty', () => {
    const told = verdict({ negativeData: { ...clean, listingP: found({ amount: '10.00' }) } })
    assert.equal(told.severity, 'negative')
    assert.match(told.headline, /restri/i)
    assert.deepEqual(textsOf(told, 'negative'), ['1 ocorrência, R$\u00a010,00 ao todo, desde 02/01/2026.'])
    assert.doesNotMatch(textsOf(told, 'clear').join(), /comerciais/)
  })

  test('attention: debts that are all disputed, in court or not collected; one that is not makes them negative', () => {
    const soft = [{ disputed: 'true' }, { flagSubJudice: 'true' }, { situationType: 'negotiated' }]
    for (const item of soft) {
      assert.equal(verdict({ negativeData: { ...clean, listingP: found(item) } }).severity, 'attention')
    }
    const mixed = verdict({ negativeData: { ...clean, listingP: found(...soft, { disputed: 'false' }) } })
    assert.equal(mixed.severity, 'negative')
    const listed = { ...found({ disputed: 'true' }), summary: { count: '2', balance: '20.00' } }
    assert.equal(verdict({ negativeData: { ...clean, listingP: listed } }).severity, 'negative', 'cut short')
  })

  test('closed: a company that is BAIXADA is said first, with its debts beside it', () => {
    const alone = verdict({ status: 'BAIXADA' })
    assert.equal(alone.severity, 'closed')
    assert.match(alone.headline, /BAIXADA/)
    const registration = { statusRegistration: 'BAIXADA', statusDate: '2024-05-02' }
    assert.deepEqual(textsOf(verdict({ blocks: { registration } }), 'closed'), [
      'Situação cadastral: BAIXADA, desde 02/05/2024.',
    ])
    const owing = verdict({ status: 'BAIXADA', negativeData: { ...clean, listingP: found({}) } })
    assert.equal(owing.severity, 'closed')
    assert.match(owing.headline, /BAIXADA.*restri/i)
    assert.equal(textsOf(owing, 'negative').length, 1)
  })

  test('unknown: nobody is registered under the document, however empty everything else is', () => {
    for (const registration of [undefined, {}, { addresses: [] }]) {
      const told = verdict({ blocks: { registration } })
      assert.equal(told.severity, 'unknown')
      assert.deepEqual(textsOf(told, 'unknown'), ['Nenhuma fonte conhece este documento. Confira o número.'])
    }
    assert.equal(verdict({ blocks: { registration: { consumerName: 'ANA' } } }).severity, 'clear')
  })

  test('a product without negative data has no verdict, unless something is wrong with the registration', () => {
    const read = (registration: Section, language: 'pt' | 'en') =>
      verdictOf({ product: registrationOnly, report: { registration }, language })
    for (const language of ['pt', 'en'] as const) {
      assert.equal(read({ statusRegistration: 'REGULAR' }, language), undefined)
      assert.equal(read({ statusRegistration: 'NULA' }, language)?.severity, 'closed')
      const failedOne = read(failed, language) ?? assert.fail('it failed')
      assert.equal(failedOne.severity, 'unknown')
      assert.doesNotMatch(allText(failedOne), /nada consta|nothing on file/i)
    }
  })

  test('each has a headline of its own in both languages, and no two are alike', () => {
    const asked: readonly Asked[] = [
      { status: 'NULA' },
      { negativeData: { ...clean, listingP: found({}) } },
      { status: 'INAPTA' },
      { negativeData: { ...clean, listingP: failed } },
      { negativeData: { ...clean, listingP: { ...nothing, coverage: 'partial', creditors: '12' } } },
      {},
    ]
    for (const language of ['pt', 'en'] as const) {
      const told = asked.map((one) => verdict({ ...one, language }))
      assert.deepEqual(
        told.map((one) => one.severity),
        [...severities],
      )
      assert.equal(new Set(told.map((one) => one.headline)).size, severities.length)
    }
  })
})

describe('what was not answered is never green', () => {
  for (const code of Object.keys(sourceFaults)) {
    test(`a section that failed (${code}) is named, and nothing is said to be on file or not in it`, () => {
      const error = { code, message: '' }
      const told = verdict({ negativeData: { ...clean, notary: { error } } })
      assert.equal(told.severity, 'unknown')
      assert.deepEqual(textsOf(told, 'unknown'), ['Não respondeu: Protestos.'])
      assert.doesNotMatch(textsOf(told, 'clear').join(), /Protestos/)
    })
  }

  test('a failure beside a debt: the debt is the headline, the failure stays said', () => {
    const told = verdict({ negativeData: { ...clean, listingP: found({}), notary: failed } })
    assert.equal(told.severity, 'negative')
    assert.deepEqual(textsOf(told, 'unknown'), ['Não respondeu: Protestos.'])
  })

  test('every section failed: nothing is said to be empty', () => {
    const all = Object.fromEntries(Object.keys(clean).map((name) => [name, failed]))
    const told = verdict({ negativeData: all })
    assert.equal(told.severity, 'unknown')
    assert.doesNotMatch(allText(told), /[Nn]ada consta/)
  })

  test('a section of the product that is absent was not consulted: it is named, and the rest is not green', () => {
    const { check: _, ...others } = clean
    const told = verdict({ negativeData: others })
    assert.equal(told.severity, 'partial')
    assert.equal(told.notConsulted, 'Não consultado: Cheques sem fundos.')
    assert.doesNotMatch(textsOf(told, 'clear').join(), /Cheques/)
    assert.equal(verdict({ negativeData: {} }).severity, 'unknown')
  })

  test('an additional that was not asked for leaves the verdict green, and is said beside it', () => {
    const told = verdict()
    assert.equal(told.severity, 'clear')
    assert.equal(told.notAsked, 'Não pedido nesta consulta: Dívida ativa da União, Sanções.')
    const asked = verdict({ blocks: { publicDebt: nothing, sanctions: nothing } })
    assert.equal(asked.notAsked, undefined)
    assert.match(textsOf(asked, 'clear').join(), /Dívida ativa da União, Sanções/)
  })

  test('an additional that was asked for and failed is not green', () => {
    const told = verdict({ blocks: { sanctions: failed } })
    assert.equal(told.severity, 'unknown')
    assert.equal(told.notAsked, 'Não pedido nesta consulta: Dívida ativa da União.')
  })

  test('a section with neither a figure nor a list has not answered, whatever else is in it', () => {
    for (const silent of [{}, { summary: {} }, { summary: { count: 'x' } }, [], null, 'nada', 0, true]) {
      const told = verdict({ negativeData: { ...clean, check: silent } })
      assert.equal(told.severity, 'unknown', JSON.stringify(silent))
      assert.doesNotMatch(textsOf(told, 'clear').join(), /Cheques/)
    }
  })

  test('a list without a summary answers, and so does a summary without a list', () => {
    assert.equal(verdict({ negativeData: { ...clean, check: { checkResponse: [] } } }).severity, 'clear')
    assert.equal(verdict({ negativeData: { ...clean, check: { checkResponse: [{}] } } }).severity, 'negative')
    assert.equal(
      verdict({ negativeData: { ...clean, check: { summary: { count: '3' } } } }).severity,
      'negative',
    )
  })

  test('a summary that says none beside a list that has one is negative', () => {
    const both = { listingPResponse: [{ amount: '5.00' }], summary: { count: '0', balance: '0.00' } }
    assert.equal(verdict({ negativeData: { ...clean, listingP: both } }).severity, 'negative')
  })

  test('a partial answer (203): what another source could still have is not said to be empty', () => {
    const told = verdict({ degradedSections: ['listingP'] })
    assert.equal(told.severity, 'unknown')
    assert.deepEqual(textsOf(told, 'unknown'), ['Pode estar incompleto: Pendências comerciais.'])
    assert.doesNotMatch(textsOf(told, 'clear').join(), /comerciais/)
  })

  test('a section that failed and is named in the header of a 203 is named once', () => {
    const told = verdict({ negativeData: { ...clean, notary: failed }, degradedSections: ['notary'] })
    assert.deepEqual(textsOf(told, 'unknown'), ['Não respondeu: Protestos.'])
  })

  test('a registration that failed hides whether it was closed, so it is not green', () => {
    const told = verdict({ blocks: { registration: failed } })
    assert.equal(told.severity, 'unknown')
    assert.deepEqual(textsOf(told, 'unknown'), ['Não respondeu: Cadastro.'])
  })
})

describe('registration and partners', () => {
  test('a status is read as people write it, and what nobody knows is not taken for regular', () => {
    const known = {
      closed: ['BAIXADA', 'Baixada', 'SITUACAO DO CNPJ EM 10/05/2025: BAIXADA', 'NULA', 'TITULAR FALECIDO'],
      attention: ['SUSPENSA', 'INAPTA', 'PENDENTE DE REGULARIZAÇÃO', 'INATIVA', 'ATIVA NÃO REGULAR'],
      clear: ['ATIVA', 'regular', 'SITUACAO DO CNPJ EM 10/05/2025: ATIVA', 'ATIVO'],
      unknown: ['', 'EM ANALISE', 'ATIVAÇÃO', 'REGULARIZAÇÃO EM CURSO', '?'],
    }
    for (const [severity, texts] of Object.entries(known)) {
      for (const text of texts) assert.equal(statusSeverity(text), severity, text)
    }
  })

  test('a status that the company report tells counts as well, and the heavier of two wins', () => {
    const identificationReport = { statusRegistration: 'SITUACAO DO CNPJ EM 10/05/2025: BAIXADA' }
    const told = verdict({ status: 'ATIVA', blocks: { identificationReport } })
    assert.equal(told.severity, 'closed')
    assert.match(told.headline, /: BAIXADA/)
    assert.doesNotMatch(told.headline, /10\/05/)
  })

  test('a status out of order is attention, and one that nobody knows is not green', () => {
    assert.equal(verdict({ status: 'INAPTA' }).severity, 'attention')
    assert.equal(verdict({ status: 'EM ANALISE' }).severity, 'unknown')
    assert.equal(verdict({ status: '' }).severity, 'clear', 'of whom no status is told, only the debts are')
  })

  test('a restriction of a partner or director is loud, each person named once', () => {
    const person = (name: string, restrictionSign: string) => ({ name, restrictionSign })
    const QSAReport = {
      partnerCompleteReport: { partnersList: [person('ANA', 'false'), person('BRUNO', 'true')] },
      directorCompleteReport: { directorsList: [person('BRUNO', 'true'), person('CARLA', 'true')] },
    }
    const told = verdict({ blocks: { QSAReport } })
    assert.equal(told.severity, 'negative')
    assert.deepEqual(textsOf(told, 'negative'), ['Restrição em sócio ou administrador: BRUNO, CARLA.'])
  })

  test('many restricted partners are counted after the first three', () => {
    const partnersList = Array.from({ length: 9 }, (_, at) => ({
      name: `SOCIO ${at}`,
      restrictionSign: 'true',
    }))
    const told = verdict({ blocks: { QSAReport: { partnerCompleteReport: { partnersList } } } })
    assert.match(textsOf(told, 'negative').join(), /SOCIO 0, SOCIO 1, SOCIO 2 e mais 6\.$/)
  })
})
