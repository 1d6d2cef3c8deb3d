import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * What `lastro` is where it was installed: `lastro serve` runs the service as `npm start` does, with the same flags, and
 * everything else is a command.
 */
const [, , name, ...rest] = process.argv

/** Small young generations keep pauses short; one arena gives memory back. */
const flags = ['--max-semi-space-size=16']

/** The store is Node's own SQLite, which earlier ones do not have ready. */
const nodeVersionMin = 24

if (Number.parseInt(process.versions.node, 10) < nodeVersionMin) refuseNode()
else if (name === 'serve') serve(rest)
else await import('./main.ts')

/** In both languages: what knows the reader's would not start here. */
function refuseNode(): void {
  const versions = { needed: nodeVersionMin, found: process.versions.node }
  process.stderr.write(`lastro: precisa do Node ${versions.needed} ou mais novo; este é o ${versions.found}.
lastro: it needs Node ${versions.needed} or newer; this is ${versions.found}.\n`)
  process.exitCode = 1
}

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
