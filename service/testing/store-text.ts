import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Place } from './engines.ts'

/** Everything a store holds, as text to look for what must not be in it. */
export async function storeText({ databaseUrl, dataDirectory }: Place): Promise<string> {
  if (databaseUrl === undefined) {
    const files = readdirSync(dataDirectory).map((name) => readFileSync(join(dataDirectory, name), 'latin1'))
    return files.join('\n')
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const held = await client.query<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`)
    texts.push(...held.rows.map((row) => row.text))
  }
  await client.end()
  return texts.join('\n')
}
