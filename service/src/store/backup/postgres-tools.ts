import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { databaseAddress } from '../engine/database/database-address.ts'
import { BackupFault } from './backup-fault.ts'

export type ToolDeps = {
  /** Undefined for what works on files alone. */
  readonly databaseUrl: string | undefined
  /** What the programs are given: libpq has settings of its own there. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Runs one of PostgreSQL's own programs on a database. The password goes by the environment, where other users of the
 * machine do not see it. Of what the program says its first fault alone is passed on: the lines after it may quote rows.
 */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { databaseUrl, environment }: ToolDeps,
): Promise<void> {
  const path = toolPath(tool, environment.PATH ?? '')
  if (path === undefined) throw new BackupFault('tool_missing', tool)
  const { options, password } = toolConnection(databaseUrl)
  const child = spawn(path, [...args, ...options], {
    env: { ...environment, LC_ALL: 'C', ...password },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [said, code] = await Promise.all([text(child.stderr), ended])
  if (code === 0) return
  const fault = said.split('\n').find((line) => line.startsWith(`${tool}: error:`))
  throw new BackupFault('tool_failed', fault ?? `${tool}: ${code}`)
}

/** The programs read an address of several machines themselves; no URL of ours would. */
export function toolConnection(databaseUrl: string | undefined) {
  if (databaseUrl === undefined) return { options: [], password: {} }
  const { password } = databaseAddress(databaseUrl)
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s)
  const withoutPassword = address.replace(/^(\w+:\/\/[^:@/]*):[^/]*@/, '$1@')
  return {
    options: [`--dbname=${withoutPassword}${toolQuery(query)}`],
    password: password === undefined ? {} : { PGPASSWORD: password },
  }
}

/** Without the password, and without what only the driver knows. */
function toolQuery(query: string): string {
  const settings = new URLSearchParams(query)
  settings.delete('password')
  settings.delete('uselibpqcompat')
  if (settings.get('sslmode') === 'no-verify') settings.set('sslmode', 'require')
  // A blank is written as a plus there, which the programs would take for one.
  return settings.size === 0 ? '' : `?${settings.toString().replaceAll('+', '%20')}`
}

/** The newest that is installed where packages put them, else the one that a shell would find. */
export function toolPath(tool: string, path: string, root = '/usr'): string | undefined {
  const packaged = globSync(['lib/postgresql/*/bin', 'pgsql-*/bin'], { cwd: root })
    .toSorted((a, b) => versionIn(b) - versionIn(a))
    .map((one) => join(root, one))
  const shell = path.split(delimiter).filter((one) => one !== '')
  return [...packaged, ...shell].map((one) => join(one, tool)).find((one) => existsSync(one))
}

const versionIn = (directory: string): number => Number(/\d+/.exec(directory)?.[0] ?? 0)
