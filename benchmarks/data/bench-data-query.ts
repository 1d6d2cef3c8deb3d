import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { publicDataDirectory } from '../../service/src/data/snapshots/open-snapshots.ts'
import { openSqlite } from '../../service/src/store/engine/sqlite.ts'
import {
  compare,
  credentialHeaders,
  print,
  type QueryFigures,
  shortRounds,
  typicalAnswer,
} from '../query/query.ts'
import { median, startBare, startService } from '../stage/processes.ts'
import { benchClient } from '../stage/sample-stores.ts'
import { companyBodies, companyCount, importedMonth } from './sample-month.ts'

export const relatoPath = '/relato/v2/consulta'

/** `relato` answered from the register of companies, against bare node:http, round by round. */
export async function benchDataQuery(companies = companyCount, rounds = shortRounds): Promise<QueryFigures> {
  const { service, headers, bodies } = await companyService(companies)
  const bare = await startBare(await typicalAnswer(service, headers, bodies, relatoPath))
  const { ratios, measured } = await compare({ service, bare }, { headers, bodies, rounds, path: relatoPath })
  await service.stop()
  await bare.stop()
  print(`relato from public data: ${median(ratios).toFixed(2)} of bare node:http`)
  return { ratio: median(ratios), measured }
}

/** The service in production over a month of the register, and what to ask it. */
export async function companyService(companies: number, bodyCount = companies) {
  const { directory, establishments } = await importedMonth(companies)
  await keepInMemory(publicDataDirectory(directory))
  const store = await openSqlite(directory)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ LASTRO_DATA: directory })
  const headers = await credentialHeaders(service, credentials)
  return { directory, establishments, service, headers, bodies: companyBodies(companies, bodyCount) }
}

/** A service that has run for a while has the system keep the pages it reads in memory. */
async function keepInMemory(directory: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (!file.endsWith('.sqlite')) continue
    for await (const _ of createReadStream(join(directory, file), { highWaterMark: 1 << 20 }));
  }
}
