import assert from 'node:assert/strict'
import { FilePublicData } from '@lastro/contract/person/person-file.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import {
  headOfficeCnpj,
  inventedCompany,
  inventedDebt,
  inventedDomains,
  inventedPartner,
  inventedSanction,
} from '../../../testing/invented/invented-company.ts'
import {
  type MemorySnapshot,
  memorySnapshot,
  packCompany,
  packDebts,
  packSanctions,
  rootKeyOf,
} from '../../../testing/invented/packed-records.ts'
import { serving } from '../../../testing/invented/serving.ts'
import { validator } from '../../http/body/validate.ts'
import { publicDataOf } from './read-public-data.ts'

const today = '2026-11-16' as Day
const company = headOfficeCnpj as DocumentNumber
const partnerCnpj = withCheckDigits('000000780001')
const key = rootKeyOf(headOfficeCnpj)

/** A register with one company, which has more partners than a report lists. */
function register(): MemorySnapshot {
  const receita = memorySnapshot('receita', '2026-10-11', inventedDomains)
  const partners = [
    inventedPartner({ kind: 'company', document: partnerCnpj, name: 'SOCIA DE EXEMPLO LTDA' }),
    ...Array.from({ length: 40 }, (_, at) => inventedPartner({ name: `SOCIO ${at} DE EXEMPLO` })),
  ]
  receita.put('company', key, packCompany(inventedCompany({ partners })))
  return receita
}

function others() {
  const pgfn = memorySnapshot('pgfn', '2026-09-30')
  pgfn.put('entry', key, packDebts([inventedDebt()]))
  const ceis = memorySnapshot('ceis', '2026-11-14')
  ceis.put('entry', key, packSanctions([inventedSanction()]))
  return { pgfn, ceis, cnep: memorySnapshot('cnep', '2026-11-13') }
}

test('a company has all that each register says of it, in blocks of a report, with the day of the data', async () => {
  const found = await publicDataOf(serving({ receita: register(), ...others() }))(company, today, 'pt')
  assert.deepEqual(
    found.map(({ source, date }) => [source, date]),
    [
      ['receita', '2026-10-11'],
      ['pgfn', '2026-09-30'],
      ['cgu', '2026-11-13'],
    ],
  )
  const [receita, pgfn, cgu] = found.map(({ report }) => report)
  assert.equal(receita?.identificationReport?.companyName, 'FERRAGENS INVENTADAS LTDA')
  assert.equal(receita?.registration?.documentNumber, headOfficeCnpj)
  assert.equal(receita?.registration?.addresses?.length, 1)
  assert.equal(receita?.registration?.phones?.length, 1)
  assert.equal(receita?.QSAReport?.partnerCompleteReport?.partnersList?.length, 41, 'lists come whole')
  assert.equal(pgfn?.publicDebt?.summary?.count, '1')
  assert.equal(cgu?.sanctions?.summary?.count, '1')
  const check = validator(FilePublicData)
  for (const { source, date, report } of found) {
    const view = { source: { name: source, text: source }, date, report }
    assert.ok(check.accepts(view), JSON.stringify(check.errorsOf(view, 'en')))
  }
})

test('it says nothing of what is held of partners', async () => {
  const [receita] = await publicDataOf(serving({ receita: register() }))(company, today, 'pt')
  assert.ok(JSON.stringify(receita?.report).includes(partnerCnpj))
  assert.ok(!JSON.stringify(receita?.report).includes('restrictionSign'))
})

test('a register that cannot be read has no day; one that has nothing of the company has a day and no block', async () => {
  const { pgfn } = others()
  const found = await publicDataOf(serving({ receita: undefined, pgfn }))(
    withCheckDigits('987654320001') as DocumentNumber,
    today,
    'pt',
  )
  assert.deepEqual(found, [
    { source: 'receita', date: undefined, report: {} },
    { source: 'pgfn', date: '2026-09-30', report: {} },
  ])
})

test('there is none of a person, and none where no register was loaded', async () => {
  const person = '52998224725' as DocumentNumber
  assert.deepEqual(await publicDataOf(serving({ receita: register(), ...others() }))(person, today, 'pt'), [])
  assert.deepEqual(await publicDataOf(serving({}))(company, today, 'pt'), [])
})
