import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Packages } from './pack.ts'

/** A project that has nothing but the two packages, and the Node that its service runs on. */
export type InstalledPackages = {
  readonly directory: string
  readonly lastro: (...args: readonly string[]) => Promise<string>
  /** Runs a program of a user's, on any Node. */
  readonly run: (program: string, options: RunOptions) => Promise<string>
  readonly serve: () => Promise<Served>
}

export type RunOptions = { readonly node: string; readonly settings: Readonly<Record<string, string>> }
export type Served = { readonly url: string; readonly stop: () => Promise<void> }

/** Installs them from their archives alone: no registry is asked, and nothing is run to install them. */
export async function installPackages(
  directory: string,
  packages: Packages,
  node: string,
): Promise<InstalledPackages> {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }\n')
  // What a machine has that never heard of us, and where Node is.
  const settings = {
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    HOME: directory,
    LANG: 'en_US.UTF-8',
    LASTRO_TEST_RUN: process.env.LASTRO_TEST_RUN ?? '',
  }
  const started = { cwd: directory, env: settings }
  const run = async (file: string, args: readonly string[], env: NodeJS.ProcessEnv = settings) =>
    (await promisify(execFile)(file, args, { cwd: directory, env })).stdout
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts']
  await run('npm', ['install', ...quiet, packages.client.archive, packages.program.archive])
  return {
    directory,
    lastro: (...args) => run('npx', ['--no', 'lastro', ...args]),
    run: (program, options) => {
      const file = join(directory, 'program.js')
      writeFileSync(file, program)
      return run(options.node, [file], { ...settings, ...options.settings })
    },
    serve: () => serve(started),
  }
}

/** `npx lastro serve`, from when it says where it is. */
async function serve({ cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Served> {
  const service = spawn('npx', ['--no', 'lastro', 'serve'], {
    cwd,
    env: { ...env, PORT: '0', LASTRO_DRAIN_MS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx starts it through a shell: what is told to end is all of them.
    detached: true,
  })
  const ended = once(service, 'exit')
  const log = text(service.stderr)
  const stop = async () => {
    if (service.exitCode === null && service.pid !== undefined) process.kill(-service.pid, 'SIGTERM')
    await ended
  }
  for await (const line of createInterface(service.stdout)) {
    const [, url] = /^service\s+(http:\S+)/.exec(line) ?? []
    if (url === undefined) continue
    service.stdout.resume()
    return { url, stop }
  }
  throw new Error(`The service ended before it said where it is:\n${await log}`)
}
