import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedFile } from '../pinned-file.ts'

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** Of Debian 12: it asks for no newer C library than Node itself does. */
const version = '12.2.0-14+deb12u1'
const packages = {
  x64: { machine: 'amd64', sha256: 'fbd4e154a6b444229ea002cc209df099209c0adc09102e5fd21239a3d2b55e2d' },
  arm64: { machine: 'arm64', sha256: '1693aa13ce2b30d061a519fc28b77b9bab8c8e45804ced5969d99821e1bc2159' },
} as const

/** Node needs `libatomic.so.1`, which a machine has only where another program brought it. Here it is Debian's. */
export async function atomicLibrary(architecture: Architecture, into: string): Promise<string> {
  const { machine, sha256 } = packages[architecture]
  const address = `http://deb.debian.org/debian/pool/main/g/gcc-12/libatomic1_${version}_${machine}.deb`
  const directory = join(into, `atomic-${architecture}`)
  mkdirSync(directory)
  const files = join(directory, 'data.tar.xz')
  writeFileSync(files, memberOf(readFileSync(await pinnedFile({ address, sha256 })), 'data.tar.xz'))
  execFileSync('tar', ['-xJf', files, '-C', directory])
  const [library] = globSync('usr/lib/*/libatomic.so.1', { cwd: directory })
  if (library === undefined) throw new Error(`${address} has no libatomic.so.1`)
  return join(directory, library)
}

/** Its entry in the bill of materials. */
export const atomicComponent = (architecture: Architecture) => ({
  name: 'libatomic1',
  version,
  purl: `pkg:deb/debian/libatomic1@${encodeURIComponent(version)}?arch=${packages[architecture].machine}`,
  license: 'GPL-3.0-only WITH GCC-exception-3.1',
  sha256: packages[architecture].sha256,
})

/** For whoever opens the directory it lies in: the licence asks for it. */
export const atomicOrigin = `libatomic.so.1 is a part of GCC, as Debian builds it: package libatomic1, version ${version}.
Its licence is the GNU GPL 3 with the GCC Runtime Library Exception.
Its source: https://snapshot.debian.org/package/gcc-12/${encodeURIComponent(version)}/
The machine's own may take its place: apt install libatomic1, and delete this directory.
`

/** A package of Debian is an archive of `ar`: before each file its name and, at the 48th byte, its size. */
function memberOf(archive: Buffer, wanted: string): Buffer {
  const headerBytes = 60
  for (let at = '!<arch>\n'.length; at < archive.length; ) {
    const header = archive.toString('latin1', at, at + headerBytes)
    const sizeBytes = Number(header.slice(48, 58))
    const start = at + headerBytes
    if (header.slice(0, 16).replace(/\/? *$/, '') === wanted)
      return archive.subarray(start, start + sizeBytes)
    at = start + sizeBytes + (sizeBytes % 2)
  }
  throw new Error(`There is no ${wanted} in the archive`)
}
