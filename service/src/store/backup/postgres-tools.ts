import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { databaseAddress } from '../engine/database/database-address.ts'
import { databaseConnection, type SessionLimits } from '../engine/database/database-connection.ts'
import { BackupFault } from './backup-fault.ts'
import { chosenTool, type ToolName } from './chosen-tool.ts'

export type ToolDeps = {
  /** Undefined for what works on files alone. */
  readonly databaseUrl: string | undefined
  /** The release that is needed to read a dump. */
  readonly dumpMajor?: number
  /** What the programs are given: libpq has settings of its own there. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Runs one of PostgreSQL's own programs on a database. The password goes by the environment, where other users of the
 * machine do not see it. Of what the program says its first fault alone is passed on: the lines after it may quote rows.
 */
export async function runTool(
  tool: ToolName,
  args: readonly string[],
  { databaseUrl, dumpMajor = 0, environment }: ToolDeps,
): Promise<void> {
  const needs = { server: await serverMajor(databaseUrl), dump: dumpMajor }
  const { path } = chosenTool(tool, needs, { path: environment.PATH ?? '' })
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

export const lookLimits: SessionLimits = {
  applicationName: 'lastro backup',
  statementMs: 5_000,
  lockMs: 4_000,
  idleInTransactionMs: 3_000,
}

/** The release of the server: 17 for 17.5. */
async function serverMajor(databaseUrl: string | undefined): Promise<number | undefined> {
  if (databaseUrl === undefined) return undefined
  const client = await databaseConnection(databaseUrl, lookLimits)
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return rows[0]?.version
  } finally {
    await client.end()
  }
}
