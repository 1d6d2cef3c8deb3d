import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { describe, test } from 'vitest'
import { cleanUp } from '../../testing/clean-up.ts'
import { newDirectory } from '../../testing/engines.ts'
import { oneZip, publicData } from '../../testing/public-data.ts'
import { sanctionHeader } from './cgu/sanction-columns.ts'
import { type SanctionRegister, unpackSanctions } from './cgu/sanctions.ts'
import { DataFault } from './data-fault.ts'
import { dataSetNamed, dataSets } from './data-sets.ts'
import { entryTables } from './entries/entries.ts'
import { inventedCnpj } from './entries/invented.ts'
import type { PackedRecord } from './packing/packed-reader.ts'
import { pgfn } from './pgfn/pgfn.ts'
import { unpackPublicDebts } from './pgfn/public-debts.ts'
import { writeSample } from './sample/write-sample.ts'
import { writeZip } from './zip/write-zip.ts'

const request = { companies: 3_000, seed: 7, date: '2026-10-11' as Day }

/** Writes an invented sample of a set, and imports it. */
async function imported(name: string) {
  const dataSet = dataSetNamed(name) ?? assert.fail(name)
  const { deps, run } = await publicData()
  const from = newDirectory()
  const { lies } = await writeSample(dataSet, request, from)
  const result = await run(from, { dataSet, threads: 2 })
  const reader = await deps.snapshots.open(result.snapshot)
  cleanUp(() => reader.close())
  return { lies, directory: deps.directory, reader, ...result }
}

type Counts = Record<string, number>

/** Everything that an import counts against a zip, by reason. */
function countedBy(files: Awaited<ReturnType<typeof imported>>['accounting']['files'], zip: string): Counts {
  const sums: Counts = {}
  for (const file of files.filter((one) => one.zip === zip)) {
    const { quarantinedBy, fields, merged } = file
    for (const [reason, count] of [
      ...Object.entries(quarantinedBy),
      ...Object.entries(fields),
      ['merged', merged] as const,
    ]) {
      sums[reason] = (sums[reason] ?? 0) + count
    }
  }
  return sums
}

/** Sets of one table of entries: a new one is tried by being listed. */
const names = dataSets.filter((one) => one.tables === entryTables).map((one) => one.name)

for (const name of names) {
  describe(`an import of ${name}`, async () => {
    const { lies, accounting, directory, reader, snapshot, quarantinePath } = await imported(name)

    test('counts every lie that the sample tells, and no other', () => {
      assert.ok(Object.keys(lies).length > 0)
      for (const [zip, told] of Object.entries(lies))
        assert.deepEqual(countedBy(accounting.files, zip), told, zip)
    })

    test('accounts for every row', () => {
      for (const { read, kept, merged, quarantined, file } of accounting.files) {
        assert.ok(kept > 0, file)
        assert.equal(read, kept + merged + quarantined, file)
      }
    })

    test('keeps what it counts as kept, under the company', async () => {
      let entries = 0
      for (let at = 0; at < request.companies; at++) {
        const cnpj = inventedCnpj(request, at)
        const key = companyKey(cnpj.slice(0, 8))
        const record = await reader.read('entry', key)
        if (record === undefined) continue
        const found = name === 'pgfn' ? unpackPublicDebts(key, record) : sanctionsOf(key, record)
        entries += found.length
        for (const one of found) assert.equal(one.cnpj, cnpj)
      }
      const kept = accounting.files.reduce((sum, one) => sum + one.kept, 0)
      assert.equal(entries, kept)
    })
    const sanctionsOf = (key: number, record: PackedRecord) =>
      unpackSanctions(name.toUpperCase() as SanctionRegister, key, record)

    test('keeps nobody who is a person, and sets none aside either', () => {
      const written = globSync('**/*', { cwd: directory, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => readFileSync(join(one.parentPath, one.name)))
      assert.ok(written.length > 0)
      for (const hidden of ['52998224725', '529.982.247-25', 'PESSOA DE EXEMPLO']) {
        for (const bytes of written) assert.ok(!bytes.includes(hidden), hidden)
      }
      const setAside = readFileSync(quarantinePath ?? assert.fail(), 'latin1')
      assert.ok(!setAside.includes('982247') && !setAside.includes('982.247'))
    })

    test('has the period and the day of its files', () => {
      const [period, date] = name === 'pgfn' ? ['2026-09', '2026-09-30'] : ['2026-10-11', '2026-10-11']
      assert.deepEqual([snapshot.period, snapshot.date], [period, date])
    })
  })
}

test('where all that is left out are people there is no file of rows set aside', async () => {
  const { deps, run } = await publicData()
  const directory = newDirectory()
  const row = (document: string, type: string) =>
    `${sanctionHeader([])
      .map((name) => (name.startsWith('CPF OU') ? document : name.startsWith('TIPO') ? type : ''))
      .join(';')}\r\n`
  const rows = [`${sanctionHeader([]).join(';')}\r\n`, row('11222333000181', 'J'), row('***982247**', 'F')]
  await oneZip(directory, '20261011_CEIS.zip', '20261011_CEIS.csv', rows.join(''))
  const { accounting, quarantinePath } = await run(directory, {
    dataSet: dataSetNamed('ceis') ?? assert.fail(),
  })
  assert.deepEqual(accounting.files[0]?.quarantinedBy, { left_out_person: 1 })
  assert.equal(quarantinePath, undefined)
  assert.deepEqual(
    readdirSync(deps.directory).filter((one) => one.includes('quarantine')),
    [],
  )
})

describe('files of PGFN', () => {
  const header =
    'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;' +
    'TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO'
  const row = (role: string, amount: string): string =>
    `11.222.333/0001-81;Pessoa jurídica;${role};X;SP;Y;8061234567890;Em cobrança;Z;COFINS;05/03/2019;SIM;${amount}`

  /** The three zips, with these files in the first. */
  async function zips(...contents: readonly string[]): Promise<string> {
    const directory = newDirectory()
    const written = async (kind: string, register: string, texts: readonly string[]) => {
      const files = texts.map((text, at) => ({
        name: `arquivo_lai_${register}_${at + 1}_202609.csv`,
        chunks: [Buffer.from(`${text}\n`, 'latin1')],
      }))
      const name = `Dados_abertos_${kind}.zip`
      await writeZip(join(directory, name), { name, files })
    }
    await written('Nao_Previdenciario', 'SIDA', contents)
    await written('Previdenciario', 'PREV', [header])
    await written('FGTS', 'FGTS', [header])
    return directory
  }

  test('that repeat a debtor of an inscription give one, the last; the co-debtor is another', async () => {
    const { deps, run } = await publicData()
    const from = await zips(
      [header, row('PRINCIPAL', '10.00'), row('CORRESPONSAVEL', '10.00')].join('\n'),
      [header, row('PRINCIPAL', '12.00')].join('\n'),
    )
    const { accounting, snapshot } = await run(from, { dataSet: pgfn })
    assert.deepEqual(
      accounting.files
        .filter((one) => one.kind === 'SIDA')
        .map(({ read, kept, merged }) => [read, kept, merged]),
      [
        [2, 1, 1],
        [1, 1, 0],
      ],
    )
    const reader = await deps.snapshots.open(snapshot)
    const key = companyKey('11222333')
    const debts = unpackPublicDebts(key, (await reader.read('entry', key)) ?? assert.fail())
    await reader.close()
    const amounts = Object.fromEntries(debts.map((one) => [String(one.isPrincipal), one.amountCents]))
    assert.deepEqual([debts.length, amounts], [2, { true: 1_200n, false: 1_000n }])
  })

  test('in either decimal form are served; if most amounts are unreadable, the edition waits for the operator', async () => {
    const { deps, run } = await publicData()
    const readable = await zips([header, row('PRINCIPAL', '1.234,56'), row('SOLIDARIO', '1.234')].join('\n'))
    const first = await run(readable, { dataSet: pgfn })
    assert.deepEqual([first.isServed, first.unreadable], [true, undefined])
    const unreadable = await zips([header, row('PRINCIPAL', '1.234'), row('SOLIDARIO', '')].join('\n'))
    const second = await run(unreadable, { dataSet: pgfn })
    assert.deepEqual(
      [
        second.isServed,
        second.unreadable,
        second.accounting.files.find(({ kind }) => kind === 'SIDA')?.fields,
      ],
      [false, { kind: 'SIDA', rows: 2, unreadable: 2 }, { amount_invalid: 1, amount_missing: 1 }],
    )
    const servedIds = async () => (await deps.catalogue.served()).map(({ id }) => id)
    assert.deepEqual(await servedIds(), [first.snapshot.location])
    assert.equal(await deps.catalogue.use(second.snapshot.location, 1), true)
    assert.deepEqual(await servedIds(), [second.snapshot.location])
  })

  test('without a column that is needed are refused, and nothing is kept', async () => {
    const { deps, run } = await publicData()
    const from = await zips(header.replace('VALOR_CONSOLIDADO', 'VALOR'))
    await assert.rejects(run(from, { dataSet: pgfn }), DataFault)
    assert.deepEqual(await deps.catalogue.list('pgfn'), [])
  })
})
