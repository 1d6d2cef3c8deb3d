import { serve } from './serve.ts'

/** What `lastro` is where it was installed. The service needs nothing of the commands, and starts without them. */
const [, , name, ...rest] = process.argv

if (name === 'serve' && !rest.includes('--help')) serve(rest)
else await import('./main.ts')
