import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { Day } from '../../calendar/day.ts'
import type { Listing } from '../../listings/listing.ts'
import { firstLoadedDay, heldDebts, isLapsedByLoad, withoutHeld } from './held-here.ts'
import { isSameOccurrence, isSameReportedDebt, type Occurrence } from './same-occurrence.ts'
import { type ToldList, unitedSection, uniteOccurrences } from './unite-occurrences.ts'

const today = '2026-11-16' as Day

const debt = (over: Occurrence = {}): Occurrence => ({
  occurrenceDate: '2025-03-10',
  contractId: '123-4',
  creditorName: 'BANCO DE MENTIRA S.A.',
  amount: '100.00',
  principal: 'true',
  ...over,
})

const without = (item: Occurrence, ...names: readonly string[]): Occurrence =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))

const told = (items: readonly Occurrence[], over: Partial<ToldList> = {}): ToldList => ({
  items,
  summary: { count: String(items.length) },
  ...over,
})

const united = (...lists: readonly ToldList[]) => uniteOccurrences('debt', lists, today)

describe('two items are the same debt', () => {
  test('however its contract is spelled', () => {
    for (const contractId of ['1234', '0001234', '123/4', ' 123 - 4 ', '123.4', '00123-04', '１２３-4'])
      assert.ok(isSameReportedDebt(debt(), debt({ contractId })), contractId)
    assert.ok(isSameReportedDebt(debt({ contractId: 'ab-1' }), debt({ contractId: 'AB 01' })))
    assert.ok(isSameReportedDebt(debt({ contractId: '1-001' }), debt({ contractId: '1001' })))
    assert.ok(isSameReportedDebt(debt({ contractId: '1-001' }), debt({ contractId: '1-1' })))
    assert.ok(isSameReportedDebt(debt({ contractId: '88-0012-3' }), debt({ contractId: '880012-03' })))
    for (const contractId of ['1235', '12-40', '1234-5'])
      assert.ok(!isSameReportedDebt(debt(), debt({ contractId })))
  })

  const isSame = (a: Occurrence, b: Occurrence) => {
    assert.equal(isSameReportedDebt(a, b), isSameReportedDebt(b, a), JSON.stringify([a, b]))
    return isSameReportedDebt(a, b)
  }

  test('by its day and amount, where its contract has letters or digits of another alphabet that look like ours', () => {
    const [ours, day] = [{ contractId: 'PG-77' }, { occurrenceDate: '2025-04-10' }]
    for (const contractId of ['\u0420G-77', 'P\u0261-77', 'PG-\u0667\u0667', 'P\u200b\u0413-7\u06f7']) {
      assert.ok(isSameReportedDebt(debt(ours), debt({ contractId })), contractId)
      assert.ok(!isSameReportedDebt(debt(ours), debt({ contractId, ...day })), contractId)
    }
    assert.ok(!isSameReportedDebt(debt(ours), debt({ contractId: '\u0420G-78' })))
    assert.ok(isSameReportedDebt(debt({ contractId: 'AÇÃO-5' }), debt({ contractId: 'ACAO-5', ...day })))
  })

  test('with a tail that says nothing; an instalment is of the contract on its own day, and no other instalment', () => {
    const by = (contractId: string, over: Occurrence = {}) => debt({ contractId, ...over })
    for (const contractId of ['1234-00', '1234/0', '123-4.000']) assert.ok(isSame(by('1234'), by(contractId)))
    assert.ok(isSame(by('1234-00'), by('123400')), 'as it was')
    assert.ok(!isSame(by('1234-00'), by('1234-01')), 'a renegotiation is another contract')
    assert.ok(isSame(by('CT-1001'), by('CT-1001/1')))
    assert.ok(isSame(by('CT-1001'), by('CT 1001 / 02', { amount: '7.00' })), 'interest changes an amount')
    assert.ok(!isSame(by('CT-1001'), by('CT-1001/1', { occurrenceDate: '2025-04-10' })), 'the next one')
    assert.ok(!isSame(by('CT-1001/1'), by('CT-1001/2')), 'two of them are two')
    assert.ok(isSame(by('CT-1001/1', { occurrenceDate: '2026-01-01' }), by('CT-1001/01')))
    assert.ok(!isSame(by('1001'), by('1001-1')), 'a digit after a dash may belong to the number')
    assert.ok(!isSame(by('1'), by('1/2')), 'one digit is no contract with instalments')
  })

  test('by what a mask leaves to be seen and the day, where a contract is masked', () => {
    const by = (contractId: string, over: Occurrence = {}) => debt({ contractId, ...over })
    for (const masked of [
      '****1001',
      'XXXX1001',
      '•••• 1001',
      'CT-****1001',
      '####1001',
      '9876****',
      'CT***1001',
    ])
      assert.ok(isSame(by('CT-98761001'), by(masked)) === !masked.startsWith('9876'), masked)
    assert.ok(isSame(by('98761001'), by('9876****')))
    assert.ok(isSame(by('98761001'), by('****1001', { amount: '7.00' })))
    assert.ok(!isSame(by('98761001'), by('****1002')), 'what is seen is another')
    assert.ok(!isSame(by('98761001'), by('****1001', { occurrenceDate: '2025-04-10' })), 'of another day')
    assert.ok(!isSame(by('98761001'), by('****1001', { creditorName: 'OUTRA LOJA' })))
    assert.ok(isSame(by('98761001'), by('******01')), 'little is seen, and amount and day agree')
    assert.ok(!isSame(by('98761001'), by('******01', { amount: '7.00' })))
    assert.ok(isSame(by('****1001'), by('987****1001')), 'both are masked')
    assert.ok(!isSame(by('****1001', { occurrenceDate: '2025-04-10' }), by('****1001')))
    assert.ok(!isSame(by('XX1001', { occurrenceDate: '2025-04-10' }), by('1001')), 'two letters are no mask')
    assert.ok(
      isSame(by('XXX1001', { occurrenceDate: '2025-04-10' }), by('xxx-1001')),
      'nor where both have them',
    )
  })

  test('however its creditor is spelled, and whichever branch it is', () => {
    for (const creditorName of [
      'Banco de Mentira S/A',
      'BANCO DE MENTIRA',
      'banco  de mentira sa',
      'BANCO DE MENTIRA S A.',
      'BANCO DE MENTIRA S.A. EM RECUPERACAO JUDICIAL',
      'Banco de Mentira - Em Recuperação Judicial',
      'BANCO DE MENTIRA S/A (EM LIQUIDACAO EXTRAJUDICIAL)',
      'BANCO DE MENTIRA SOCIEDADE ANONIMA',
      'BANCO DE MENTIRA SLU',
      'BANCO DE MENTIRA UNIPESSOAL LTDA',
      'BANCO DE MENTIRA SOCIEDADE LIMITADA UNIPESSOAL',
      'BANCO DE MENTIRA S/S',
      'BANCO DE MENTIRA S/C LTDA.',
      'BANCO DE MENTIRA L.T.D.A.',
      'BANCO DE MENTIRA E.P.P.',
      'BANCO DE MENTIRA S.A. FILIAL 02',
      'BANCO DE MENTIRA FILIAL Nº 0002 SA',
      'BANCO DE MENTIRA MATRIZ',
      'BAN\u200bCO DE MEN\u00adTIRA\ufeff S\u2060.A.',
      '\u3164BANCO DE MENTIRA\u{e0020}',
    ])
      assert.ok(isSame(debt(), debt({ creditorName })), creditorName)
    // Of another amount, for with contract, day and amount it is the same whatever the name.
    const grown = (creditorName: string) => debt({ creditorName, amount: '7.00' })
    for (const creditorName of [
      'BANCO DE MENTIRA 2',
      'BANCO DE MENTIRA FILIAL RECIFE',
      'BANCO DE MENTIRA SEGUROS SA',
      'BANCO DE MENTIRA EM CASA',
      'BANCO DE MENTIRA JUDICIAL',
      'BANCO DE MENTIRA SOCIEDADE',
      'BANCO',
      'FILIAL 02',
      'LTDA',
    ])
      assert.ok(!isSame(debt(), grown(creditorName)), creditorName)
    assert.ok(!isSame(debt({ creditorName: 'LOJA 2 LTDA' }), grown('LOJA 3 LTDA')))
    assert.ok(
      isSameReportedDebt(
        debt({ creditorName: 'LOJA SAO JOAO LTDA' }),
        debt({ creditorName: 'Loja São João' }),
      ),
    )
    for (const creditorName of ['BANCO DE VERDADE SA', 'BANCO', 'SA'])
      assert.ok(!isSameReportedDebt(debt(), grown(creditorName)), creditorName)
    const [head, branch] = ['80000001000175', '80000001000256']
    const by = (creditorDocument: string, creditorName: string) => debt({ creditorDocument, creditorName })
    assert.ok(isSameReportedDebt(by(head, 'BANCO A'), by(branch, 'BANCO A FILIAL RECIFE')))
    assert.ok(!isSameReportedDebt(by(head, 'BANCO A'), by('80000003000164', 'BANCO A')))
    assert.ok(isSame(by(head, 'BANCO A'), by('80.000.001/0001-75', 'OUTRO NOME')), 'with its punctuation')
    for (const masked of ['80.***.***/0001-**', '**000001****75', 'XX.000.001/XXXX-XX', '', '0']) {
      assert.ok(isSame(by(head, 'BANCO A'), by(masked, 'Banco A SA')), `by its name: ${masked}`)
      assert.ok(!isSame(by(head, 'BANCO A'), { ...by(masked, 'BANCO B'), amount: '7.00' }), masked)
    }
  })

  test('by a name that was cut off, or that has another sign for "and"', () => {
    const furniture = 'LOJA COMERCIO DE MOVEIS E ELETRODOMESTICOS LTDA'
    const by = (creditorName: string) => debt({ creditorName, amount: '7.00' })
    for (const creditorName of [
      'LOJA COMERCIO DE MOVEIS E ELETRO',
      'LOJA COMERCIO DE MO',
      'LOJA COMERCIO DE MOVEIS E ELETRODOMESTICOS LT',
      'Loja Comércio de Móveis & Eletrodomésticos Ltda.',
      'LOJA COMERCIO DE MOVEIS&ELETRODOMESTICOS',
      'LOJA COMERCIO DE MOVEIS ＆ ELETRO',
      'LOJA COMERCIO DE MOVEIS &amp; ELETRODOMESTICOS',
    ])
      assert.ok(isSame(debt({ creditorName: furniture }), by(creditorName)), creditorName)
    for (const creditorName of [
      'LOJA COMERCIO',
      'COMERCIO DE MOVEIS E ELETRODOMESTICOS LTDA',
      'LOJA COMERCIO DE CARROS',
    ])
      assert.ok(!isSame(debt({ creditorName: furniture }), by(creditorName)), creditorName)
  })

  test('by contract, day and amount, whatever the name, unless two numbers tell two creditors', () => {
    const [one, other] = ['80000001000175', '80000003000164']
    const sold = debt({ creditorName: 'FUNDO DE CREDITOS' })
    assert.ok(isSame(debt(), sold))
    assert.ok(isSame(debt({ creditorDocument: one }), sold))
    assert.ok(isSame(debt({ creditorDocument: one }), { ...sold, creditorDocument: '80.***.***/0001-**' }))
    assert.ok(!isSame(debt({ creditorDocument: one }), { ...sold, creditorDocument: other }))
    for (const over of [
      { contractId: '9' },
      { contractId: 'N/A' },
      { contractId: '***4' },
      { amount: '7.00' },
    ])
      assert.ok(!isSame(debt(), { ...sold, ...over }), JSON.stringify(over))
    assert.ok(!isSame(debt(), { ...sold, occurrenceDate: '2025-03-11' }))
    assert.ok(!isSame(without(debt(), 'amount'), without(sold, 'amount')))
  })

  test('with or without the word "contract" before it; with a part number behind it on its day and of its amount', () => {
    const by = (contractId: string, over: Occurrence = {}) => debt({ contractId, ...over })
    for (const contractId of [
      'CT 12345678901',
      'CT-12345678901',
      'CT12345678901',
      'Nº 12345678901',
      'N. 123456789-01',
      'nr 12345678901',
      'CONTRATO 12345678901',
      'Contrato nº 0012345678901',
      'CTR: 12345678901',
    ])
      assert.ok(isSame(by('12345678901'), by(contractId, { amount: '7.00' })), contractId)
    assert.ok(isSame(by('CT 12345678901'), by('CONTRATO 12345678901')))
    assert.ok(!isSame(by('CP 12345678901'), by('12345678901')), 'another kind of number')
    assert.ok(!isSame(by('CT 1'), by('1')), 'one digit is no contract with a word before it')
    assert.ok(!isSame(by('CONTRATO A'), by('A')))
    assert.ok(isSame(by('12345678901-001'), by('12345678901')))
    assert.ok(isSame(by('12345678901-001'), by('CT 12345678901')))
    for (const over of [{ amount: '7.00' }, { occurrenceDate: '2025-04-10' }])
      assert.ok(!isSame(by('12345678901-001', over), by('12345678901')), JSON.stringify(over))
    assert.ok(!isSame(by('12345678901-001'), by('12345678901-002')), 'two of them are two')
  })

  test('by amount and day, only where one of them names no contract', () => {
    const bare = without(debt(), 'contractId')
    assert.ok(isSameReportedDebt(bare, bare))
    assert.ok(isSameReportedDebt(bare, debt()))
    assert.ok(
      isSameReportedDebt(debt({ contractId: '000' }), debt({ contractId: '-' })),
      'zeros are no contract',
    )
    for (const contractId of [
      'N/A',
      'n.a.',
      'NAO INFORMADO',
      'Não informado',
      'NÃO CONSTA',
      'SEM CONTRATO',
      'S/N',
      'XXXX',
      'xxx-xx',
      '****',
      '0',
      '-',
      'null',
      '\u200b',
    ]) {
      assert.ok(isSame(debt({ contractId }), debt()), contractId)
      assert.ok(!isSame(debt({ contractId }), debt({ amount: '100.01' })), contractId)
      assert.ok(!isSame(debt({ contractId, occurrenceDate: '2025-03-11' }), debt({ contractId })), contractId)
    }
    for (const contractId of ['NA-1', 'SN12', 'X1', 'NADA'])
      assert.ok(!isSame(debt({ contractId }), debt()), `${contractId} is a contract`)
    assert.ok(!isSameReportedDebt(bare, { ...bare, amount: '100.01' }))
    assert.ok(!isSameReportedDebt(bare, { ...bare, occurrenceDate: '2025-03-11' }))
    assert.ok(!isSameReportedDebt(bare, { ...bare, creditorName: 'OUTRA LOJA' }))
    assert.ok(!isSameReportedDebt(without(bare, 'amount'), without(bare, 'amount')))
    assert.ok(
      !isSameReportedDebt(debt(), debt({ contractId: '999' })),
      'two contracts of one price and day are two',
    )
  })

  test('whether it is told of the principal or of a guarantor: of one document it is one debt', () => {
    assert.ok(isSameReportedDebt(debt(), debt({ principal: 'false' })))
  })
})

test('a cheque is its number at its bank, and a protest its office, day and amount', () => {
  const cheque = { bankId: '001', bankAgencyId: '0123', checkNumber: '4001', occurrenceDate: '2025-01-01' }
  assert.ok(
    isSameOccurrence('cheque', cheque, { ...cheque, bankAgencyId: '123', occurrenceDate: '2025-01-02' }),
  )
  assert.ok(!isSameOccurrence('cheque', cheque, { ...cheque, checkNumber: '4002' }))
  assert.ok(!isSameOccurrence('cheque', cheque, { ...cheque, bankId: '033' }))
  const protest = {
    officeNumber: '01',
    city: 'RECIFE',
    federalUnit: 'PE',
    occurrenceDate: '2025-01-01',
    amount: '10.00',
  }
  assert.ok(isSameOccurrence('protest', protest, { ...protest, officeNumber: '1', city: 'Recife' }))
  assert.ok(!isSameOccurrence('protest', protest, { ...protest, amount: '10.01' }))
})

describe('lists of several sources', () => {
  test('show the same debt once, counted and summed once', () => {
    const all = united(
      told([debt(), debt({ contractId: '2', amount: '50.00' })]),
      told([debt({ contractId: '0001234' }), debt({ contractId: '3', amount: '1.00' })]),
    )
    assert.deepEqual([all.items.length, all.count, all.balanceCents], [3, 3, 15_100n])
  })

  test('never add up summaries', () => {
    const summary = { count: '1', balance: '9999.00' }
    const all = united(told([debt()], { summary }), told([debt()], { summary }))
    assert.deepEqual([all.count, all.balanceCents], [1, 10_000n])
  })

  test('take the fresher fields, and what only the other tells', () => {
    const old = debt({ amount: '80.00', legalSquare: 'RCE' })
    const fresh = without(debt({ amount: '100.00', flagSubJudice: 'true' }), 'principal')
    const days = { asOf: '2026-01-01' as Day }
    const later = { asOf: '2026-11-01' as Day }
    for (const lists of [
      [told([old], days), told([fresh], later)],
      [told([fresh], later), told([old], days)],
    ]) {
      const [item] = united(...lists).items
      assert.deepEqual(
        [item?.amount, item?.legalSquare, item?.flagSubJudice, item?.principal],
        ['100.00', 'RCE', 'true', 'true'],
      )
    }
  })

  test('stay in their order where one of them tells no day', () => {
    const [first, second] = [debt({ amount: '80.00' }), debt({ amount: '100.00' })]
    assert.equal(united(told([first]), told([second], { asOf: today })).items[0]?.amount, '80.00')
    assert.equal(united(told([first]), told([second])).items[0]?.amount, '80.00')
  })

  test('run the five years from the earliest day that any of them tells', () => {
    const all = united(
      told([debt({ occurrenceDate: '2025-03-10' })], { asOf: today }),
      told([debt({ occurrenceDate: '2024-01-01' })], { asOf: '2026-01-01' as Day }),
    )
    assert.deepEqual(
      all.items.map((one) => one.occurrenceDate),
      ['2024-01-01'],
    )
    const lapsed = united(told([debt()]), told([debt({ occurrenceDate: '2020-01-01' })]))
    assert.deepEqual([lapsed.items, lapsed.count, lapsed.balanceCents], [[], 0, 0n])
  })

  test('hide what one of them told with a day that is past, though it shows it no longer', () => {
    const lapsed = [debt({ occurrenceDate: '2021-11-15', amount: '7.00' })]
    const second = debt({ occurrenceDate: '2024-01-01', contractId: '9', amount: '40.00' })
    for (const lists of [
      [told([], { lapsed }), told([debt(), second])],
      [told([debt(), second]), told([], { lapsed })],
    ]) {
      const all = united(...lists)
      assert.deepEqual([all.items, all.count, all.balanceCents], [[second], 1, 4_000n])
    }
    const next = told([debt({ occurrenceDate: '2024-02-10' })], { lapsed })
    assert.equal(united(next, told([])).count, 1, 'another instalment of the same contract')
    assert.equal(united(next, told([debt({ occurrenceDate: '2024-02-10' })])).count, 1)
  })

  test('leave figures as they are told, for what has lapsed is in none of them', () => {
    const lapsed = [debt({ contractId: '8', occurrenceDate: '2020-01-01' })]
    const cut = told([debt()], { summary: { count: '30', balance: '3000.00' }, lapsed })
    const all = united(cut, told([]))
    assert.deepEqual([all.count, all.balanceCents], [30, 300_000n])
    const cheque = { bankId: '001', bankAgencyId: '1', checkNumber: '7', occurrenceDate: '2025-01-01' }
    const old = { ...cheque, checkNumber: '8', occurrenceDate: '2020-01-01' }
    const cheques = told([cheque], { summary: { count: '1', balance: '80.00' }, lapsed: [old] })
    assert.equal(uniteOccurrences('cheque', [cheques, told([])], today).balanceCents, 8_000n)
  })

  test('show a debt on the last day of its five years, and not on the next', () => {
    const on = (occurrenceDate: string) => united(told([debt({ occurrenceDate })]), told([])).count
    assert.deepEqual([on('2021-11-16'), on('2021-11-15')], [1, 0])
    assert.equal(united(told([without(debt(), 'occurrenceDate')]), told([])).count, 0)
  })

  test('keep two of one source apart that another has once', () => {
    const bare = without(debt(), 'contractId')
    assert.equal(united(told([bare, bare]), told([bare])).count, 2)
    assert.equal(united(told([bare]), told([bare, bare])).count, 2)
    const parts = [debt({ occurrenceDate: '2025-01-10' }), debt({ occurrenceDate: '2025-02-10' })]
    const all = united(told(parts), told([debt({ occurrenceDate: '2025-02-10', amount: '77.00' })]))
    assert.deepEqual(
      all.items.map((one) => one.occurrenceDate),
      ['2025-02-10', '2025-01-10'],
    )
  })

  test('show a row once that one source tells twice', () => {
    assert.equal(united(told([debt(), debt()]), told([])).count, 1)
    assert.equal(united(told([]), told([debt(), debt(), debt({ contractId: '9' })])).count, 2)
    const unnamed = debt({ contractId: 'N/A' })
    assert.equal(united(told([unnamed, unnamed]), told([])).count, 2, 'two of one price, without a contract')
  })

  test('count at least what one of them counts, where it does not list it all', () => {
    const cut = told([debt()], { summary: { count: '30', balance: '3000.00' } })
    const all = united(cut, told([debt({ contractId: '9' })]))
    assert.deepEqual([all.items.length, all.count, all.balanceCents], [2, 30, 300_000n])
    const lapsed = debt({ contractId: '8', occurrenceDate: '2020-01-01', amount: '40.00' })
    const less = united({ ...cut, items: [debt(), lapsed] }, told([debt()]))
    assert.deepEqual([less.count, less.balanceCents], [29, 296_000n])
  })

  test('of cheques, which tell no amounts, keep the larger sum that a source tells, and none that holds too much', () => {
    const cheque = { bankId: '001', bankAgencyId: '1', checkNumber: '7', occurrenceDate: '2025-01-01' }
    const cheques = (...lists: readonly ToldList[]) => uniteOccurrences('cheque', lists, today).balanceCents
    const summary = (balance: string) => ({ summary: { count: '1', balance } })
    assert.equal(cheques(told([cheque], summary('80.00')), told([])), 8_000n)
    assert.equal(cheques(told([cheque], summary('80.00')), told([cheque], summary('90.00'))), 9_000n)
    assert.equal(cheques(told([cheque]), told([cheque])), undefined)
    const old = { ...cheque, checkNumber: '8', occurrenceDate: '2020-01-01' }
    assert.equal(cheques(told([cheque, old], { summary: { count: '2', balance: '80.00' } })), undefined)
  })

  test('come newest first, whatever the order of the sources', () => {
    const items = ['2024-01-01', '2026-01-01', '2025-01-01'].map((occurrenceDate, at) =>
      debt({ occurrenceDate, contractId: `c${at}` }),
    )
    const all = united(told(items.slice(0, 2)), told(items.slice(2)))
    assert.deepEqual(
      all.items.map((one) => one.occurrenceDate),
      ['2026-01-01', '2025-01-01', '2024-01-01'],
    )
    assert.deepEqual(unitedSection(all, { listField: 'listingPResponse', listedMax: 2 }), {
      listingPResponse: all.items.slice(0, 2),
      summary: {
        count: '3',
        listed: '2',
        balance: '300.00',
        firstOccurrence: '2024-01-01',
        lastOccurrence: '2026-01-01',
      },
    })
  })

  test('of thousands are united in one pass', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => debt({ contractId: `k${at}`, amount: `${at}.00` }))
    assert.equal(united(told(many), told(many.toReversed())).count, 5_000)
    const alike = Array.from({ length: 2_000 }, () => without(debt(), 'contractId'))
    assert.equal(united(told(alike), told(alike)).count, 2_000)
  })
})

describe('a debt that has a listing here', () => {
  const listing = (over: Partial<Listing> = {}): Listing =>
    ({
      state: 'published',
      creditor: { document: '80000001000175', name: 'BANCO DE MENTIRA S.A.' },
      contractId: '123-4',
      amountCents: 10_000n,
      dueDate: '2025-03-10' as Day,
      formerDebts: [],
      ...over,
    }) as Listing
  const left = (items: readonly Occurrence[], over: Partial<Listing> = {}) =>
    withoutHeld(told(items), heldDebts([listing(over)])).list.items

  test('is never taken from outside, in whatever state it is here', () => {
    const states: readonly Partial<Listing>[] = [
      { state: 'published' },
      { state: 'published', paidOn: today },
      { state: 'published', dispute: { openedOn: today } as NonNullable<Listing['dispute']> },
      { state: 'suspended' },
      { state: 'received' },
      { state: 'notice_queued' },
      { state: 'notice_sent' },
      { state: 'waiting' },
      { state: 'released', release: '01' },
      { state: 'released', release: '03' },
      { state: 'withdrawn' },
      { state: 'expired' },
      { state: 'refused', refusal: 'notice_undeliverable' },
      { state: 'refused', refusal: '121' },
      { state: 'refused', refusal: 'review_refused' },
      { state: 'refused', refusal: '017', dueDate: '2019-01-10' as Day },
      { state: 'released', release: '01', paidOn: today, lifted: { on: today } },
      { state: 'published', principalId: 'of-a-guarantor' },
    ]
    for (const state of states) assert.deepEqual(left([debt()], state), [], JSON.stringify(state))
  })

  test('stays hidden however it is spelled outside, as whose it is told, and for whatever amount and day', () => {
    for (const over of [
      { contractId: '0001234' },
      { contractId: '123/4' },
      { creditorName: 'Banco de Mentira' },
      { principal: 'false' },
      { amount: '999.99' },
      { occurrenceDate: '2026-01-01' },
    ])
      assert.deepEqual(left([debt(over)], { state: 'released' }), [], JSON.stringify(over))
    assert.deepEqual(left([without(debt(), 'contractId')], { state: 'released' }), [])
    assert.deepEqual(left([without(debt(), 'creditorName')], { state: 'released' }), [])
  })

  test('hides no other', () => {
    const others = [debt({ contractId: '9' }), debt({ creditorName: 'OUTRA LOJA', amount: '7.00' })]
    assert.deepEqual(left(others, { state: 'released' }), others)
  })

  test('stays hidden by every amount and day that it ever had here, where no contract tells it', () => {
    const over: Partial<Listing> = {
      state: 'released',
      amountCents: 90_00n,
      dueDate: '2025-02-10' as Day,
      formerDebts: [
        { amount: '100.00', dueDate: '2025-03-10' as Day },
        { amount: '95.00', dueDate: '2025-03-10' as Day },
      ],
    }
    for (const amount of ['100.00', '95.00', '90.00'])
      for (const occurrenceDate of ['2025-03-10', '2025-02-10'])
        for (const contractId of ['NAO INFORMADO', '****4', ''])
          assert.deepEqual(left([debt({ amount, occurrenceDate, contractId })], over), [], amount)
    const others = [
      debt({ amount: '80.00', contractId: '' }),
      debt({ occurrenceDate: '2025-01-10', contractId: '' }),
    ]
    assert.deepEqual(left(others, over), others)
  })

  test('hides nothing where it never was one, or was lifted', () => {
    assert.deepEqual(left([debt()], { state: 'refused', refusal: '029' }), [debt()])
    const struck = { state: 'refused', lifted: { on: today } } as const
    assert.deepEqual(left([debt()], { ...struck, refusal: '017' }), [debt()], 'told by mistake')
    assert.deepEqual(left([debt()], { ...struck, refusal: 'review_refused' }), [debt()])
    assert.deepEqual(left([debt()], { state: 'released', release: '40', lifted: { on: today } }), [debt()])
  })

  test('was loaded on the earliest day that any row of it tells, and of others nothing is said', () => {
    const on = (occurrenceDate: string, over: Occurrence = {}) => debt({ occurrenceDate, ...over })
    const rows = [on('2023-01-05'), on('2022-01-05', { contractId: '00123 4' }), on('2024-01-05')]
    for (const loaded of [rows, rows.toReversed()])
      assert.equal(firstLoadedDay(listing(), loaded), '2022-01-05')
    const others = [on('2020-01-05', { contractId: '9' }), without(debt(), 'occurrenceDate')]
    assert.equal(firstLoadedDay(listing(), others), undefined)
    assert.equal(firstLoadedDay(listing(), []), undefined)
  })

  test('is shown on the last day of the five years since then, and not on the next', () => {
    const lapses = (occurrenceDate: string) => isLapsedByLoad(listing(), [debt({ occurrenceDate })], today)
    assert.deepEqual(['2021-11-16', '2021-11-15'].map(lapses), [false, true])
    assert.equal(isLapsedByLoad(listing(), [], today), false)
  })

  test('is in no figure either', () => {
    const list = told([debt(), debt({ contractId: '9', amount: '7.00' })], {
      summary: { count: '2', balance: '107.00' },
    })
    const { list: rest, isDoubtful } = withoutHeld(list, heldDebts([listing({ state: 'released' })]))
    assert.deepEqual([united(rest).count, united(rest).balanceCents, isDoubtful], [1, 700n, false])
  })

  test('may be in what is counted beyond the list, wherever the list shows it: then only the list counts', () => {
    const summary = { count: '30', balance: '3000.00' }
    const here = heldDebts([listing({ state: 'released' })])
    for (const items of [
      [debt({ contractId: '9' })],
      // Instalments share a contract: the next one may be among those that are only counted.
      [debt(), debt({ contractId: '9' })],
      [without(debt(), 'amount'), debt({ contractId: '9' })],
    ]) {
      const { list, isDoubtful } = withoutHeld(told(items, { summary }), here)
      assert.deepEqual([united(list).count, united(list).balanceCents, isDoubtful], [1, 10_000n, true])
    }
  })
})
