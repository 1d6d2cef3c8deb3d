import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../build/manifest.ts'
import { brunoFiles } from './bruno.ts'
import { postmanCollection } from './postman.ts'

/** Where the collections are kept. */
export const collectionsDirectory = join(root, 'collections')

/** Every file of the collections, by its path in their directory. */
export const collectionFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['lastro.postman_collection.json', `${JSON.stringify(postmanCollection(), null, 2)}\n`],
    ...[...brunoFiles()].map(([path, text]) => [`bruno/${path}`, text] as const),
  ])

if (import.meta.main) {
  rmSync(collectionsDirectory, { recursive: true, force: true })
  for (const [path, text] of collectionFiles()) {
    const file = join(collectionsDirectory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  process.stdout.write(`${collectionsDirectory}\n`)
}
