import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { consoleConfig } from './vite.config.ts'

/**
 * Builds the console into `dist`, compressed besides. The install runs this, and the service where the install did
 * not. The new build takes the place of the old in one step, so that a service that reads it meanwhile finds a whole
 * one.
 */
export async function buildConsole(): Promise<void> {
  const next = join(import.meta.dirname, `dist.${randomUUID()}`)
  const environment = process.env.NODE_ENV
  // A test runner sets another, for which React and vite make a much larger build.
  process.env.NODE_ENV = 'production'
  try {
    await build({ ...consoleConfig, logLevel: 'error', build: { ...consoleConfig.build, outDir: next } })
    compressFiles(next)
    putInPlace(next)
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
    rmSync(next, { recursive: true, force: true })
  }
}

/** Below this a file fits one packet, compressed or not. */
const compressedFromBytes = 1_000

function compressFiles(directory: string): void {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const content = readFileSync(path)
    // A font is compressed already.
    if (content.length < compressedFromBytes || name.endsWith('.woff2')) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

function putInPlace(next: string): void {
  const place = join(import.meta.dirname, 'dist')
  const old = `${next}.old`
  try {
    renameSync(place, old)
  } catch {
    // There is none: this is the first.
  }
  renameSync(next, place)
  rmSync(old, { recursive: true, force: true })
}

/** Builds again after each change, until it is stopped. */
async function watchConsole(): Promise<void> {
  for await (const _ of watch(join(import.meta.dirname, 'src'), { recursive: true })) {
    try {
      await buildConsole()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}

if (import.meta.main) {
  await buildConsole()
  if (process.argv.includes('--watch')) await watchConsole()
}
