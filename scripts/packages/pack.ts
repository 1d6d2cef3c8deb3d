import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from '../build/build.ts'
import { root } from '../build/manifest.ts'
import { buildClient } from './build-client.ts'

/** A package as npm would publish it: the archive, and the files in it. */
export type Packed = { readonly archive: string; readonly paths: readonly string[] }

export type Packages = { readonly client: Packed; readonly program: Packed }

/** `@lastro/client`, and `lastro` from a build that was made before, as archives in a directory. */
export async function packPackages(directory: string, { built }: { built: string }): Promise<Packages> {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-pack-'))
  mkdirSync(directory, { recursive: true })
  try {
    await buildClient(scratch)
    return { client: packed(scratch, directory), program: packed(built, directory) }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function packed(source: string, directory: string): Packed {
  const args = ['pack', source, '--json', '--ignore-scripts', '--pack-destination', directory]
  // npm may run on another Node, which knows nothing of the options of ours.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const said = execFileSync('npm', args, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8', env })
  const [packed] = JSON.parse(said) as [{ filename: string; files: { path: string }[] }]
  return {
    archive: join(directory, packed.filename),
    paths: packed.files.map(({ path }) => path).toSorted(),
  }
}

/** Everything as it is now, in `packages/`. */
export async function packAll(): Promise<Packages> {
  const built = join(root, 'build')
  await buildAll(built)
  return packPackages(join(root, 'packages'), { built })
}

if (import.meta.main) {
  for (const { archive } of Object.values(await packAll())) process.stdout.write(`${archive}\n`)
}
