import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What earlier runs found, in files beside the program that are no part of it: one for each area. */
export type KeptResults = {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
  /** At the end of a run: what it did not ask for is of a program that is no more. */
  readonly save: (at?: 'end') => void
}

export function keptResults(area: string, { isFresh }: { readonly isFresh: boolean }): KeptResults {
  const file = join(import.meta.dirname, '.cache', `${area}.json`)
  const held = new Map<string, unknown>(Object.entries(isFresh ? {} : read(file)))
  const asked = new Map<string, unknown>()
  return {
    get: (key) => held.get(key),
    set: (key, value) => void asked.set(key, value),
    save: (at) => {
      const all = at === 'end' ? asked : new Map([...held, ...asked])
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(Object.fromEntries(all)))
    },
  }
}

/** For a run that is to leave nothing behind. */
export const noResults: KeptResults = { get: () => undefined, set: () => undefined, save: () => undefined }

function read(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
