import { spawn } from 'node:child_process'
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

function serve(args: readonly string[]): void {
  const service = join(import.meta.dirname, 'service.js')
  const command = ['MALLOC_ARENA_MAX=1', process.execPath, ...flags, service, ...args]
  const child = spawn('env', command, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1
  })
}
