import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyContract } from '@lastro/contract/clients/client-contract.ts'
import pg from 'pg'
import type { Place } from '../engines.ts'

const contract = JSON.stringify(emptyContract).replaceAll("'", "''")

/** Puts clients into a store by the hundred thousand, newer than any other. */
export async function manyClients({ databaseUrl, dataDirectory }: Place, count: number): Promise<void> {
  const columns = `insert into client (id, environment, name, search_name, secret_hash, contract, contract_version,
    created_at_ms, revoked_at_ms)`
  const values = `'cli_many_' || n, 'production', 'Número ' || n, 'numero ' || n, 'hash', '${contract}', 1,
    4000000000000 + n, null`
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDirectory, 'lastro.db'), { timeout: 10_000 })
    db.exec(`${columns} with recursive numbers(n) as (select 0 union all select n + 1 from numbers
      where n < ${count - 1}) select ${values} from numbers`)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`${columns} select ${values} from generate_series(0, ${count - 1}) as n`)
  await client.end()
}
