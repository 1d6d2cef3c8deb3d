import assert from 'node:assert/strict'
import { test } from 'vitest'
import { publicChanges, type ShownSections } from './public-changes.ts'

const company: ShownSections = {
  registration: {
    documentNumber: '11222333000181',
    companyName: 'FERRAGENS LTDA',
    statusRegistration: 'ATIVA',
  },
  identificationReport: { updateDate: '2026-09-13', companyName: 'FERRAGENS LTDA', branchOffices: '1' },
  QSAReport: {
    companyData: { socialCapitalValue: '1000.00', informationUpdateDate: '2026-09-13' },
    partnerCompleteReport: { partnersList: [{ documentId: '***982247**', name: 'ANA DE EXEMPLO' }] },
    directorCompleteReport: { directorsList: [], summary: { count: '0' } },
  },
}

const eventsOf = (before: ShownSections, after: ShownSections) =>
  publicChanges(before, after).map((one) => one.event)

test('the same company a month later is no event: the day on which it was looked at is no change', () => {
  const later: ShownSections = {
    ...company,
    identificationReport: { ...company.identificationReport, updateDate: '2026-10-11' },
    QSAReport: {
      ...company.QSAReport,
      companyData: { socialCapitalValue: '1000.00', informationUpdateDate: '2026-10-11' },
    },
  }
  assert.deepEqual(publicChanges(company, later), [])
  assert.deepEqual(publicChanges({}, {}), [])
})

test('status, registration and partners are told apart, each with what it was and is', () => {
  const closed = { ...company, registration: { ...company.registration, statusRegistration: 'BAIXADA' } }
  assert.deepEqual(publicChanges(company, closed), [
    {
      event: 'status.changed',
      data: { changes: [{ field: 'registration.statusRegistration', before: 'ATIVA', after: 'BAIXADA' }] },
    },
  ])
  const named = { ...company, registration: { ...company.registration, companyName: 'NOVA LTDA' } }
  assert.deepEqual(eventsOf(company, named), ['registration.changed'])
  const sold: ShownSections = {
    ...company,
    QSAReport: {
      ...company.QSAReport,
      partnerCompleteReport: { partnersList: [{ documentId: '***456789**', name: 'BRUNO DE EXEMPLO' }] },
    },
  }
  const [change] = publicChanges(company, sold)
  assert.equal(change?.event, 'partners.changed')
  assert.deepEqual(change?.data.partners, {
    added: [{ documentId: '***456789**', name: 'BRUNO DE EXEMPLO' }],
    removed: [{ documentId: '***982247**', name: 'ANA DE EXEMPLO' }],
  })
})

test('a company that comes into the register, or leaves it, has changed', () => {
  assert.deepEqual(eventsOf({}, company), ['registration.changed', 'partners.changed'])
  assert.deepEqual(eventsOf(company, {}), ['status.changed', 'registration.changed', 'partners.changed'])
})

const debt = (over: object = {}) => ({
  inscriptionNumber: '80 1 26 000001-00',
  register: 'SIDA',
  situation: 'ATIVA EM COBRANCA',
  situationType: 'collection' as const,
  principal: 'true' as const,
  debtorDocument: '11222333000181',
  amount: '100.00',
  ...over,
})
const debts = (balance: string, ...items: ReturnType<typeof debt>[]): ShownSections => ({
  publicDebt: { publicDebtResponse: items, summary: { count: String(items.length), balance } },
})

test('federal debts are told once for all of them, with their sums before and after', () => {
  assert.deepEqual(publicChanges({}, debts('100.00', debt())), [
    {
      event: 'public_debt.changed',
      data: {
        changes: [
          { field: 'publicDebt.summary.count', before: '0', after: '1' },
          { field: 'publicDebt.summary.balance', before: '0.00', after: '100.00' },
        ],
        publicDebt: {
          inscriptionNumber: '80 1 26 000001-00',
          situation: 'ATIVA EM COBRANCA',
          amount: '100.00',
        },
      },
    },
  ])
  const two = debts('300.00', debt({ inscriptionNumber: '2', amount: '200.00' }), debt())
  const [grown] = publicChanges(debts('100.00', debt()), two)
  assert.equal(grown?.data.publicDebt?.inscriptionNumber, '2')
  const [gone] = publicChanges(two, debts('100.00', debt()))
  assert.equal(gone?.data.publicDebt, undefined)
  assert.equal(gone?.data.changes?.length, 2)
  assert.deepEqual(publicChanges(two, structuredClone(two)), [])
})

const sanctions = (...items: object[]): ShownSections => ({
  sanctions: { sanctionsResponse: items, summary: { count: String(items.length) } },
})
const barred = { register: 'CEIS', processNumber: '1', category: 'IMPEDIMENTO', startDate: '2026-01-15' }
const fined = { register: 'CNEP', processNumber: '2', fineAmount: '10.00' }

test('each sanction that comes or goes is told by itself', () => {
  assert.deepEqual(publicChanges(sanctions(barred), sanctions(fined)), [
    { event: 'sanction.removed', data: { sanction: barred } },
    { event: 'sanction.added', data: { sanction: { register: 'CNEP', processNumber: '2' } } },
  ])
  assert.deepEqual(eventsOf(sanctions(barred, fined), sanctions(fined, barred)), [])
  assert.deepEqual(eventsOf(sanctions(barred), sanctions({ ...barred, endDate: '2027-01-01' })), [])
})

test('a sanction that is not shown because its end cannot be read has not been removed', () => {
  const barred = { register: 'CEIS', processNumber: '1' }
  const error = { code: 'section_incomplete', message: '' }
  const unreadable = { sanctions: { ...sanctions().sanctions, error } }
  assert.deepEqual(eventsOf(sanctions(barred), unreadable), [])
  assert.deepEqual(eventsOf(unreadable, sanctions(barred)), ['sanction.added'])
})

test('two agreements of one body for one reason are two sanctions', () => {
  const one = { register: 'CEPIM', category: 'CONTAS', sanctioningBody: 'MINISTÉRIO', agreementNumber: '1' }
  const other = { ...one, agreementNumber: '2' }
  assert.deepEqual(publicChanges(sanctions(one), sanctions(one, other)), [
    { event: 'sanction.added', data: { sanction: other } },
  ])
  assert.deepEqual(publicChanges(sanctions(one, other), sanctions(other)), [
    { event: 'sanction.removed', data: { sanction: one } },
  ])
})

test('of sanctions that nothing tells apart each counts', () => {
  assert.deepEqual(eventsOf(sanctions(barred), sanctions(barred, barred)), ['sanction.added'])
  assert.deepEqual(eventsOf(sanctions(barred, barred, barred), sanctions(barred)), [
    'sanction.removed',
    'sanction.removed',
  ])
  const longer = { ...barred, endDate: '2027-01-01' }
  assert.deepEqual(publicChanges(sanctions(barred), sanctions(barred, longer)), [
    { event: 'sanction.added', data: { sanction: longer } },
  ])
  assert.deepEqual(
    eventsOf(sanctions(barred, longer), sanctions(longer, { ...barred, endDate: '2028-01-01' })),
    [],
  )
})
