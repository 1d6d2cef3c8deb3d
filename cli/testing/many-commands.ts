import { text } from 'node:stream/consumers'
import { lastroProgram } from '../src/program.ts'

/**
 * Runs the commands that standard input lists as JSON, one after the other in one process, and prints what each of
 * them printed, or said when it refused. `{name}` in an argument is what an earlier command printed under that name.
 */
export type Ran = { readonly printed: string; readonly refused: string | undefined }

const commands = JSON.parse(await text(process.stdin)) as readonly (readonly string[])[]
const print = process.stdout.write.bind(process.stdout)
const known = new Map<string, string>()
const ran: Ran[] = []

for (const command of commands) {
  const args = command.map((one) => one.replace(/^\{(\w+)\}$/, (_, name: string) => known.get(name) ?? ''))
  let printed = ''
  process.stdout.write = (part: string | Uint8Array) => {
    printed += String(part)
    return true
  }
  const refused = await lastroProgram()
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (error: unknown) => String(error),
    )
  ran.push({ printed, refused })
  for (const [name, value] of printed.startsWith('{') ? Object.entries(JSON.parse(printed)) : []) {
    if (typeof value === 'string') known.set(name, value)
  }
}
print(JSON.stringify(ran))
