import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What Debian's essential packages and apt have of what the archive uses. libatomic1 is in neither. */
const programs = ['/bin/sh', '/usr/bin/dirname', '/usr/bin/readlink']
const libraries = [
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
]

/** Makes a directory the root of a machine with little more than the system's own libraries. */
export function bareRoot(root: string): void {
  const bring = (path: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    copyFileSync(path, join(root, path))
  }
  for (const program of programs) {
    bring(program)
    for (const path of sharedLibraries(program).values()) bring(path)
  }
  const ofNode = sharedLibraries(process.execPath)
  for (const name of libraries) bring(ofNode.get(name) ?? name)
}

/** Where this machine has the libraries that a program names, by their names. */
export function sharedLibraries(program: string): ReadonlyMap<string, string> {
  const printed = execFileSync('ldd', [program], { encoding: 'utf8' })
  const found = printed.matchAll(/^\s*(?:(\S+) => )?(\/\S+) \(/gm)
  return new Map([...found].map(([, name, path = '']) => [name ?? path, path]))
}
