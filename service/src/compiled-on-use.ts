import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * A schema that is compiled when it is first asked for: a program knows a hundred, of which a command uses a few, and
 * each takes half a millisecond of its start.
 */
export function compiledOnUse<const Schema extends TSchema>(schema: Schema) {
  const compile = () => Compile(schema)
  let compiled: ReturnType<typeof compile> | undefined
  return (): ReturnType<typeof compile> => {
    compiled ??= compile()
    return compiled
  }
}
