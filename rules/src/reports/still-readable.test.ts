import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { Members } from './report-members.ts'
import { type ClosedParts, stillReadable } from './still-readable.ts'

const debt = (contractId: string, over: Members = {}): Members => ({
  occurrenceDate: '2026-03-10',
  contractId,
  creditorName: 'LOJA DE EXEMPLO',
  amount: '100.00',
  principal: 'true',
  ...over,
})

const listingP = (items: readonly Members[], summary: Members = {}): Members => ({
  listingPResponse: items,
  summary: {
    count: String(items.length),
    balance: `${items.length * 100}.00`,
    ...(items.length > 0 && { firstOccurrence: '2026-03-10', lastOccurrence: '2026-03-10' }),
    ...summary,
  },
})

const withDebts = (items: readonly Members[], summary?: Members): Members => ({
  negativeData: { listingP: listingP(items, summary) },
})

const standing = (
  kept: Members,
  today: Members,
  {
    sources = 'listingP=bureau, registration=bureau',
    before,
    contactData = true,
    closed = { sections: [], listedMax: undefined },
  }: {
    readonly sources?: string
    readonly before?: string
    readonly contactData?: boolean
    readonly closed?: ClosedParts
  } = {},
) =>
  stillReadable({ report: kept, sources: before ?? sources }, { report: today, sources, contactData, closed })

const failure: Members = { code: 'source_timeout', message: 'A fonte não respondeu a tempo.' }

describe('items of a list', () => {
  test('what reads the same today stays, and the report is what it was', () => {
    const report = withDebts([debt('1'), debt('2')])
    assert.deepEqual(standing(report, report), { report, withheld: [], unconfirmed: [] })
  })

  test('an item that is gone is left out, and count, sum and days are those of the others', () => {
    const kept = withDebts([debt('1'), debt('2', { amount: '7.77', occurrenceDate: '2026-01-02' })], {
      balance: '107.77',
      firstOccurrence: '2026-01-02',
    })
    const found = standing(kept, withDebts([debt('1')]))
    assert.deepEqual(found.report, withDebts([debt('1')]))
    assert.deepEqual(found.withheld, ['no_longer_shown'])
    assert.doesNotMatch(JSON.stringify(found), /7\.77|2026-01-02/)
  })

  test('an item that reads otherwise is left out as it was, and not replaced', () => {
    for (const now of [{ amount: '50.00' }, { disputed: 'true' }, { occurrenceDate: '2026-03-11' }]) {
      const found = standing(withDebts([debt('1')]), withDebts([debt('1', now)]))
      assert.deepEqual(found.report, {
        negativeData: { listingP: { listingPResponse: [], summary: { count: '0', balance: '0.00' } } },
      })
      assert.deepEqual(found.withheld, ['no_longer_shown'])
    }
  })

  test('what is new today is not added, and does not shake what stands', () => {
    const kept = withDebts([debt('1')])
    const found = standing(kept, withDebts([debt('9'), debt('1')], { balance: '200.00' }))
    assert.deepEqual(found, { report: kept, withheld: [], unconfirmed: [] })
  })

  test('of two equal items one that is left stands for one', () => {
    const found = standing(withDebts([debt('1'), debt('1')]), withDebts([debt('1')]))
    assert.deepEqual(found.report, withDebts([debt('1')]))
  })

  test('the order of items and of their members says nothing', () => {
    const kept = withDebts([debt('1'), debt('2')])
    const reversed = Object.fromEntries(Object.entries(debt('2')).toReversed())
    assert.deepEqual(standing(kept, withDebts([reversed, debt('1')])).withheld, [])
  })

  test('what is withheld is told without place or number', () => {
    const one = standing(withDebts([debt('1')]), withDebts([]))
    const two = standing(
      { registration: { consumerName: 'ANA' }, ...withDebts([debt('1'), debt('2')]) },
      { registration: { consumerName: 'ANA MARIA' }, ...withDebts([]) },
    )
    assert.deepEqual(one.withheld, two.withheld)
  })
})

describe('a list that was cut', () => {
  const listed = [debt('3', { occurrenceDate: '2026-03-12' }), debt('2', { occurrenceDate: '2026-03-11' })]
  const kept = withDebts(listed, { count: '3', listed: '2', balance: '300.00' })

  test('keeps its summary while the rest is there as well, also beside newer items', () => {
    for (const newer of [[], [debt('9', { occurrenceDate: '2026-04-01' })]]) {
      const found = standing(kept, withDebts([...newer, ...listed, debt('1')]))
      assert.deepEqual(found, { report: kept, withheld: [], unconfirmed: [] })
    }
  })

  test('loses it when something of the rest is gone or another: a sum would tell its amount', () => {
    for (const rest of [[], [debt('1', { amount: '99.99' })]]) {
      const found = standing(kept, withDebts([...listed, ...rest], { balance: '299.99' }))
      const section = found.report.negativeData as { readonly listingP: { readonly summary: Members } }
      assert.deepEqual(section.listingP.summary, {
        count: '2',
        balance: '200.00',
        firstOccurrence: '2026-03-11',
        lastOccurrence: '2026-03-12',
      })
      assert.deepEqual(found.withheld, ['no_longer_shown'])
    }
  })
})

test('the sum over items that do not tell their amounts goes when it may hold another', () => {
  const check = (count: string, balance: string): Members => ({
    negativeData: {
      check: { checkResponse: [{ checkNumber: '1' }], summary: { count, balance } },
    },
  })
  const found = standing(check('1', '80.00'), check('1', '60.00'), { sources: 'check=bureau' })
  assert.deepEqual(found.report, {
    negativeData: { check: { checkResponse: [{ checkNumber: '1' }], summary: { count: '1' } } },
  })
  assert.deepEqual(found.withheld, ['no_longer_shown'])
})

describe('what cannot be asked today', () => {
  test('a section that fails is left out, and says that it failed', () => {
    const kept = { ...withDebts([debt('1')]), registration: { consumerName: 'ANA' } }
    const today = { negativeData: { listingP: { error: failure } }, registration: { consumerName: 'ANA' } }
    const found = standing(kept, today, { sources: 'registration=bureau' })
    assert.deepEqual(found, {
      report: { negativeData: { listingP: { error: failure } }, registration: { consumerName: 'ANA' } },
      withheld: ['unconfirmed'],
      unconfirmed: ['listingP'],
    })
  })

  test('a section that nobody answers any more is left out', () => {
    const found = standing(withDebts([debt('1')]), {}, { sources: '', before: 'listingP=bureau' })
    assert.deepEqual(found, { report: {}, withheld: ['unconfirmed'], unconfirmed: ['listingP'] })
  })

  test('a registration that is no longer on file is gone, and not merely unconfirmed', () => {
    const found = standing({ registration: { consumerName: 'ANA' } }, {})
    assert.deepEqual(found, { report: {}, withheld: ['no_longer_shown'], unconfirmed: [] })
  })

  test('addresses that fail cost the addresses', () => {
    const kept = { registration: { consumerName: 'ANA', addresses: [{ city: 'RECIFE' }] } }
    const today = { registration: { consumerName: 'ANA', error: failure } }
    assert.deepEqual(standing(kept, today).report, { registration: { consumerName: 'ANA', error: failure } })
  })

  test('a section that had failed then stays failed, whatever is known today', () => {
    const kept = { negativeData: { listingP: { error: failure } } }
    assert.deepEqual(standing(kept, withDebts([debt('1')])), { report: kept, withheld: [], unconfirmed: [] })
  })
})

describe('particulars', () => {
  test('one that was corrected, or is gone, is left out', () => {
    const kept = { registration: { consumerName: 'ANA', birthDate: '1980-01-01', motherName: 'EVA' } }
    const today = { registration: { consumerName: 'ANA', birthDate: '1981-01-01' } }
    const found = standing(kept, today)
    assert.deepEqual(found.report, { registration: { consumerName: 'ANA' } })
    assert.deepEqual(found.withheld, ['no_longer_shown'])
  })

  test('contact data stays only while its reader may have it', () => {
    const report = {
      registration: {
        consumerName: 'ANA',
        motherName: 'EVA',
        address: { city: 'RECIFE' },
        addresses: [{ city: 'RECIFE' }],
        phones: [{ phoneNumber: '999' }],
      },
      identificationReport: { companyName: 'X', address: { city: 'RECIFE' }, phone: { phoneNumber: '1' } },
    }
    const found = standing(report, report, { contactData: false })
    assert.deepEqual(found.report, {
      registration: { consumerName: 'ANA' },
      identificationReport: { companyName: 'X' },
    })
    assert.deepEqual(found.withheld, ['contact_data'])
    assert.deepEqual(standing(report, report).withheld, [])
  })
})

describe('a register that comes out anew', () => {
  const company = (statusRegistration: string, partner: string): Members => ({
    identificationReport: { companyName: 'X LTDA', statusRegistration, address: { city: 'RECIFE' } },
    QSAReport: {
      companyData: { capital: statusRegistration === 'ATIVA' ? '10.00' : '20.00' },
      partnerCompleteReport: { partnersList: [{ documentId: partner }], summary: { count: '1' } },
    },
  })
  const labels = (day: string) => `identification=receita@${day}, QSA=receita@${day}`
  const [before, after] = [company('ATIVA', '1'), company('BAIXADA', '2')]

  test('leaves what an earlier edition said of the company, and takes out who is no longer a partner', () => {
    const found = standing(before, after, { before: labels('2026-10-11'), sources: labels('2026-11-08') })
    assert.deepEqual(found.report, {
      ...before,
      QSAReport: {
        companyData: { capital: '10.00' },
        partnerCompleteReport: { partnersList: [], summary: { count: '0' } },
      },
    })
    assert.deepEqual(found.withheld, ['no_longer_shown'])
  })

  test("leaves an earlier edition's name of a sole trader without the CPF in it", () => {
    const named = (companyName: string): Members => ({ identificationReport: { companyName } })
    const found = stillReadable(
      { report: named('ANA DE EXEMPLO 52998224725'), sources: 'identification=receita@2026-10-11' },
      {
        report: named('ANA DE EXEMPLO ***982247**'),
        sources: 'identification=receita@2026-11-08',
        contactData: true,
      },
    )
    assert.deepEqual(found.report, named('ANA DE EXEMPLO ***982247**'))
  })

  test('the same edition with another value is a correction; so is an older one, and another source', () => {
    for (const [then, now] of [
      ['receita@2026-10-11', 'receita@2026-10-11'],
      ['receita@2026-10-11', 'receita@2026-09-13'],
      ['receita@2026-10-11', 'bureau'],
      ['bureau', 'receita@2026-10-11'],
      ['bureau', 'bureau'],
    ]) {
      const found = standing(before, after, {
        before: `identification=${then}`,
        sources: `identification=${now}`,
      })
      assert.equal(JSON.stringify(found.report).includes('ATIVA'), false, `${then} ${now}`)
    }
  })

  test('what an edition no longer has at all is left out', () => {
    const found = standing(
      { identificationReport: { companyName: 'X LTDA', tradingName: 'X' } },
      { identificationReport: { companyName: 'X LTDA' } },
      { before: labels('2026-10-11'), sources: labels('2026-11-08') },
    )
    assert.deepEqual(found.report, { identificationReport: { companyName: 'X LTDA' } })
  })
})

describe('consultations by others', () => {
  const inquiry = (items: readonly Members[]): Members => ({
    facts: {
      inquiry: {
        inquiryResponse: items,
        summary: { count: String(items.reduce((sum, one) => sum + Number(one.count), 0)) },
      },
    },
  })
  const month = (of: string, count: string): Members => ({ month: of, segment: 'VAREJO', count })
  const sources = 'inquiry=consultations'

  test('stand while their month is only added to', () => {
    const kept = inquiry([month('2026-11', '1'), month('2026-10', '4')])
    const today = inquiry([month('2026-11', '3'), month('2026-10', '4')])
    assert.deepEqual(standing(kept, today, { sources }), { report: kept, withheld: [], unconfirmed: [] })
  })

  test('go when their month is too long ago', () => {
    const kept = inquiry([month('2026-11', '1'), month('2025-10', '4')])
    const found = standing(kept, inquiry([month('2026-11', '1')]), { sources })
    assert.deepEqual(found.report, inquiry([month('2026-11', '1')]))
    assert.deepEqual(found.withheld, ['no_longer_shown'])
  })
})

describe('what the contract no longer opens', () => {
  const publicDebt = { publicDebtResponse: [{ inscriptionNumber: '80 1' }], summary: { count: '1' } }
  const inquiry = { inquiryResponse: [{ month: '2026-10', count: '3' }], summary: { count: '3' } }

  test('a section goes with the feature that added it, though today still says the same', () => {
    const report = { ...withDebts([debt('1')]), publicDebt, facts: { inquiry } }
    const closed = { sections: ['publicDebt', 'inquiry'], listedMax: undefined } as const
    assert.deepEqual(standing(report, report, { closed }), {
      report: withDebts([debt('1')]),
      withheld: ['not_contracted'],
      unconfirmed: [],
    })
  })

  test('addresses and phones go, and the registration around them stays', () => {
    const registration = { consumerName: 'ANA', addresses: [{ zipCode: '01001000' }], phones: [] }
    const closed = { sections: ['addresses', 'phones'], listedMax: undefined } as const
    const found = standing({ registration }, { registration }, { closed })
    assert.deepEqual(found.report, { registration: { consumerName: 'ANA' } })
    assert.deepEqual(found.withheld, ['not_contracted'])
  })

  test('contact data that neither scope nor feature opens is told as contact data', () => {
    const registration = { consumerName: 'ANA', addresses: [{ zipCode: '01001000' }] }
    const closed = { sections: ['addresses'], listedMax: undefined } as const
    const found = standing({ registration }, { registration }, { closed, contactData: false })
    assert.deepEqual(found.withheld, ['contact_data'])
  })

  test('whole lists end at the newest items, and the summary still counts everything', () => {
    const items = ['1', '2', '3'].map((id) => debt(id))
    const found = standing(withDebts(items), withDebts(items), { closed: { sections: [], listedMax: 2 } })
    assert.deepEqual(
      found.report,
      withDebts(items.slice(0, 2), { count: '3', balance: '300.00', listed: '2' }),
    )
    assert.deepEqual(found.withheld, ['not_contracted'])
    const few = standing(withDebts(items), withDebts(items), { closed: { sections: [], listedMax: 3 } })
    assert.deepEqual([few.report, few.withheld], [withDebts(items), []])
  })
})

test('of when a copy was stays with what it dates, and tells nothing by itself', () => {
  const copiedAt = '2026-11-10T12:00:00-03:00'
  const kept = { registration: { consumerName: 'MARIA', copiedAt } }
  assert.deepEqual(standing(kept, { registration: { consumerName: 'MARIA' } }), {
    report: kept,
    withheld: [],
    unconfirmed: [],
  })
  const gone = standing(kept, { registration: { consumerName: 'OUTRA' } })
  assert.deepEqual([gone.report, gone.withheld], [{}, ['no_longer_shown']])
})

test('what today knows only by a copy is dated by it, and nothing is said of when where nothing stays', () => {
  const copiedAt = '2026-11-10T12:00:00-03:00'
  const kept = { registration: { consumerName: 'MARIA' } }
  const found = standing(kept, { registration: { consumerName: 'MARIA', copiedAt } })
  assert.deepEqual(found.report, { registration: { consumerName: 'MARIA', copiedAt } })
  const gone = standing(kept, { registration: { consumerName: 'OUTRA', copiedAt } })
  assert.deepEqual([gone.report, gone.withheld], [{}, ['no_longer_shown']])
})

test('what a source told that is there no more is unconfirmed, whoever else answers the section', () => {
  const kept = { report: withDebts([debt('1'), debt('2')]), sources: 'listingP=bureau+parceiro@2026-10-01' }
  const today = { report: withDebts([debt('1')]), sources: 'listingP=bureau', contactData: true }
  const found = (known: readonly string[]) => stillReadable(kept, { ...today, known: new Set(known) })
  assert.deepEqual(found(['bureau']).withheld, ['unconfirmed'])
  assert.deepEqual(found(['bureau']).unconfirmed, ['listingP'])
  assert.deepEqual(found(['bureau', 'parceiro']).withheld, ['no_longer_shown'])
  assert.deepEqual(stillReadable(kept, today).withheld, ['no_longer_shown'])
})
