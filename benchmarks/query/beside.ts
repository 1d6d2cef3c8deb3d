import { join, resolve } from 'node:path'
import { median, type Round, round, type Server } from '../stage/processes.ts'
import {
  connections,
  embeddedService,
  print,
  queryPath,
  type Rounds,
  roundLine,
  shortRounds,
  tableHead,
} from './query.ts'

/** The same queries in both, in turn: enough of them, and the store is no part of what is compared. */
const subjectCount = 20_000

/** What a change to the query path costs. */
export async function benchBeside(other: string, count = subjectCount, rounds = shortRounds) {
  const theirs = await ofCheckout<typeof import('./query.ts')>(other, 'query/query.ts')
  const sides = { other: await theirs.embeddedService(count), this: await embeddedService(count) }
  return compareCheckouts(sides, queryPath, rounds)
}

/** A module of the benchmarks of another checkout, an earlier release or a branch. */
export function ofCheckout<Module>(other: string, path: string): Promise<Module> {
  if (resolve(other) === resolve(import.meta.dirname, '../..')) throw new Error('Name another checkout')
  return import(join(resolve(other), 'benchmarks', path))
}

type Side = {
  readonly service: Server
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
}

/**
 * This checkout beside another, each with its own service over a store of its own. A shared machine changes under both,
 * so the rounds alternate.
 */
export async function compareCheckouts(
  sides: { readonly other: Side; readonly this: Side },
  path: string,
  rounds: Rounds,
) {
  const ask = ({ service, headers, bodies }: Side): Promise<Round> =>
    round(service, { connections, seconds: rounds.seconds, path, headers, bodies })
  const [before, after]: [Round[], Round[]] = [[], []]
  print(tableHead)
  // The first time round warms up.
  for (let at = 0; at <= rounds.count; at++) {
    const [one, own] = [await ask(sides.other), await ask(sides.this)]
    if (at === 0) continue
    print(roundLine('other', one))
    print(roundLine('this', own))
    before.push(one)
    after.push(own)
  }
  for (const { service } of Object.values(sides)) await service.stop()
  const throughput = median(
    after.map((own, at) => own.requestsPerSecond / (before[at]?.requestsPerSecond ?? Number.NaN)),
  )
  const cpu = (of: readonly Round[]) => median(of.map((one) => one.cpuMicrosPerRequest))
  print(
    `this ${throughput.toFixed(2)} of the other's throughput; ` +
      `CPU ${cpu(after).toFixed(1)} against ${cpu(before).toFixed(1)} µs a query`,
  )
  return { throughput, before, after }
}
