import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Loaded before a test: the file with the defect is read with it. Nothing is written anywhere. */
const { path, start, end, text } = JSON.parse(process.env.LASTRO_MUTANT ?? '{}')
if (path !== undefined) {
  const url = pathToFileURL(path).href
  registerHooks({
    load: (loaded, context, next) => {
      if (loaded !== url) return next(loaded, context)
      const code = readFileSync(path, 'utf8')
      const source = code.slice(0, start) + text + code.slice(end)
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
