import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, globSync, openSync, readSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BackupFault } from './backup-fault.ts'

export type ToolName = 'pg_dump' | 'pg_restore'
export type Tool = { readonly path: string; readonly major: number }

/** Where programs are looked for: below `root` where packages put them, then along the shell's `path`. */
export type ToolPlaces = { readonly path: string; readonly root?: string }

/** From this release on pg_restore sets `transaction_timeout`, which earlier servers refuse. */
const transactionTimeoutMajor = 17

/** What a program has to get along with: the server, and the release that wrote a dump. */
export type ToolNeeds = { readonly server: number | undefined; readonly dump?: number }

/**
 * The program of the server's own release, else of the nearest newer one; without a server the newest. A dump that
 * could not be restored into its own server is not made either.
 */
export function chosenTool(
  name: ToolName,
  { server: serverMajor, dump = 0 }: ToolNeeds,
  places: ToolPlaces,
): Tool {
  const found = installed(name, places)
  const majors = found.map(({ major }) => major).toSorted((a, b) => a - b)
  const least = Math.max(serverMajor ?? 0, dump)
  const fitting = serverMajor === undefined ? undefined : majors.find((major) => major >= least)
  const wanted = fitting ?? majors.at(-1)
  const tool = found.find(({ major }) => major === wanted)
  if (tool === undefined) throw new BackupFault('tool_missing', name)
  const isNewer =
    tool.major >= transactionTimeoutMajor && (serverMajor ?? tool.major) < transactionTimeoutMajor
  if (isNewer)
    throw new BackupFault(dump >= transactionTimeoutMajor ? 'dump_newer' : 'tool_newer', `${serverMajor}`)
  return tool
}

/** The release from which on a program reads a dump, by the form that its first bytes name; 0 for one that all read. */
export function dumpMajor(path: string): number {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(7)
    readSync(file, head, 0, head.length, 0)
    if (head.toString('latin1', 0, 5) !== 'PGDMP' || head[5] !== 1) return 0
    return (head[6] ?? 0) >= 16 ? 17 : head[6] === 15 ? 16 : 0
  } finally {
    closeSync(file)
  }
}

function installed(name: ToolName, { path, root = '/usr' }: ToolPlaces): readonly Tool[] {
  const packaged = globSync(['lib/postgresql/*/bin', 'pgsql-*/bin'], { cwd: root }).map((one) =>
    join(root, one),
  )
  const shell = path.split(delimiter).filter((one) => one !== '')
  return [...packaged, ...shell].flatMap((directory) => {
    const program = join(directory, name)
    const major = existsSync(program) ? majorOf(program) : undefined
    return major === undefined ? [] : { path: program, major }
  })
}

/** A program that cannot even say its release is none. */
const versionTimeoutMs = 5_000

/** `pg_dump (PostgreSQL) 17.5 (Debian 17.5-1)`, `18beta1`. */
function majorOf(program: string): number | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: versionTimeoutMs })
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? []
  return major === undefined ? undefined : Number(major)
}
