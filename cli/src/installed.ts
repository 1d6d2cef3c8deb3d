import { serve } from './serve.ts'

/** What `lastro` is where it was installed. The service needs nothing of the commands, and starts without them. */
const [, , name, ...rest] = process.argv

/** The store is Node's own SQLite, which earlier ones do not have ready. */
const nodeVersionMin = 24

if (Number.parseInt(process.versions.node, 10) < nodeVersionMin) refuseNode()
else if (name === 'serve' && !rest.includes('--help')) serve(rest)
else await import('./main.ts')

/** In both languages: what knows the reader's would not start here. */
function refuseNode(): void {
  const versions = { needed: nodeVersionMin, found: process.versions.node }
  process.stderr.write(`lastro: precisa do Node ${versions.needed} ou mais novo; este é o ${versions.found}.
lastro: it needs Node ${versions.needed} or newer; this is ${versions.found}.\n`)
  process.exitCode = 1
}
