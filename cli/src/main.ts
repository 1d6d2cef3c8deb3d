import { runLastro } from './run-lastro.ts'

// A reader that has had enough, as in `bureau sample … | head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

await runLastro(process.argv.slice(2))
