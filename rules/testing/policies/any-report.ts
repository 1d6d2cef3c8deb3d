import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DecisionInputs } from '@lastro/rules/policies/decision-inputs.ts'
import fc from 'fast-check'

/** Days near each other, a leap day, and some that no calendar has. */
export const anyDay = fc.constantFrom(
  ...['2026-11-16', '2026-11-01', '2026-10-31', '2026-10-17', '2026-08-18', '2025-11-16', '2025-11-15'],
  ...['2024-02-29', '2022-01-31', '2027-01-01', '2026-02-30', '2026-13-01', 'amanhã'],
)
const anyMonth = fc.constantFrom('2026-11', '2026-10', '2026-09', '2026-02', '2025-12', '2025-11', '2027-01')
const anyMoney = fc.constantFrom(
  ...['0.00', '0.01', '10.00', '99.99', '100.00', '100.01', '500.00', '1200.00', '9999999999999.99'],
)
const anySum = fc.oneof(
  anyMoney,
  fc.constantFrom('90071992547409.91', '90071992547409.92', '999999999999999999.99'),
)
const anyCount = fc.constantFrom('0', '1', '2', '3', '7', '30', '999999999999999')
const anyName = fc.constantFrom('BANCO EXEMPLO', 'Banco  Exemplo', 'LOJA ÁGIL', 'loja agil', 'OUTRA')
const anySign = fc.constantFrom('true', 'false')
const anyStatus = fc.constantFrom(
  ...[
    'ATIVA',
    'SITUACAO DO CNPJ EM 10/05/2025: BAIXADA',
    'REGULAR',
    'Suspensa',
    'NÃO REGULAR',
    'INATIVA',
    'PENDENTE',
  ],
  ...['cancelado', 'SEM INFORMAÇÃO', 'ÓBITO', 'ATIVA:', 'HABILITADO'],
)

const anySpecialStatus = fc.constantFrom(
  ...['EM RECUPERACAO JUDICIAL', 'Falida', 'EM LIQUIDAÇÃO', 'INTERVENCAO', 'TERMINO DE INTERVENCAO'],
  ...['ESPOLIO', 'Nenhuma'],
)
const anySource = fc.constantFrom(
  'bureau',
  'receita@2026-10-11',
  'bureau+receita@2026-10-11',
  'sandbox.registry',
)

const some = <Value>(members: { [Name in keyof Value]: fc.Arbitrary<Value[Name]> }) =>
  fc.record(members, { requiredKeys: [] })

const error = fc.constant({ code: 'source_timeout', message: 'A fonte não respondeu.' })

const incomplete = fc.constant({ code: 'section_incomplete', message: 'Pode haver mais.' })

const coverage = fc.constant('partial')

/** Mostly answered in full; now and then failed, covered only in part, or without what it should have. */
const section = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.oneof(
    { arbitrary: some(members), weight: 7 },
    {
      arbitrary: fc.tuple(some(members), fc.record({ coverage })).map(([one, mark]) => ({ ...one, ...mark })),
      weight: 2,
    },
    { arbitrary: some({ ...members, coverage, error }), weight: 1 },
    { arbitrary: some({ ...members, error: incomplete }), weight: 1 },
  )

const debt = some({ occurrenceDate: anyDay, amount: anyMoney, creditorName: anyName, legalNature: anyName })
const listed = (kind: string, item: fc.Arbitrary<unknown> = debt) =>
  section({
    [`${kind}Response`]: fc.array(item, { maxLength: 4 }),
    summary: some({ count: anyCount, balance: anySum, firstOccurrence: anyDay }),
  })
const people = (list: string) =>
  some({
    [list]: fc.array(some({ restrictionSign: anySign, name: anyName }), { maxLength: 3 }),
    summary: some({ count: anyCount }),
  })

const anyReport = some({
  registration: section({
    consumerName: anyName,
    motherName: anyName,
    consumerGender: fc.constantFrom('F', 'M'),
    birthDate: anyDay,
    statusRegistration: anyStatus,
    specialStatus: anySpecialStatus,
    foundationDate: anyDay,
    address: some({ city: anyName, state: fc.constantFrom('SP', 'AC', 'TO') }),
  }),
  identificationReport: section({
    statusRegistration: anyStatus,
    specialStatus: anySpecialStatus,
    companyFoundation: anyDay,
    address: some({ city: anyName, state: fc.constantFrom('SP', 'RJ') }),
  }),
  QSAReport: section({
    companyData: some({ socialCapitalValue: anyMoney }),
    partnerCompleteReport: people('partnersList'),
    directorCompleteReport: people('directorsList'),
  }),
  negativeData: some({
    listingP: listed('listingP'),
    listingR: listed('listingR'),
    collectionRecords: listed('collectionRecords'),
    check: listed('check', some({ occurrenceDate: anyDay, checkCount: anyCount })),
    notary: listed('notary', some({ occurrenceDate: anyDay, amount: anyMoney })),
  }),
  facts: some({
    inquiry: section({
      inquiryResponse: fc.array(fc.record({ month: anyMonth, count: anyCount, segment: anyName }), {
        maxLength: 4,
      }),
      summary: some({ count: anyCount }),
    }),
  }),
  publicDebt: listed('publicDebt'),
  sanctions: listed('sanctions'),
  score: section({ score: anyCount, message: anyName }),
})

const sectionNames = [
  ...[
    'registration',
    'identificationReport',
    'QSAReport',
    'listingP',
    'listingR',
    'collectionRecords',
    'check',
  ],
  ...['notary', 'inquiry', 'publicDebt', 'sanctions', 'score'],
]

/** Everything that a decision rests on, as it may come, and as it should not. */
export const anyInputs: fc.Arbitrary<DecisionInputs> = fc.record({
  documentType: fc.constantFrom('CPF' as const, 'CNPJ' as const),
  report: anyReport as fc.Arbitrary<Readonly<Record<string, unknown>>>,
  degradedSections: fc.oneof(
    { arbitrary: fc.constant([]), weight: 4 },
    { arbitrary: fc.subarray(sectionNames, { maxLength: 2 }), weight: 1 },
  ),
  sources: some({ registration: anySource, identification: anySource }) as fc.Arbitrary<
    Readonly<Record<string, string>>
  >,
  notCoveredSections: fc.subarray([...sectionNames, 'QSA', 'identification', 'partner'], { maxLength: 6 }),
  sent: some({
    amount: anyMoney,
    instalments: fc.constantFrom(1, 3, 7, 600),
    income: anyMoney,
    relationshipSince: anyDay,
  }),
  today: fc.constantFrom('2026-11-16' as Day, '2026-03-01' as Day, '2024-02-29' as Day),
})
