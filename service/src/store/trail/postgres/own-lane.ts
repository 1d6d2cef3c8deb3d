import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { chainStart } from '@lastro/rules/trail/chain.ts'
import { laneMax, linksPerLane } from '@lastro/rules/trail/lane.ts'
import type { Client } from 'pg'
import { advisoryLockClasses } from '../../engine/database/advisory-locks.ts'

/** A connection of its own, connected, which sends statements without waiting for the answers of those before. */
export type Connect = () => Promise<Client>

export type LaneHead = { readonly number: number; readonly hash: string }

/** A lane that this process alone writes, as long as its connection lasts. */
export type OwnLane = { readonly client: Client; readonly lane: number; head: LaneHead }

/** Less than the silence that ends a connection, so that one at rest is closed in good order. */
const restMs = 4_000

/** A lane that somebody else has written to is left to them; so often another is tried. */
const triesMax = 3

/** Work that may not be committed: the lane does not end where this process thought. */
export class LaneLost extends Error {}

/**
 * The lane of this process in one environment. Whoever writes takes turns in it; at rest it is given back, and the next
 * to write takes up a lane that nobody holds.
 */
export function ownLane(connect: Connect, environment: Environment) {
  let own: OwnLane | undefined
  let last: Promise<unknown> = Promise.resolve()
  let resting: NodeJS.Timeout | undefined

  const letGo = async (): Promise<void> => {
    const held = own
    own = undefined
    clearTimeout(resting)
    // Its locks end with the connection; one that is broken already has none.
    await held?.client.end().catch(() => undefined)
  }
  const take = async (): Promise<OwnLane> => {
    const taken = await openLane(connect, environment)
    // One whose connection breaks is no longer ours.
    taken.client.once('end', () => {
      if (own === taken) own = undefined
    })
    return taken
  }
  const write = async <Result>(work: (lane: OwnLane) => Promise<Result>): Promise<Result> => {
    own ??= await take()
    const { client } = own
    try {
      return await work(own)
    } catch (error) {
      const isUsable = await client.query('rollback').then(
        () => !(error instanceof LaneLost),
        () => false,
      )
      if (!isUsable) await letGo()
      throw error
    }
  }
  const writeAgain = async <Result>(work: (lane: OwnLane) => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await write(work)
      } catch (error) {
        if (!(error instanceof LaneLost) || tries >= triesMax) throw error
      }
    }
  }
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    clearTimeout(resting)
    const turn = last.then(work)
    last = turn
      .catch(() => undefined)
      .then(() => {
        clearTimeout(resting)
        if (own !== undefined) resting = setTimeout(() => void inTurn(letGo), restMs).unref()
      })
    return turn
  }

  return {
    write: <Result>(work: (lane: OwnLane) => Promise<Result>): Promise<Result> =>
      inTurn(() => writeAgain(work)),
    close: (): Promise<void> => inTurn(letGo),
  }
}

/** Takes up the first lane that nobody holds, or opens one. The lock is the session's, and ends with it. */
async function openLane(connect: Connect, environment: Environment): Promise<OwnLane> {
  const client = await connect()
  try {
    await client.query(lookByKey)
    for (;;) {
      // One that has links past where it is said to end was set back by somebody: nothing could be added to it.
      const { rows: lanes } = await client.query<{ lane: number }>(
        `select lane from trail_lane where environment = $1
           and number < (lane + 1) * cast($2 as bigint) - 1
           and not exists (select 1 from trail_link
             where trail_link.environment = trail_lane.environment and trail_link.number = trail_lane.number + 1)
         order by lane`,
        [environment, linksPerLane],
      )
      for (const { lane } of lanes) {
        if (await isTaken(client, environment, lane))
          return { client, lane, head: await headOf(client, environment, lane) }
      }
      await addLane(client, environment)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Statements are planned once, when the trail may be small and reading all of it the cheapest: it grows, the plan stays. */
const lookByKey = 'set enable_seqscan = off'

/** Locks of two numbers never meet those of one, which equal queries wait for. */
const lockClasses: Readonly<Record<Environment, number>> = {
  production: advisoryLockClasses.productionLane,
  sandbox: advisoryLockClasses.sandboxLane,
}

async function isTaken(client: Client, environment: Environment, lane: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    lockClasses[environment],
    lane,
  ])
  return rows[0]?.taken === true
}

/** Read once the lock is held: whoever held it before has ended its last commit. */
async function headOf(client: Client, environment: Environment, lane: number): Promise<LaneHead> {
  const { rows } = await client.query<LaneHead>(
    'select number, hash from trail_lane where environment = $1 and lane = $2',
    [environment, lane],
  )
  if (rows[0] === undefined) throw new Error(`Lane ${lane} of the trail is gone`)
  return rows[0]
}

/** Two that open a lane at once open one; then each looks which it gets. */
async function addLane(client: Client, environment: Environment): Promise<void> {
  const { rows } = await client.query<{ lane: number }>(
    'select coalesce(max(lane), 0) + 1 as lane from trail_lane where environment = $1',
    [environment],
  )
  const lane = rows[0]?.lane ?? 1
  if (lane > laneMax) throw new Error(`The trail has ${laneMax} lanes, and all of them are written to`)
  await client.query(
    'insert into trail_lane (environment, lane, number, hash) values ($1, $2, $3, $4) on conflict do nothing',
    [environment, lane, lane * linksPerLane, chainStart],
  )
}
