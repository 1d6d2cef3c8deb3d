import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** Packages of many small files that nearly every process of a test run opens. */
const packages = [
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/value',
  'undici',
  'prom-client',
  '@opentelemetry/api',
] as const

const root = join(import.meta.dirname, '../..')

/**
 * Makes each of those packages one file in a directory, and has our own modules found by their names alone. A process
 * with the `NODE_OPTIONS` that are returned loads the service in half the time, which a run pays a thousand times.
 */
export async function quickModules(directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const entries = packages.map(
    (one) => [one, join(directory, `${one.replaceAll('/', '-')}.entry.js`)] as const,
  )
  for (const [one, path] of entries) writeFileSync(path, await reexport(one))
  const build = await rolldown({
    input: Object.fromEntries(entries.map(([one, path]) => [one.replaceAll('/', '-'), path])),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    resolve: { modules: [join(root, 'node_modules')] },
  })
  await build.write({ dir: directory, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  const urls = packages.map((one) => [
    one,
    pathToFileURL(join(directory, `${one.replaceAll('/', '-')}.mjs`)).href,
  ])
  const hook = join(directory, 'resolve-quickly.mjs')
  writeFileSync(hook, resolveHook(urls, workspaceFolders()))
  return `--import=${pathToFileURL(hook).href}`
}

/** Every name as Node gives it, of a package of either form: a bundle of a CommonJS one has none but the default. */
async function reexport(name: string): Promise<string> {
  const names = Object.keys(await import(name)).filter((one) => one !== 'module.exports')
  return `export { ${names.join(', ')} } from ${JSON.stringify(name)}\n`
}

/** Workspaces that give every file of theirs under its own name: `@lastro/rules/…` and the folder that is. */
function workspaceFolders(): readonly (readonly [string, string])[] {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  return (read('.').workspaces as string[]).flatMap((folder) => {
    const { name, exports } = read(folder)
    return exports?.['./*'] === './src/*'
      ? [[`${name}/`, pathToFileURL(join(root, folder, 'src/')).href] as const]
      : []
  })
}

/**
 * Node looks at several files and at every package on the way to each of our hundreds of modules. Their names are files
 * in whole, so there is nothing to look for. What is installed or built elsewhere, as in the tests of packages, is left
 * to Node.
 */
const resolveHook = (
  urls: readonly (readonly string[])[],
  folders: readonly (readonly string[])[],
): string => `
import { registerHooks } from 'node:module'
const urls = new Map(${JSON.stringify(urls)})
const folders = new Map(${JSON.stringify(folders)})
const root = ${JSON.stringify(pathToFileURL(`${root}/`).href)}
const isOurs = (url) => url?.startsWith(root) && !url.startsWith('node_modules/', root.length)
function ownUrl(specifier, parentURL) {
  if (specifier.startsWith('.')) return new URL(specifier, parentURL).href
  const [scope, name] = specifier.split('/', 2)
  const folder = folders.get(scope + '/' + name + '/')
  return folder && folder + specifier.slice(scope.length + name.length + 2)
}
registerHooks({
  resolve(specifier, context, next) {
    const bundled = urls.get(specifier)
    if (bundled !== undefined && context.parentURL?.startsWith(root)) return { url: bundled, format: 'module', shortCircuit: true }
    if (specifier.endsWith('.ts') && isOurs(context.parentURL)) {
      const url = ownUrl(specifier, context.parentURL)
      if (url) return { url, format: 'module-typescript', shortCircuit: true }
    }
    return next(specifier, context)
  },
})
`
