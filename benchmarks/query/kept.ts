import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '../../service/src/store/engine/sqlite.ts'
import { median, round, type Server, startService } from '../stage/processes.ts'
import { benchClient, randomBodies, sampleDirectory } from '../stage/sample-stores.ts'
import {
  connections,
  credentialHeaders,
  print,
  queryPath,
  roundLine,
  shortRounds,
  tableHead,
} from './query.ts'

/** Enough that the store is not all in one page cache; what is compared is the keeping, not the reading. */
const subjectCount = 100_000

/** The same queries by a client whose reports are not kept and by one whose are, in turn, on one service. */
export async function benchKept(count = subjectCount): Promise<number> {
  const directory = await sampleDirectory(count)
  const store = await openSqlite(directory)
  const [plain, keeping] = [await benchClient(store), await benchClient(store)]
  const held = await store.clients.findClient(keeping.clientId)
  if (held === undefined) throw new Error('The client that was made is not there')
  await store.clients.setContract(keeping.clientId, { ...held.contract, keyReportDays: 1 })
  await store.close()
  const service = await startService({ LASTRO_DATA: directory })
  const load = { connections, seconds: shortRounds.seconds, path: queryPath, bodies: randomBodies(count) }
  const sides = {
    plain: { ...load, headers: await credentialHeaders(service, plain) },
    keeping: { ...load, headers: await credentialHeaders(service, keeping) },
  }
  await round(service, sides.plain)
  const ratios: number[] = []
  print(tableHead)
  for (let at = 0; at < shortRounds.count; at++) {
    const without = await round(service, sides.plain)
    const kept = await round(service, sides.keeping)
    print(roundLine('not kept', without))
    print(roundLine('kept', kept))
    ratios.push(kept.requestsPerSecond / without.requestsPerSecond)
    await settled(service)
  }
  const notKept = await figure(service, 'lastro_reports_not_kept_total')
  await service.stop()
  print(`kept ${median(ratios).toFixed(2)} of not kept; ${notKept} could not be kept`)
  return median(ratios)
}

/** Until what was answered is written: the next round is not to pay for the last. */
async function settled(service: Server): Promise<void> {
  let before = -1
  for (let now = 0; now !== before; ) {
    before = now
    await wait(500)
    now = await figure(service, 'lastro_reports_kept')
  }
}

async function figure(service: Server, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
