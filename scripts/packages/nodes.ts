import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The versions of Node that the client promises to run on. */
export const supportedVersions = [20, 22, 24, 26] as const

export type Node = { readonly version: number; readonly path: string }

/** Those that are on this machine already. */
export function nodesHere(): readonly Node[] {
  const places = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'node'))
  const found = [process.execPath, ...places].flatMap((path) => {
    const version = versionOf(path)
    return version === undefined ? [] : [{ version, path }]
  })
  return [...new Map(found.map((one) => [one.version, one])).values()]
}

/** The newest of a version, from the registry that npm uses; undefined where it cannot be had. */
export function fetchNode(version: number, into: string): Node | undefined {
  const directory = join(into, `node-${version}`)
  mkdirSync(directory)
  try {
    const args = [
      'pack',
      `node-linux-${process.arch}@${version}`,
      '--silent',
      '--pack-destination',
      directory,
    ]
    const archive = execFileSync('npm', args, { encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', join(directory, archive), '-C', directory])
  } catch {
    return undefined
  }
  const path = join(directory, 'package/bin/node')
  return versionOf(path) === version ? { version, path } : undefined
}

function versionOf(path: string): number | undefined {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const [, version] = /^v(\d+)\./.exec(stdout ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}
