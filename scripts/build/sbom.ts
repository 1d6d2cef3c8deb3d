import { Buffer } from 'node:buffer'
import type { Architecture } from './atomic-library.ts'

/** The parts of `package-lock.json` that list the packages. */
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

type LockedPackage = {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
}

/** A component that is not in the lock file. */
export type CarriedComponent = {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly license: string
  readonly sha256?: string
  readonly integrity?: string
}

type Hash = { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }

export type Component = {
  readonly type: 'library' | 'application'
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly scope?: 'required' | 'optional'
  readonly hashes?: readonly Hash[]
  readonly licenses: readonly { readonly license: { readonly id: string } | { readonly name: string } }[]
  readonly purl: string
}

export type Sbom = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
}

/**
 * The software bill of materials of a bundle, as CycloneDX: every package that is not for development only, and the
 * other files that the bundle contains. The same lock file gives the same bytes.
 */
export function sbomOf(lock: Lock, carried: readonly CarriedComponent[]): Sbom {
  const { version = '', license = '' } = lock.packages[''] ?? {}
  const own = component({ name: 'lastro', version, license, purl: `pkg:npm/lastro@${version}` })
  const packages = Object.entries(lock.packages).flatMap(([path, locked]) => packageAt(path, locked))
  const byPurl = new Map([...packages, ...carried.map((one) => component(one))].map((one) => [one.purl, one]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...own, type: 'application' } },
    components: [...byPurl.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

/** Our own workspaces have no integrity: the checksum of the bundle covers them. */
function packageAt(path: string, locked: LockedPackage): Component[] {
  const { version, license = 'unknown', integrity, dev = false, optional = false, link = false } = locked
  const name = path.split('node_modules/').at(-1) ?? ''
  if (dev || link || version === undefined || !path.includes('node_modules/')) return []
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const made = component({ name, version, license, purl, ...(integrity !== undefined && { integrity }) })
  return [{ ...made, scope: optional ? 'optional' : 'required' }]
}

function component({ name, version, license, purl, sha256, integrity }: CarriedComponent): Component {
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const hashes = [
    ...(integrity === undefined ? [] : [{ alg: 'SHA-512', content: hexOf(integrity) } as const]),
    ...(sha256 === undefined ? [] : [{ alg: 'SHA-256', content: sha256 } as const]),
  ]
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name: bare ?? name,
    version,
    ...(hashes.length > 0 && { hashes }),
    // A single word is an SPDX identifier; anything else is only a name.
    licenses: [
      { license: /^[\w.-]+$/.test(license) && license !== 'unknown' ? { id: license } : { name: license } },
    ],
    purl,
  }
}

function hexOf(integrity: string): string {
  const [algorithm, base64 = ''] = integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`An integrity is not a SHA-512: ${algorithm}`)
  return Buffer.from(base64, 'base64').toString('hex')
}

export const nodeComponent = (
  architecture: Architecture,
  version: string,
  integrity: string,
): CarriedComponent => ({
  name: `node-linux-${architecture}`,
  version,
  purl: `pkg:npm/node-linux-${architecture}@${version}`,
  license: 'MIT',
  integrity,
})
