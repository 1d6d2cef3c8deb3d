import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type EncodedFile, type Encodings, encodedFile } from '../encoded/encoded-file.ts'

/** Where the build of the console puts its files. */
export const consoleDirectory = join(import.meta.dirname, '../../../../console/dist')

/** A file of the built console, as it is and as the build compressed it. */
export type ConsoleFile = EncodedFile & {
  /** Its name changes with its content, so that whoever has it need never ask again. */
  readonly isLasting: boolean
}

/** The built console by path, `index.html` for its page; undefined while it is not there. */
export type ConsoleFiles = () => Promise<ReadonlyMap<string, ConsoleFile> | undefined>

/** Read once into memory, and again after another build. */
export function consoleFiles(directory: string): ConsoleFiles {
  let builtAtMs: number | undefined
  let files: ReturnType<ConsoleFiles> | undefined
  return async () => {
    const page = await stat(join(directory, 'index.html')).catch(() => undefined)
    // A build that is taking the place of another leaves what was read before standing.
    if (page === undefined) return files
    if (files === undefined || page.mtimeMs !== builtAtMs) {
      const before = files
      builtAtMs = page.mtimeMs
      files = readFiles(directory).catch(() => {
        // A file went away between being listed and being read: the next who asks tries again.
        builtAtMs = undefined
        return before
      })
    }
    return files
  }
}

async function readFiles(directory: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = names
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(directory.length + 1))
  const read = async (path: string): Promise<Buffer | undefined> =>
    paths.includes(path) ? readFile(join(directory, path)) : undefined
  const originals = paths.filter((path) => !/\.(br|gz)$/.test(path))
  const files = await Promise.all(
    originals.map(async (path) => {
      const [identity, br, gzip] = await Promise.all([
        readFile(join(directory, path)),
        read(`${path}.br`),
        read(`${path}.gz`),
      ])
      return [path, fileOf(path, { identity, ...(br && { br }), ...(gzip && { gzip }) })] as const
    }),
  )
  return new Map(files)
}

const fileOf = (path: string, encodings: Encodings): ConsoleFile => ({
  ...encodedFile(contentTypes[extname(path)] ?? 'application/octet-stream', encodings),
  isLasting: path.startsWith('assets/'),
})

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
