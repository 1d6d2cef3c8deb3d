import { join } from 'node:path'

/** Small young generations keep pauses short, and queries are made in them; one arena gives memory back. */
const flags = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring']

/**
 * Runs the service as `npm start` does, with the same flags, in place of this process: beside it, a terminal would tell
 * the service to stop twice, and twice means at once.
 */
export function serve(args: readonly string[]): void {
  const isBuilt = import.meta.filename.endsWith('.js')
  const service = join(import.meta.dirname, isBuilt ? 'service.js' : '../../service/src/main.ts')
  const command = ['MALLOC_ARENA_MAX=1', process.execPath, ...flags, service, ...args]
  if (process.execve === undefined) refuse()
  else process.execve('/usr/bin/env', ['env', ...command])
}

/** In both languages: what knows the reader's is not loaded here. */
function refuse(): void {
  process.stderr.write(`lastro: serve funciona em Linux e macOS.
lastro: serve works on Linux and macOS.\n`)
  process.exitCode = 1
}
