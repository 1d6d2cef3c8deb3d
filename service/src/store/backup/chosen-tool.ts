import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BackupFault } from './backup-fault.ts'

export type ToolName = 'pg_dump' | 'pg_restore'
export type Tool = { readonly path: string; readonly major: number }

/** Where programs are looked for: below `root` where packages put them, then along the shell's `path`. */
export type ToolPlaces = { readonly path: string; readonly root?: string }

/** From this release on pg_restore sets `transaction_timeout`, which earlier servers refuse. */
const transactionTimeoutMajor = 17

/** The program of the server's own release, else of the nearest newer one; without a server the newest. */
export function chosenTool(name: ToolName, serverMajor: number | undefined, places: ToolPlaces): Tool {
  const found = installed(name, places)
  const majors = found.map(({ major }) => major).toSorted((a, b) => a - b)
  const fitting = serverMajor === undefined ? undefined : majors.find((major) => major >= serverMajor)
  const wanted = fitting ?? majors.at(-1)
  const tool = found.find(({ major }) => major === wanted)
  if (tool === undefined) throw new BackupFault('tool_missing', name)
  const isNewer =
    tool.major >= transactionTimeoutMajor && (serverMajor ?? tool.major) < transactionTimeoutMajor
  if (name === 'pg_restore' && isNewer) throw new BackupFault('tool_newer', `${serverMajor}`)
  return tool
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
