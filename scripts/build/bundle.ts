import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Architecture, architectures, atomicLibrary, atomicOrigin } from './atomic-library.ts'
import { buildAll } from './build.ts'
import { root } from './manifest.ts'

/** With the Node that came along and the one library it needs that a bare Debian lacks: nothing is asked of the machine. */
const launcher = `#!/bin/sh
home=$(dirname "$(dirname "$(readlink -f "$0")")")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$home/shared"
if [ "$1" = serve ] && [ "$2" != --help ] && [ "$2" != -h ]; then
  shift
  MALLOC_ARENA_MAX=1 exec "$home/node" --max-semi-space-size=16 --no-allocation-site-pretenuring "$home/lib/service.js" "$@"
fi
exec "$home/node" "$home/lib/cli.js" "$@"
`

type Parts = { readonly built: string; readonly node: string; readonly atomic: string }

/** What is unpacked: `bin/lastro`, the build in `lib`, examples in `deploy`, a Node, and its library in `shared`. */
export function layOut(directory: string, { built, node, atomic }: Parts): void {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'bin'), { recursive: true })
  cpSync(built, join(directory, 'lib'), { recursive: true, filter: (path) => !path.endsWith('.map') })
  cpSync(node, join(directory, 'node'))
  mkdirSync(join(directory, 'shared'))
  copyFileSync(atomic, join(directory, 'shared/libatomic.so.1'))
  writeFileSync(join(directory, 'shared/README'), atomicOrigin)
  cpSync(join(root, 'deploy'), join(directory, 'deploy'), { recursive: true })
  for (const name of ['LICENSE', 'README.md']) cpSync(join(built, name), join(directory, name))
  writeFileSync(join(directory, 'bin/lastro'), launcher)
  for (const program of ['bin/lastro', 'node']) chmodSync(join(directory, program), 0o755)
}

/** The Node of the project, for another machine too, from the registry that npm uses. */
function fetchNode(architecture: Architecture, into: string): string {
  const directory = join(into, `node-${architecture}`)
  mkdirSync(directory)
  const name = `node-linux-${architecture}@${process.versions.node}`
  const printed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', directory])
  execFileSync('tar', ['-xzf', join(directory, printed.toString().trim()), '-C', directory])
  return join(directory, 'package/bin/node')
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const built = join(root, 'build')
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-bundle-'))
  const target = join(root, 'bundles')
  try {
    await buildAll(built)
    mkdirSync(target, { recursive: true })
    for (const architecture of architectures) {
      const name = `lastro-${version}-linux-${architecture}`
      const atomic = await atomicLibrary(architecture, scratch)
      layOut(join(scratch, name), { built, node: fetchNode(architecture, scratch), atomic })
      const archive = join(target, `${name}.tar.gz`)
      execFileSync('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', scratch, name])
      process.stdout.write(`${archive}\n`)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
