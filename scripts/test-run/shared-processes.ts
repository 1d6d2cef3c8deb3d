import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A file that Node's runner gives a process to, and the test files that run there one after another. */
export type SharedProcess = { readonly path: string; readonly files: readonly string[] }

/** Whose tests call functions, or open a store or a service in their own process: much of what they cost is to load it. */
const sharing = [
  'cli/src/',
  'client/src/',
  'console/src/',
  'contract/src/',
  'reading/src/',
  'rules/src/',
  'service/src/',
]

/** So many that loading hardly counts, and so few that there is always another process for another core. */
const filesMax = 16

/** What a test file says that is about its whole process: its memory, its time, its end, a clock for all, its settings. */
const ofTheProcess =
  /process\.(memoryUsage|cpuUsage|exit|chdir|on|once)\b|process\.env\.\w+ = |mock\.timers|testing\/(cpu-time|http\/held-after)/

/** Those that drive a browser take longest and wait most: begun last, a core would have nothing to do beside them. */
const driveBrowsers = 'console/browser/'

/** Those that start programs come next, for the same reason. */
const startPrograms = 'cli/src/'

/**
 * Puts test files together that may share a process: those of one area, in their order. A file that looks at its own
 * process has one to itself, and so has one that nobody shares with. What takes longest is first.
 */
export function shareProcesses(files: readonly string[]): readonly (readonly string[])[] {
  const first = files.filter(drivesBrowser)
  const next = files.filter((file) => file.startsWith(startPrograms))
  const others = files.filter((file) => !first.includes(file) && !next.includes(file))
  return [...first.map((file) => [file]), ...inGroups(next), ...inGroups(others)]
}

const drivesBrowser = (file: string): boolean => file.startsWith(driveBrowsers)

function inGroups(files: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const area = mayShare(file) ? areaOf(file) : undefined
    const group = area === undefined ? undefined : open.get(area)
    if (group !== undefined && group.length < filesMax) group.push(file)
    else {
      const next = [file]
      groups.push(next)
      if (area !== undefined) open.set(area, next)
    }
  }
  return groups
}

function mayShare(file: string): boolean {
  if (!sharing.some((folder) => file.startsWith(folder))) return false
  return !ofTheProcess.test(readFileSync(file, 'utf8'))
}

/** `rules`, `service/src/http`, `service/src/features/alerts`: what loads much the same. */
function areaOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  if (folders[0] !== 'service') return folders[0] ?? ''
  return folders.slice(0, folders[2] === 'features' ? 4 : 3).join('/')
}

/** Node's runner begins files in the order of their paths: what we write comes before the project's own, in our order. */
export function processOf(directory: string, files: readonly string[], number: number): SharedProcess {
  const [only, ...others] = files
  return only !== undefined && others.length === 0 && !drivesBrowser(only)
    ? { path: only, files }
    : writeShared(directory, files, number)
}

/** Writes, into a directory, a file that runs these in one process: each is a test there, by whose name it is known. */
function writeShared(directory: string, files: readonly string[], number: number): SharedProcess {
  const path = join(directory, `shared-${String(number).padStart(3, '0')}.test.mjs`)
  const runFile = pathToFileURL(join(import.meta.dirname, 'run-shared.ts')).href
  const paths = files.map((file) => resolve(file))
  writeFileSync(
    path,
    `import { test } from 'node:test'
import { runShared } from ${JSON.stringify(runFile)}
for (const file of ${JSON.stringify(paths)}) test(file, () => runShared(file))
`,
  )
  return { path, files }
}
