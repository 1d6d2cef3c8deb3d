import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { print } from './query/query.ts'
import { openConnection } from './stage/one-connection.ts'
import { cpuMicros, residentMb, type Server, startService } from './stage/processes.ts'

/** Callers come from several addresses, so that the limit of one does not turn most of them away. */
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

/** Each asks for far more than the system holds for it. */
const request = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'
const asked = request.repeat(200)

/** When to give up watching. */
const watchedSecondsMax = 120

export type UnreadFigures = { readonly costMb: number; readonly goneSeconds: number }

/** What callers that never read cost, and when they are gone; the targets are 64 MB for 1,500, and 75 seconds. */
export async function benchUnread(count = 1_500): Promise<UnreadFigures[]> {
  const figures: UnreadFigures[] = []
  for (const fastHttp of ['on', 'off']) {
    const directory = mkdtempSync(join(tmpdir(), 'lastro-bench-'))
    const service = await startService({ LASTRO_DATA: directory, LASTRO_FAST_HTTP: fastHttp })
    const pid = service.process.pid ?? 0
    const beforeSockets = socketCount(pid)
    await warm(service)
    const beforeMb = residentMb(pid)
    const callers = Array.from({ length: count }, (_, at) => silentCaller(service.port, at))
    const { peakMb, goneSeconds } = await watch(pid, beforeSockets)
    for (const socket of callers) socket.destroy()
    await service.stop()
    rmSync(directory, { recursive: true })
    print(
      `LASTRO_FAST_HTTP=${fastHttp}: ${count} callers, ${(peakMb - beforeMb).toFixed(0)} MB more ` +
        `than the ${beforeMb.toFixed(0)} before, gone after ${goneSeconds.toFixed(0)} s`,
    )
    figures.push({ costMb: peakMb - beforeMb, goneSeconds })
  }
  print(`unread answers cost ${figures.map(({ costMb }) => costMb.toFixed(0)).join(' and ')} MB`)
  return figures
}

const costMbMax = 64
const goneSecondsMax = 75

/** What costs more than it may, in words. */
export const unreadFaults = (figures: readonly UnreadFigures[]): string[] =>
  figures.flatMap(({ costMb, goneSeconds }) => [
    ...(costMb > costMbMax ? [`they cost ${costMb.toFixed(0)} MB, more than ${costMbMax}`] : []),
    ...(goneSeconds > goneSecondsMax
      ? [`they stay ${goneSeconds.toFixed(0)} s, longer than ${goneSecondsMax}`]
      : []),
  ])

/** The memory that a busy service has anyway is not what such callers cost. */
async function warm({ port }: Server): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 50 }, () => openConnection(port)))
  for (let round = 0; round < 40; round++) {
    await Promise.all(connections.map((one) => one.ask(request)))
  }
  for (const one of connections) one.close()
}

function silentCaller(port: number, at: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[at % addresses.length] ?? '' })
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(asked)
  return socket
}

/** The most memory it has, and how long after it came to rest they are gone. */
async function watch(pid: number, socketsBefore: number) {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  let [peakMb, most, restedSeconds, spent] = [0, 0, 0, cpuMicros(pid)]
  while (seconds() < watchedSecondsMax) {
    await wait(100)
    const [sockets, spentNow] = [socketCount(pid), cpuMicros(pid)]
    // Answers are still being written, into what the system holds for a caller.
    if (most < sockets || (spentNow - spent > busyMicros && sockets === most)) restedSeconds = seconds()
    peakMb = Math.max(peakMb, residentMb(pid))
    most = Math.max(most, sockets)
    spent = spentNow
    if (most > socketsBefore && sockets <= socketsBefore) break
  }
  return { peakMb, goneSeconds: seconds() - restedSeconds }
}

/** More of a tenth of a second than a service at rest takes. */
const busyMicros = 20_000

const socketCount = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // Closed since the directory was read.
    return false
  }
}
