import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { receita } from '../../service/src/data/receita/receita.ts'
import { inventCompany } from '../../service/src/data/receita/sample/invent-company.ts'
import { writeSample } from '../../service/src/data/sample/write-sample.ts'
import { type Accounting, totalsOf } from '../../service/src/features/public-data/accounting.ts'
import { print } from '../query/query.ts'
import { cacheDirectory } from '../stage/sample-stores.ts'
import { timedImport } from './import-process.ts'

/** About two million establishments. */
export const companyCount = 1_900_000

const seed = 1

/** Invented zips of a month of the Receita, made once. */
export async function sampleZips(companies: number): Promise<string> {
  const directory = join(cacheDirectory, `receita-${companies}`)
  const done = join(directory, 'written')
  if (existsSync(done)) return directory
  print(`writing zips of ${companies} companies`)
  await rm(directory, { recursive: true, force: true })
  await writeSample(receita, { companies, seed, date: '2026-10-11' as Day }, directory)
  writeFileSync(done, '')
  return directory
}

export type ImportedMonth = { readonly directory: string; readonly establishments: number }

/** A data directory that serves such a month and has loaded nothing else, made once. Its trail starts empty each time. */
export async function importedMonth(companies: number): Promise<ImportedMonth> {
  const directory = join(cacheDirectory, `receita-served-${companies}`)
  const done = join(directory, 'imported.json')
  if (!existsSync(done) || JSON.parse(readFileSync(done, 'utf8')).form !== keptForm()) {
    await rm(directory, { recursive: true, force: true })
    const from = await sampleZips(companies)
    print(`importing ${companies} companies`)
    const { imported } = await timedImport({ dataDirectory: directory, databaseUrl: undefined }, from)
    const establishments = establishmentCount(imported.accounting)
    writeFileSync(done, JSON.stringify({ form: keptForm(), establishments }))
  }
  for (const file of ['trail.db', 'trail.db-wal', 'trail.db-shm'])
    await rm(join(directory, file), { force: true })
  return { directory, establishments: JSON.parse(readFileSync(done, 'utf8')).establishments }
}

/** Whatever says how a company is kept: what was imported before it changed is imported anew. */
function keptForm(): string {
  const data = join(import.meta.dirname, '../../service/src/data')
  const files = globSync(['receita/*.ts', 'packing/*.ts', 'snapshots/sqlite/*.ts'], { cwd: data })
  return hash(
    'sha256',
    files
      .toSorted()
      .map((file) => readFileSync(join(data, file), 'utf8'))
      .join(''),
  )
}

export const establishmentCount = (accounting: Accounting): number =>
  totalsOf({ files: accounting.files.filter((one) => one.kind === 'establishments') }).kept

/** So many that most of a round asks for what nobody has asked for before. */
const bodyCountMax = 400_000

/** Queries for the head offices of companies drawn at random from such a month; so many, as far as it goes. */
export const companyBodies = (companies: number, count = companies): string[] =>
  Array.from({ length: Math.min(count, bodyCountMax) }, () => {
    const { root } = inventCompany(seed, honestAmong(companies), false)
    return JSON.stringify({ documento: withCheckDigits(`${root}0001`) })
  })

/** The first of every thousand tell the lies of the sample, and some of them are quarantined. */
function honestAmong(companies: number): number {
  for (;;) {
    const index = Math.floor(Math.random() * companies)
    if (index % 1_000 >= 100) return index
  }
}
