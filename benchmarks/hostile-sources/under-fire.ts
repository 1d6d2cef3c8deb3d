import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../service/src/clock.ts'
import { print } from '../query/query.ts'
import { median, residentMb, type Server } from '../stage/processes.ts'
import type { HostileProvider } from './hostile-providers.ts'
import { type AskedReport, askReport, type Caller, callerOf } from './report-callers.ts'
import type { Stage } from './stage.ts'

/** What assembling, recording and a busy machine may take beyond the deadline of the sources. */
const slackMs = 500

/** Each client asks so many reports at a time, again and again. */
const callersPerClient = 3

/** As people ask who do something in between; a breaker that is open answers within a millisecond. */
const pauseMs = 50

/** A service that grows by more than this between the middle and the end of a run keeps something. */
const growthMbMax = 40

/** A breaker that has opened often waits for a minute before it tries. */
const mendingMsMax = 150_000

type Side = HostileProvider & { readonly caller: Caller; readonly asked: AskedReport[] }
type Run = { readonly seconds: number; readonly deadlineMs: number }
type Seen = { readonly memory: number[]; readonly opened: Set<string> }

/** Reports by every client at once while its provider fails, until they are mended; what went wrong. */
export async function underFireFaults(
  service: Server,
  { hostiles }: Stage,
  { seconds, deadlineMs }: Run,
): Promise<readonly string[]> {
  const url = `http://127.0.0.1:${service.port}`
  const sides: Side[] = []
  for (const one of hostiles) sides.push({ ...one, caller: await callerOf(url, one.client), asked: [] })
  const seen: Seen = { memory: [], opened: new Set() }
  try {
    // The first of each is for the service to get warm.
    await Promise.all(sides.map(({ caller }) => askReport(url, caller)))
    const untilMs = systemClock.nowMs() + seconds * 1_000
    await Promise.all([
      watch(service, url, untilMs, seen),
      ...sides.flatMap((side) =>
        Array.from({ length: callersPerClient }, () => keepAsking(url, side, untilMs)),
      ),
    ])
    print(
      `load ${(loadavg()[0] ?? 0).toFixed(0)} on ${availableParallelism()} cores, deadline ${deadlineMs} ms`,
    )
    print(`${'source'.padEnd(20)} reports   p50 ms   max ms  breaker  its section`)
    const faults = sides.flatMap((side) => sideFaults(side, seen.opened.has(side.name), deadlineMs))
    return [...faults, ...memoryFaults(seen.memory), ...(await mendingFaults(url, sides))]
  } finally {
    await service.stop()
  }
}

function sideFaults(
  { name, says, opensBreaker, asked }: Side,
  isOpened: boolean,
  deadlineMs: number,
): string[] {
  const times = asked.map(({ tookMs }) => tookMs)
  const most = Math.max(...times)
  const figures = [
    String(asked.length).padStart(7),
    median(times).toFixed(0).padStart(8),
    most.toFixed(0).padStart(8),
  ]
  const said = [...new Set(asked.map((one) => one.says))].toSorted()
  print(`${name.padEnd(20)} ${figures.join(' ')}  ${isOpened ? 'opened ' : 'closed '}  ${said.join(', ')}`)
  // A source that is left alone, or rests, is unavailable.
  const isSaid = said.every((one) => one === says || one === 'source_unavailable')
  return [
    ...(isSaid ? [] : [`${name}: its section says something else than ${says}`]),
    ...(asked.every(({ hasScore }) => hasScore) ? [] : [`${name}: another source's section was lost`]),
    ...(most <= deadlineMs + slackMs ? [] : [`${name}: a report took ${most.toFixed(0)} ms`]),
    ...(isOpened === opensBreaker ? [] : [`${name}: its breaker ${isOpened ? 'opened' : 'did not open'}`]),
  ]
}

function memoryFaults(memory: readonly number[]): string[] {
  const tenth = Math.ceil(memory.length / 10)
  const half = Math.floor(memory.length / 2)
  const [middleMb, endMb] = [median(memory.slice(half, half + tenth)), median(memory.slice(-tenth))]
  print(`memory ${middleMb.toFixed(0)} MB in the middle of the run, ${endMb.toFixed(0)} MB at its end`)
  return endMb - middleMb <= growthMbMax ? [] : [`the service grew by ${(endMb - middleMb).toFixed(0)} MB`]
}

async function mendingFaults(url: string, sides: readonly Side[]): Promise<string[]> {
  const mended = sides.filter(({ mend }) => mend !== undefined)
  for (const { mend } of mended) mend?.()
  const begunMs = systemClock.nowMs()
  const areBack = await Promise.all(mended.map(({ caller }) => isBack(url, caller, begunMs + mendingMsMax)))
  print(`mended: all answer again after ${((systemClock.nowMs() - begunMs) / 1_000).toFixed(0)} s`)
  return mended
    .filter((_, at) => !areBack[at])
    .map(({ name }) => `${name}: is left alone although it was mended`)
}

async function isBack(url: string, caller: Caller, untilMs: number): Promise<boolean> {
  while (systemClock.nowMs() < untilMs) {
    if ((await askReport(url, caller)).says === 'found') return true
    await wait(250)
  }
  return false
}

async function keepAsking(url: string, { caller, asked }: Side, untilMs: number): Promise<void> {
  while (systemClock.nowMs() < untilMs) {
    asked.push(await askReport(url, caller))
    await wait(pauseMs)
  }
}

/** Samples of memory, and which breakers were ever open. */
async function watch(service: Server, url: string, untilMs: number, { memory, opened }: Seen): Promise<void> {
  while (systemClock.nowMs() < untilMs) {
    memory.push(residentMb(service.process.pid ?? 0))
    const page = await (await fetch(`${url}/metrics`)).text()
    for (const [, name = ''] of page.matchAll(/lastro_source_breaker_open\{source="([^"]+)"\} 1/g))
      opened.add(name)
    await wait(500)
  }
}
