import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** What both packages have in common. The project's own manifest is the one place where it is said. */
export function sharedManifest() {
  const { version, license, publishConfig, repository } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  return { version, license, ...(repository !== undefined && { repository }), publishConfig }
}

export const manifestText = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`
