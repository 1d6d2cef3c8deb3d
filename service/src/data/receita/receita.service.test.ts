import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { copyOf, oneZip, publicData, sampledReceita } from '../../../testing/public-data.ts'
import { dateOfName } from './receita.ts'
import { inventCompany } from './sample/invent-company.ts'
import { unpackBranch, unpackCompany, unpackParticipations } from './unpack-company.ts'

const companies = 2_000

describe('a month of the Receita', async () => {
  const { deps, run } = await publicData()
  const { directory, lies } = await sampledReceita(companies)
  const { snapshot, accounting, quarantinePath = '' } = await run(directory)
  const accounts = accounting.files
  const paths = {
    snapshot: join(deps.directory, `${snapshot.location}.sqlite`),
    quarantine: quarantinePath,
  }
  const reader = await deps.snapshots.open(snapshot)
  afterAll(reader.close)

  const companyAt = async (index: number, hasLetters = false) => {
    const { root } = inventCompany(1, index, hasLetters)
    const record = await reader.read('company', companyKey(root))
    assert.ok(record, `company ${index}`)
    return unpackCompany(companyKey(root), record)
  }

  test('rows read are rows kept, merged and quarantined, in every file', () => {
    assert.equal(accounts.length, 37)
    for (const { zip, read, kept, merged, quarantined } of accounts) {
      assert.ok(read > 0, zip)
      assert.equal(read, kept + merged + quarantined, zip)
    }
  })

  test('every lie is counted as often as it was told, under its own name', () => {
    const told = Object.values(lies).flatMap((one) => Object.keys(one))
    for (const lie of [
      ...['nul_byte', 'line_break', 'blank_line', 'date_impossible', 'merged', 'zip_code_7_digits'],
      ...['state_abroad', 'reason_unknown', 'country_unknown', 'nature_unknown', 'capital_placeholder'],
      ...[
        'representative_placeholder',
        'root_with_letters',
        'cpf_masked',
        'columns',
        'root_invalid',
        'check_digits',
      ],
    ]) {
      assert.ok(told.includes(lie), lie)
    }
    for (const { zip, merged, fields, quarantinedBy } of accounts) {
      const counted = { ...fields, ...quarantinedBy, ...(merged > 0 && { merged }) }
      assert.deepEqual(counted, lies[zip] ?? {}, zip)
    }
  })

  test('a company is read with its head office, options and partners', async () => {
    for (let index = 0; index < companies; index += 37) {
      const invented = inventCompany(1, index, index % 1_000 === 5)
      const found = await companyAt(index, index % 1_000 === 5)
      assert.equal(found.root, invented.root)
      assert.ok(found.name?.startsWith(invented.ownerName) === invented.isSoleTrader)
      assert.equal(found.branchCount, invented.branchCount)
      assert.equal(found.headOffice?.isHeadOffice, true)
      assert.equal(found.headOffice?.startedOn?.replaceAll('-', ''), invented.startedOn)
      assert.equal(found.headOffice?.alias ?? '', invented.alias)
      assert.ok(parseDocument(found.headOffice?.cnpj ?? '').kind === 'document')
      assert.ok(found.partners.length > 0 || invented.isSoleTrader)
    }
  })

  test('capital is exact to the cent, and nobody has 999999999999', async () => {
    assert.equal((await companyAt(24)).capitalCents, 106_100_482_923n)
    assert.equal((await companyAt(2)).capitalCents, undefined)
  })

  test('a CNPJ with letters is a company like any other', async () => {
    const found = await companyAt(5, true)
    assert.match(found.root, /^[A-Z]\d{7}$/)
    assert.ok(found.headOffice?.cnpj.startsWith(found.root))
  })

  test('a date that no calendar has is none, and the rest of the row is kept', async () => {
    const { headOffice } = await companyAt(9)
    assert.equal(headOffice?.statusDate, undefined)
    assert.ok(headOffice?.startedOn)
  })

  test('a postcode of seven digits has lost a zero', async () => {
    const { headOffice } = await companyAt(10)
    assert.match(headOffice?.zipCode ?? '', /^0\d{7}$/)
  })

  test('abroad there is a city and a country, and no state', async () => {
    const { headOffice } = await companyAt(11)
    assert.deepEqual(
      [headOffice?.state, headOffice?.foreignCity, headOffice?.countryCode],
      [undefined, 'LISBOA', '607'],
    )
  })

  test('a code that its own table lacks keeps its digits, and has no text', async () => {
    const { headOffice } = await companyAt(12)
    assert.equal(headOffice?.reasonCode, '32')
    assert.equal(reader.domain('reason').get(32), undefined)
    assert.equal(reader.domain('reason').get(1), 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA')
  })

  test('NUL bytes and line breaks are gone from texts', async () => {
    assert.equal((await companyAt(17)).headOffice?.street, 'DAS FLORES')
    assert.equal((await companyAt(18)).headOffice?.complement, 'BLOCO A FUNDOS')
    assert.ok(!(await companyAt(1)).name?.includes('\n'))
  })

  test('nobody represents a partner whose representative is ***000000**', async () => {
    const invented = Array.from({ length: 100 }, (_, at) => at).find(
      (at) => !inventCompany(1, at, false).isSoleTrader,
    )
    const { partners } = await companyAt(invented ?? 0)
    assert.equal(partners[0]?.kind, 'person')
    assert.match(partners[0]?.document ?? '', /^\*{3}\d{6}\*{2}$/)
    assert.equal(partners[0]?.representative, undefined)
  })

  test('a branch is read by its own order, and the head office is not among them', async () => {
    const index = Array.from({ length: companies }, (_, at) => at).find(
      (at) => at % 1_000 > 30 && inventCompany(1, at, false).branchCount > 0,
    )
    const company = await companyAt(index ?? 0)
    const key = companyKey(company.root)
    const record = await reader.read('branch', key, orderKey('0002'))
    assert.ok(record)
    const branch = unpackBranch(key, record)
    assert.deepEqual([branch.isHeadOffice, branch.cnpj.slice(0, 12)], [false, `${company.root}0002`])
    assert.equal(await reader.read('branch', key, orderKey('0001')), undefined)
  })

  test('a company finds those in which it is a partner', async () => {
    let found = 0
    for (let index = 0; index < companies; index++) {
      const hasLetters = index % 1_000 === 5
      const record = await reader.read('participation', companyKey(inventCompany(1, index, hasLetters).root))
      for (const { root, roleCode } of record === undefined ? [] : unpackParticipations(record)) {
        const owned = await reader.read('company', companyKey(root))
        assert.ok(owned)
        const { partners } = unpackCompany(companyKey(root), owned)
        const owner = inventCompany(1, index, hasLetters).root
        assert.ok(partners.some((one) => one.kind === 'company' && one.document?.startsWith(owner)))
        assert.equal(roleCode, '22')
        found++
      }
    }
    assert.ok(found > 10)
  })

  test('no CPF is in the bytes of the snapshot, nor in the file of quarantined rows', () => {
    for (const path of [paths.snapshot, paths.quarantine]) {
      const text = readFileSync(path, 'latin1')
      const runs = [...text.matchAll(/\d{11,}/g)].map(([run]) => run).filter((run) => run.length !== 14)
      const windows = runs.flatMap((run) =>
        Array.from({ length: run.length - 10 }, (_, at) => run.slice(at, at + 11)),
      )
      assert.deepEqual(
        windows.filter((one) => parseDocument(one).kind === 'document'),
        [],
        path,
      )
      assert.doesNotMatch(text, /\d{3}\.\d{3}\.\d{3}-\d{2}/)
    }
  })

  test('quarantined rows stand with file, line and reason in a file that only its owner may read', () => {
    assert.equal(statSync(paths.quarantine).mode & 0o777, 0o600)
    const lines = readFileSync(paths.quarantine, 'utf8').trimEnd().split('\n')
    const quarantined = accounts.reduce((sum, one) => sum + one.quarantined, 0)
    assert.equal(lines.length, quarantined)
    for (const line of lines) assert.match(line, /^\w+\.zip\/\S+\t\d+\t[a-z_]+\t.+$/)
    assert.ok(lines.some((line) => line.includes('***')))
  })

  test('an establishment takes at most 350 bytes of disk', () => {
    const establishments = accounts
      .filter((one) => one.kind === 'establishments')
      .reduce((sum, one) => sum + one.kept, 0)
    assert.ok(statSync(paths.snapshot).size / establishments < 350)
  })
})

test('a CPF that lies across the end of what is kept of a long field is in no byte of the snapshot', async () => {
  const { deps, run } = await publicData()
  const directory = copyOf(await sampledReceita(20))
  const cpf = '71428793860'
  const rows = Array.from({ length: 16 }, (_, at) => {
    const name = `${'X'.repeat(984 + at)} ${cpf} ${'Y'.repeat(300)}`
    return `"${90_000_000 + at}";"${name}";"2062";"49";"1000,00";"05";""`
  })
  await oneZip(directory, 'Empresas0.zip', 'K3241.K03200Y0.D61011.EMPRECSV', `${rows.join('\n')}\n`)
  const { snapshot, accounting } = await run(directory)
  assert.equal(
    accounting.files.find((one) => one.zip === 'Empresas0.zip')?.fields.text_shortened,
    rows.length,
  )
  const bytes = readFileSync(join(deps.directory, `${snapshot.location}.sqlite`), 'latin1')
  // Of its eleven digits a mask leaves the six in the middle.
  for (const part of [cpf.slice(0, 4), cpf.slice(2, 9), cpf.slice(3, 10)])
    assert.ok(!bytes.includes(part), part)
  assert.ok(bytes.includes(`X ***${cpf.slice(3, 9)}**`))
})

test('the day in a name is that of the last year with this digit', () => {
  const today = '2026-11-16' as Day
  assert.equal(dateOfName('K3241.K03200Y0.D60613.ESTABELE', today), '2026-06-13')
  assert.equal(dateOfName('F.K03200$W.SIMPLES.CSV.D51213', today), '2025-12-13')
  assert.equal(dateOfName('K3241.K03200Y0.D91213.ESTABELE', today), '2019-12-13')
  assert.equal(dateOfName('F.K03200$Z.D61301.CNAECSV', today), undefined)
  assert.equal(dateOfName('D60613', today), undefined)
})
