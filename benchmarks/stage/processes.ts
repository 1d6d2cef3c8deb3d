import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { programs } from '../../service/testing/programs.ts'
import type { FloorStore } from './floor-server.ts'
import type { Load, LoadResult } from './load.ts'

export type Server = {
  readonly port: number
  readonly process: ChildProcess
  readonly stop: () => Promise<void>
}

/** What a round cost the server it was aimed at. */
export type Round = LoadResult & { readonly cpuMicrosPerRequest: number; readonly residentMb: number }

const here = import.meta.dirname

/** What `npm start` tells Node, and the settings it runs it under. */
function startScript(): { readonly flags: string[]; readonly environment: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8'))
  const words = (scripts.start as string).split(' ')
  const settings = words.slice(0, words.indexOf('exec')).map((word) => word.split('='))
  return {
    flags: words.filter((word) => word.startsWith('--')),
    environment: Object.fromEntries(settings),
  }
}

/** The service as it is run in production: the real process, everything on. */
export async function startService(
  environment: Readonly<Record<string, string>>,
  args: string[] = [],
): Promise<Server> {
  const script = startScript()
  const program = [...script.flags, programs.service]
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: join(here, '../..'),
    env: { ...process.env, ...script.environment, PORT: '0', LASTRO_LOG: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let screen = ''
  for await (const chunk of child.stdout) {
    screen += String(chunk)
    if (/Ctrl\+C/.test(screen)) break
  }
  const port = Number(/http:\/\/[\d.]+:(\d+)/.exec(screen)?.[1])
  return serverOf(child, port)
}

/**
 * A benchmark that fails waits for nothing that it started: such a server keeps no process alive, and ends with the one
 * that started it.
 */
function serverOf(child: ChildProcess, port: number): Server {
  const atTheEnd = () => child.kill('SIGKILL')
  process.once('exit', atTheEnd)
  child.once('exit', () => process.off('exit', atTheEnd))
  child.unref()
  child.channel?.unref()
  if (child.stdout instanceof Socket) child.stdout.unref()
  return { port, process: child, stop: () => stop(child) }
}

export const startBare = (answer: string): Promise<Server> => startForked('bare-server.ts', { answer })

export const startFloor = (store: FloorStore): Promise<Server> => startForked('floor-server.ts', store)

async function startForked(file: string, told: Readonly<Record<string, string>>): Promise<Server> {
  const child = fork(join(here, file))
  child.send(told)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return serverOf(child, port)
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGTERM')
  await ended
}

/** One round of load from a process of its own, and what it cost the server. */
export async function round(server: Server, load: Omit<Load, 'port'>): Promise<Round> {
  const pid = server.process.pid ?? 0
  const before = cpuMicros(pid)
  const loader = fork(join(here, 'load.ts'), { execArgv: ['--expose-gc'] })
  loader.send({ ...load, port: server.port })
  const [result] = (await once(loader, 'message')) as [LoadResult]
  const spent = cpuMicros(pid) - before
  const requests = Object.values(result.statuses).reduce((sum, count) => sum + count, 0)
  return { ...result, cpuMicrosPerRequest: spent / requests, residentMb: residentMb(pid) }
}

const clockTicksPerSecond = 100

/** Time the process has spent on all its threads, in user and in system mode. */
export function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / clockTicksPerSecond
}

export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
