import assert from 'node:assert/strict'
import { sealed } from '@lastro/contract/leaves.ts'
import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { orderKey } from '@lastro/rules/documents/company-key.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import {
  branchCnpj,
  companyRoot,
  headOfficeCnpj,
  inventedBranch,
  inventedCompany,
  inventedDebt,
  inventedDomains,
  inventedEstablishment,
  inventedPartner,
  inventedSanction,
} from '../../../testing/invented/invented-company.ts'
import {
  memorySnapshot,
  packBranch,
  packCompany,
  packDebts,
  packParticipations,
  packSanctions,
  rootKeyOf,
} from '../../../testing/invented/packed-records.ts'
import { serving } from '../../../testing/invented/serving.ts'
import type { PublicDebt } from '../../data/pgfn/public-debts.ts'
import type { PublishedListing } from '../../features/reports/query/add-listings.ts'
import {
  coversAlways,
  type Question,
  type SectionAnswer,
  type Source,
} from '../../features/reports/source.ts'
import { validator } from '../../http/body/validate.ts'
import { cguSource } from './cgu-source.ts'
import { pgfnSource } from './pgfn-source.ts'
import { receitaSource } from './receita-source.ts'
import { restrictionLookup } from './restriction-lookup.ts'

const today = '2026-11-16' as Day
const asOf = '2026-10-11' as Day

const ask = (source: Source, document: string, names: readonly SectionId[], over: Partial<Question> = {}) =>
  source.ask({
    document: document as DocumentNumber,
    sections: names,
    wholeLists: false,
    united: [],
    contactData: true,
    today,
    signal: new AbortController().signal,
    ...over,
  })

function read(section: SectionId, answer: SectionAnswer | undefined) {
  assert.ok(answer?.kind === 'found', `${section} is ${answer?.kind}`)
  assert.equal(answer.asOf, asOf)
  const check = validator(sealed(sections[section].schema))
  const value: unknown = JSON.parse(answer.text)
  assert.ok(check.accepts(value), JSON.stringify(check.errorsOf(value, 'en')))
  return JSON.parse(answer.text)
}

function companies() {
  const snapshot = memorySnapshot('receita', asOf, inventedDomains)
  snapshot.put('company', rootKeyOf(headOfficeCnpj), packCompany(inventedCompany()))
  snapshot.put('branch', rootKeyOf(headOfficeCnpj), packBranch(inventedBranch()), orderKey('0002'))
  return snapshot
}

test('without a snapshot a source covers nothing; with one it covers companies, and never people', () => {
  for (const [make, dataSets] of [
    [receitaSource, ['receita']],
    [pgfnSource, ['pgfn']],
    [cguSource, ['ceis', 'cnep']],
  ] as const) {
    const none = make(serving({}))
    assert.equal(none.covers('CNPJ').size + none.covers('CPF').size, 0)
    const all = make(serving(Object.fromEntries(dataSets.map((one) => [one, undefined]))))
    assert.ok(all.covers('CNPJ').size > 0)
    assert.equal(all.covers('CPF').size, 0)
    assert.equal(all.covers('CNPJ'), all.covers('CNPJ'))
  }
})

test('what is served and cannot be read fails, and is never told as nothing', async () => {
  const broken = serving({
    receita: undefined,
    pgfn: undefined,
    ceis: undefined,
    cnep: memorySnapshot('cnep', asOf),
  })
  for (const [source, section] of [
    [receitaSource(broken), 'registration'],
    [pgfnSource(broken), 'publicDebt'],
    [cguSource(broken), 'sanctions'],
  ] as const)
    assert.deepEqual(await ask(source, headOfficeCnpj, [section]), {
      [section]: { kind: 'failed', code: 'source_unavailable' },
    })
})

const companySections: readonly SectionId[] = [
  'registration',
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
]

test('a head office costs one read, at hand; a branch costs two', async () => {
  const snapshot = companies()
  const source = receitaSource(serving({ receita: snapshot }))
  const answers = ask(source, headOfficeCnpj, companySections)
  assert.ok(!(answers instanceof Promise))
  assert.equal(snapshot.readCount(), 1)
  for (const section of companySections) read(section, answers[section])
  assert.equal(read('registration', answers.registration).statusRegistration, 'ATIVA')
  const branch = await ask(source, branchCnpj, companySections)
  assert.equal(snapshot.readCount(), 3)
  for (const section of companySections) read(section, branch[section])
  assert.equal(read('registration', branch.registration).documentNumber, branchCnpj)
  assert.equal(read('registration', branch.registration).statusRegistration, 'BAIXADA')
})

test('a partner company has a restriction sign if something is on file about it, and never a "false"', async () => {
  for (const isOnFile of [true, false]) {
    const asked: string[] = []
    const source = receitaSource(serving({ receita: companies() }), (cnpj) => {
      asked.push(cnpj)
      return isOnFile
    })
    const { QSAReport } = await ask(source, headOfficeCnpj, ['QSAReport'])
    const { partnersList } = read('QSAReport', QSAReport).partnerCompleteReport
    const signs = partnersList.map(({ documentType, restrictionSign, documentConsistency }: Sign) => [
      documentType,
      restrictionSign,
      documentConsistency,
    ])
    assert.deepEqual(signs, [
      ['CPF', undefined, undefined],
      ['CNPJ', isOnFile ? 'true' : undefined, undefined],
    ])
    assert.deepEqual(asked, [withCheckDigits('445556660001')])
    await ask(source, headOfficeCnpj, ['registration'])
    assert.equal(asked.length, 1)
  }
})

type Sign = Readonly<Record<'documentType' | 'restrictionSign' | 'documentConsistency', string | undefined>>

test('a restriction is what a report on that company would show: loaded, or published here', async () => {
  const bureau = (kind: 'found' | 'nothing'): Source => ({
    name: 'bureau',
    ...coversAlways([]),
    ask: () => ({ check: kind === 'found' ? { kind, text: '{}' } : { kind } }),
  })
  for (const [kind, listings, expected] of [
    ['nothing', [], false],
    ['found', [], true],
    ['nothing', [{} as PublishedListing], true],
  ] as const) {
    const isRestricted = restrictionLookup({
      bureau: bureau(kind),
      readListings: () => ({ shown: listings, held: [] }),
    })
    assert.equal(await isRestricted(headOfficeCnpj, today), expected)
  }
})

test('a loaded debt that was ended here is no restriction; another beyond a cut list is', async () => {
  const debt = (contractId: string) => ({
    occurrenceDate: today,
    contractId,
    creditorName: 'LOJA',
    amount: '1.00',
  })
  const isRestricted = (contracts: readonly string[]) => {
    const items = contracts.map(debt)
    const bureau: Source = {
      name: 'bureau',
      ...coversAlways([]),
      ask: ({ wholeLists }) => {
        const listed = wholeLists ? items : items.slice(0, 1)
        const summary = { count: String(items.length) }
        return { listingR: { kind: 'found', text: JSON.stringify({ listingRResponse: listed, summary }) } }
      },
    }
    const held = [{ creditorName: 'Loja Ltda', contractId: '01' }]
    return restrictionLookup({ bureau, readListings: () => ({ shown: [], held }) })(headOfficeCnpj, today)
  }
  assert.deepEqual([await isRestricted(['1']), await isRestricted(['1', '2'])], [false, true])
})

test('a company or a branch that the register does not have is nothing on file', async () => {
  const source = receitaSource(serving({ receita: companies() }))
  for (const unknown of [withCheckDigits('998887770001'), withCheckDigits(`${companyRoot}0003`)]) {
    const answers = await ask(source, unknown, companySections)
    for (const section of companySections) assert.deepEqual(answers[section], { kind: 'nothing', asOf })
  }
})

test("a sole trader's CPF in an edition that was imported without its mask is shown nowhere", async () => {
  const snapshot = memorySnapshot('receita', asOf, inventedDomains)
  const owner = 'ANA DE EXEMPLO 52998224725'
  const headOffice = inventedEstablishment({ cnpj: withCheckDigits('776665550001'), alias: owner })
  const partners = [inventedPartner({ name: owner })]
  const trader = inventedCompany({ root: '77666555', name: owner, headOffice, partners })
  snapshot.put('company', Number(trader.root), packCompany(trader))
  const taking = [{ root: trader.root, roleCode: '22', since: asOf }]
  snapshot.put('participation', Number(trader.root), packParticipations(taking))
  const answers = await ask(receitaSource(serving({ receita: snapshot })), headOffice.cnpj, [
    ...companySections,
    'partner',
  ])
  const text = JSON.stringify(answers)
  assert.ok(!text.includes('52998224725'), text)
  assert.equal(
    read('identificationReport', answers.identificationReport).companyName,
    'ANA DE EXEMPLO ***982247**',
  )
})

test('a CNPJ with letters is found by its own key', async () => {
  const snapshot = memorySnapshot('receita', asOf, inventedDomains)
  const cnpj = withCheckDigits('12ABC34501DE')
  const headOffice = inventedEstablishment({ cnpj })
  snapshot.put('company', rootKeyOf(cnpj), packCompany(inventedCompany({ root: '12ABC345', headOffice })))
  const answers = await ask(receitaSource(serving({ receita: snapshot })), cnpj, ['registration'])
  assert.equal(read('registration', answers.registration).documentNumber, cnpj)
})

test('participations name the companies, the newest first, cut to 25 unless they are whole or united', async () => {
  const snapshot = companies()
  const roots = Array.from({ length: 30 }, (_, at) => String(30_000_000 + at))
  for (const root of roots) {
    const headOffice = inventedEstablishment({ cnpj: withCheckDigits(`${root}0001`) })
    snapshot.put(
      'company',
      Number(root),
      packCompany(inventedCompany({ root, name: `EMPRESA ${root}`, headOffice })),
    )
  }
  const since = (at: number) => `2020-01-${String(at + 1).padStart(2, '0')}` as Day
  const all = roots.map((root, at) => ({ root, roleCode: '22', since: since(at) }))
  snapshot.put('participation', rootKeyOf(headOfficeCnpj), packParticipations(all))
  const source = receitaSource(serving({ receita: snapshot }))
  const listed = async (over: Partial<Question> = {}) =>
    read('partner', (await ask(source, branchCnpj, ['registration', 'partner'], over)).partner)
  const cut = await listed()
  assert.deepEqual(cut.summary, { count: '30', listed: '25' })
  assert.deepEqual(cut.partnershipResponse[0], {
    companyDocument: withCheckDigits('300000290001'),
    companyName: 'EMPRESA 30000029',
    statusRegistration: 'ATIVA',
    sinceDate: '2020-01-30',
  })
  assert.equal((await listed({ wholeLists: true })).partnershipResponse.length, 30)
  assert.deepEqual((await listed({ united: ['partner'] })).summary, { count: '30' })
  const nobody = await ask(source, withCheckDigits('998887770001'), ['partner'])
  assert.deepEqual(nobody.partner, { kind: 'nothing', asOf })
})

test('of a company that is not in the files, or has no head office there, a participation tells no number', async () => {
  const snapshot = memorySnapshot('receita', asOf)
  const headless = inventedCompany({ root: '30000001', name: 'SEM MATRIZ', headOffice: undefined })
  snapshot.put('company', 30_000_001, packCompany(headless))
  const since = '2020-01-01' as Day
  const all = ['30000001', '30000002'].map((root) => ({ root, roleCode: '22', since }))
  snapshot.put('participation', rootKeyOf(headOfficeCnpj), packParticipations(all))
  const { partner } = await ask(receitaSource(serving({ receita: snapshot })), headOfficeCnpj, ['partner'])
  assert.deepEqual(read('partner', partner).partnershipResponse, [
    { companyName: 'SEM MATRIZ', sinceDate: since },
    { sinceDate: since },
  ])
})

test('federal debts of all establishments are shown; the principal ones are summed once, the rest apart', async () => {
  const snapshot = memorySnapshot('pgfn', asOf)
  const debts = [
    inventedDebt({ inscriptionNumber: '1', amountCents: 10_000n }),
    inventedDebt({ inscriptionNumber: '1', amountCents: 10_000n, cnpj: branchCnpj }),
    inventedDebt({ inscriptionNumber: '2', amountCents: 5n, situation: 'negotiated', register: 'PREV' }),
    inventedDebt({ inscriptionNumber: '3', amountCents: 7n, situation: 'suspended' }),
    inventedDebt({ inscriptionNumber: '4', amountCents: 11n, situation: 'guaranteed', isInCourt: undefined }),
    inventedDebt({ inscriptionNumber: '5', amountCents: 999_999n, isPrincipal: false }),
    inventedDebt({
      inscriptionNumber: '6',
      amountCents: 1n,
      situation: 'other',
      inscribedOn: '2020-01-01' as Day,
    }),
  ]
  snapshot.put('entry', rootKeyOf(headOfficeCnpj), packDebts(debts))
  const source = pgfnSource(serving({ pgfn: snapshot }))
  const { publicDebt } = await ask(source, branchCnpj, ['publicDebt'])
  const shown = read('publicDebt', publicDebt)
  assert.deepEqual(shown.summary, {
    count: '7',
    balance: '100.01',
    firstOccurrence: '2020-01-01',
    lastOccurrence: '2025-02-10',
    negotiated: { count: '1', balance: '0.05' },
    guaranteed: { count: '1', balance: '0.11' },
    suspended: { count: '1', balance: '0.07' },
    coDebtor: { count: '1' },
  })
  assert.deepEqual(shown.publicDebtResponse[5], {
    inscriptionDate: '2025-02-10',
    inscriptionNumber: '5',
    debtType: 'IRPJ',
    responsibleUnit: 'SAO PAULO',
    situation: 'ATIVA EM COBRANCA',
    amount: '9999.99',
    principal: 'false',
    inCourt: 'true',
    register: 'SIDA',
    situationType: 'collection',
    debtorDocument: headOfficeCnpj,
  })
  const clean = await ask(source, withCheckDigits('998887770001'), ['publicDebt'])
  assert.deepEqual(clean.publicDebt, { kind: 'nothing', asOf })
})

test('an amount or a role that cannot be read makes the sums lower bounds, never zero', async () => {
  const asked = async (...debts: PublicDebt[]) => {
    const snapshot = memorySnapshot('pgfn', asOf)
    snapshot.put('entry', rootKeyOf(headOfficeCnpj), packDebts(debts))
    const { publicDebt } = await ask(pgfnSource(serving({ pgfn: snapshot })), headOfficeCnpj, ['publicDebt'])
    assert.ok(publicDebt?.kind === 'found')
    const { balance, negotiated, coDebtor } = JSON.parse(publicDebt.text).summary
    return { balance, negotiated, coDebtor, missing: publicDebt.missing }
  }
  const known = inventedDebt({ inscriptionNumber: '1', amountCents: 5_000_000n })
  const unknown = inventedDebt({ inscriptionNumber: '2', amountCents: undefined })
  const none = { negotiated: undefined, coDebtor: undefined }
  assert.deepEqual(await asked(known), { ...none, balance: '50000.00', missing: undefined })
  assert.deepEqual(await asked(known, unknown), { ...none, balance: '50000.00', missing: 'unreadable' })
  assert.deepEqual(await asked(unknown), { ...none, balance: undefined, missing: 'unreadable' })
  assert.deepEqual(await asked(known, { ...unknown, situation: 'negotiated' }), {
    balance: '50000.00',
    negotiated: { count: '1' },
    coDebtor: undefined,
    missing: 'unreadable',
  })
  const ofNobody = { ...known, inscriptionNumber: '3', isPrincipal: undefined }
  assert.deepEqual(await asked(ofNobody), { ...none, balance: undefined, missing: 'unreadable' })
  assert.deepEqual(
    await asked(known, { ...known, cnpj: branchCnpj, amountCents: undefined }),
    { ...none, balance: '50000.00', missing: undefined },
    'the same inscription of another establishment tells it',
  )
  const coDebt = { ...unknown, isPrincipal: false }
  assert.deepEqual(await asked(known, coDebt), {
    ...none,
    balance: '50000.00',
    coDebtor: { count: '1' },
    missing: undefined,
  })
})

test('sanctions of all registers are united; what is over, or has not begun, is not in force', async () => {
  const [ceis, cnep] = [memorySnapshot('ceis', '2026-11-15'), memorySnapshot('cnep', asOf)]
  const key = rootKeyOf(headOfficeCnpj)
  const barred = [
    inventedSanction({ processNumber: 'in force' }),
    inventedSanction({ processNumber: 'last day', endsOn: today }),
    inventedSanction({ processNumber: 'over', endsOn: '2026-11-15' as Day }),
    inventedSanction({ processNumber: 'to come', startedOn: '2026-11-17' as Day }),
    inventedSanction({ processNumber: 'no end', startedOn: undefined, endsOn: undefined }),
  ]
  ceis.put('entry', key, packSanctions(barred))
  cnep.put('entry', key, packSanctions([inventedSanction({ processNumber: 'fine', fineCents: 12_345n })]))
  const source = cguSource(serving({ ceis, cnep }))
  const shown = read('sanctions', (await ask(source, branchCnpj, ['sanctions'])).sanctions)
  const numbers = shown.sanctionsResponse.map((one: { processNumber: string }) => one.processNumber)
  assert.deepEqual(numbers.toSorted(), ['fine', 'in force', 'last day', 'no end'])
  assert.deepEqual(shown.summary, { count: '4', registers: 'CEIS, CNEP' })
  const fine = shown.sanctionsResponse.find((one: { register: string }) => one.register === 'CNEP')
  assert.equal(fine.fineAmount, '123.45')
  const clean = read(
    'sanctions',
    (await ask(source, withCheckDigits('998887770001'), ['sanctions'])).sanctions,
  )
  assert.deepEqual(clean, { sanctionsResponse: [], summary: { count: '0', registers: 'CEIS, CNEP' } })
})

test('an entity barred for two agreements is shown with the number of each; codes of CGU stay its own', async () => {
  const [ceis, cnep, cepim] = ['ceis', 'cnep', 'cepim'].map((one) => memorySnapshot(one, asOf))
  assert.ok(ceis && cnep && cepim)
  const key = rootKeyOf(headOfficeCnpj)
  const listed = { startedOn: undefined, endsOn: undefined, processNumber: undefined, legalBasis: undefined }
  const agreements = ['701234', '701235'].map((code) => inventedSanction({ ...listed, code }))
  cepim.put('entry', key, packSanctions(agreements))
  ceis.put('entry', key, packSanctions([inventedSanction()]))
  const source = cguSource(serving({ ceis, cnep, cepim }))
  const shown = read('sanctions', (await ask(source, headOfficeCnpj, ['sanctions'])).sanctions)
  const numbers = shown.sanctionsResponse.map((one: Record<string, string>) => [
    one.register,
    one.agreementNumber,
  ])
  assert.deepEqual(numbers.toSorted(), [
    ['CEIS', undefined],
    ['CEPIM', '701234'],
    ['CEPIM', '701235'],
  ])
})

test('sanctions are covered only where both registers that the feature promises are served', () => {
  const [ceis, cnep, cepim] = ['ceis', 'cnep', 'cepim'].map((one) => memorySnapshot(one, asOf))
  assert.equal(cguSource(serving({ ceis, cepim })).covers('CNPJ').size, 0)
  assert.equal(cguSource(serving({ cnep })).covers('CNPJ').size, 0)
  assert.equal(cguSource(serving({ ceis, cnep, cepim })).covers('CNPJ').size, 1)
})
