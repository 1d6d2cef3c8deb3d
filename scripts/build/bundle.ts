import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
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
import { basename, join } from 'node:path'
import {
  type Architecture,
  architectures,
  atomicComponent,
  atomicLibrary,
  atomicOrigin,
} from './atomic-library.ts'
import { buildAll } from './build.ts'
import { root } from './manifest.ts'
import { type Lock, nodeComponent, sbomOf } from './sbom.ts'

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

/** The packages of Node that are bundled. A new version of Node takes new sums: `npm view NAME dist.integrity`. */
export const pinnedNode = {
  version: '26.10.0',
  integrity: {
    x64: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    arm64: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
} as const

/** Throws unless a file matches the pinned hash. */
export function assertIntegrity(path: string, integrity: string): void {
  const found = `sha512-${hash('sha512', readFileSync(path), 'base64')}`
  if (found !== integrity) throw new Error(`${path} has the integrity ${found} instead of ${integrity}`)
}

/** The pinned Node for an architecture, from the npm registry, checked before it is unpacked. */
function fetchNode(architecture: Architecture, into: string): string {
  const directory = join(into, `node-${architecture}`)
  mkdirSync(directory)
  const name = `node-linux-${architecture}@${pinnedNode.version}`
  const printed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', directory])
  const archive = join(directory, printed.toString().trim())
  assertIntegrity(archive, pinnedNode.integrity[architecture])
  execFileSync('tar', ['-xzf', archive, '-C', directory])
  return join(directory, 'package/bin/node')
}

/** The bill of materials of one bundle, as it is written into it and next to it. */
export function sbomText(architecture: Architecture): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const { version, integrity } = pinnedNode
  const carried = [
    nodeComponent(architecture, version, integrity[architecture]),
    atomicComponent(architecture),
  ]
  return `${JSON.stringify(sbomOf(lock, carried), null, 2)}\n`
}

/** What `sha256sum --check` reads. */
export const sumsText = (paths: readonly string[]): string =>
  paths.map((path) => `${hash('sha256', readFileSync(path), 'hex')}  ${basename(path)}\n`).join('')

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const built = join(root, 'build')
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-bundle-'))
  const target = join(root, 'bundles')
  const made: string[] = []
  try {
    await buildAll(built)
    mkdirSync(target, { recursive: true })
    for (const architecture of architectures) {
      const name = `lastro-${version}-linux-${architecture}`
      const atomic = await atomicLibrary(architecture, scratch)
      const sbom = sbomText(architecture)
      layOut(join(scratch, name), { built, node: fetchNode(architecture, scratch), atomic })
      writeFileSync(join(scratch, name, 'sbom.cdx.json'), sbom)
      const archive = join(target, `${name}.tar.gz`)
      execFileSync('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', scratch, name])
      const bill = join(target, `${name}.cdx.json`)
      writeFileSync(bill, sbom)
      made.push(archive, bill)
    }
    const sums = join(target, 'SHA256SUMS')
    writeFileSync(sums, sumsText(made))
    process.stdout.write([...made, sums, ''].join('\n'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
