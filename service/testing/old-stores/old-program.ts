import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const migrations = 'service/src/store/engine/migrations/store'

/**
 * The service as it was before the newest migration: its sources out of the history of this repository, with the
 * packages of today. Undefined where that history is not there, as in an archive or a shallow copy.
 */
export function oldProgram(directory: string): string | undefined {
  const commit = commitBefore(globSync(`${migrations}/*.ts`, { cwd: root }).toSorted().at(-1) ?? '')
  if (commit === undefined) return undefined
  const sources = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', directory], { input: sources })
  linkPackages(directory)
  // What it shows is not asked for here; a service that finds no console builds one.
  symlinkSync(join(root, 'console/dist'), join(directory, 'console/dist'))
  return join(directory, 'service/src/main.ts')
}

/** That before the one which added the file; the last there is, where the file is not in any yet. */
function commitBefore(file: string): string | undefined {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', file)
  return added === undefined ? undefined : git('rev-parse', '--verify', added === '' ? 'HEAD' : `${added}^`)
}

function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Those of others as they are installed, and the project's own as they were. */
function linkPackages(directory: string): void {
  const [from, to] = [join(root, 'node_modules'), join(directory, 'node_modules')]
  mkdirSync(join(to, '@lastro'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@lastro') symlinkSync(join(from, name), join(to, name))
  const { workspaces } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const workspace of workspaces) symlinkSync(join(directory, workspace), join(to, '@lastro', workspace))
}
