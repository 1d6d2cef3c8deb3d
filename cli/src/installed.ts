import { join } from 'node:path'

/**
 * What `lastro` is where it was installed: `lastro serve` runs the service as `npm start` does, with the same flags, and
 * everything else is a command.
 */
const [, , name, ...rest] = process.argv

/** Small young generations keep pauses short; one arena gives memory back. */
const flags = ['--max-semi-space-size=16']

if (name === 'serve') serve(rest)
else await import('./main.ts')

/** In place of this process: beside it, a terminal would tell the service to stop twice, and twice means at once. */
function serve(args: readonly string[]): void {
  const service = join(import.meta.dirname, 'service.js')
  const command = ['MALLOC_ARENA_MAX=1', process.execPath, ...flags, service, ...args]
  process.execve?.('/usr/bin/env', ['env', ...command])
}
