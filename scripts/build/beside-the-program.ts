import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

/** How a command begins in the sources, and in the guide. */
export const developerCommand = 'npm run -s lastro -- '

/**
 * What the sources say of where things are and how they are called, and what is true in the build: all files lie side
 * by side, and there is no npm.
 */
const places: readonly (readonly [string, string])[] = [
  ["join(import.meta.dirname, '../../../../console/dist')", "join(import.meta.dirname, 'console')"],
  ["join(import.meta.dirname, '../../../../docs/guide')", "join(import.meta.dirname, 'guide')"],
  ["join(import.meta.dirname, '../../../../docs/pictures')", "join(import.meta.dirname, 'pictures')"],
  [developerCommand, 'lastro '],
]

const threadFile = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** Threads become programs of their own beside the others, and what is read from a file is found there. */
export const besideTheProgram = (): Plugin => ({
  name: 'beside-the-program',
  transform(code, id) {
    if (!id.endsWith('.ts')) return null
    const moved = places.reduce((text, [from, to]) => text.replaceAll(from, to), code)
    for (const [, name = ''] of moved.matchAll(threadFile)) {
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `${name}.js`, name })
    }
    // No line moves, so that its map stays true.
    return { code: moved.replaceAll(threadFile, "new URL('./$1.js', import.meta.url)"), map: null }
  },
})
