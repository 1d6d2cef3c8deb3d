import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { receita } from '../../service/src/data/receita/receita.ts'

/**
 * The baseline: sqlite3's own `.import` of the same zips, unpacked on the way by unzip, into tables without types,
 * keys and indexes, with nothing synced. Returns the seconds that it took.
 */
export async function timedSqliteImport(from: string, database: string): Promise<number> {
  await rm(database, { force: true })
  const begunMs = performance.now()
  const child = spawn('sqlite3', [database], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end(commands(from).join('\n'))
  const [code] = await once(child, 'exit')
  // A row with another number of columns is told and taken; that is no failure.
  if (code !== 0 && code !== 1) throw new Error(`sqlite3 ended with ${code}`)
  return (performance.now() - begunMs) / 1_000
}

function commands(from: string): string[] {
  const files = readdirSync(from).flatMap((zip) => {
    const kind = receita.files.find((one) => one.zipName.test(zip))
    if (kind?.columns.kind !== 'places') return []
    return [{ zip, table: kind.name.replaceAll(' ', '_'), columns: kind.columns.count }]
  })
  const tables = new Map(files.map(({ table, columns }) => [table, columns]))
  return [
    'pragma journal_mode = off;',
    'pragma synchronous = off;',
    ...[...tables].map(
      ([table, columns]) =>
        `create table ${table} (${Array.from({ length: columns }, (_, at) => `c${at}`).join(', ')});`,
    ),
    '.mode csv',
    '.separator ;',
    ...files.map(({ zip, table }) => `.import "|unzip -p '${join(from, zip)}'" ${table}`),
    '',
  ]
}
