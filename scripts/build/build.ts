import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { buildConsole } from '../../console/build.ts'
import { besideTheProgram, developerCommand } from './beside-the-program.ts'
import { manifestText, root, sharedManifest } from './manifest.ts'

/** Read by the program at run time, by a path that it asks Node for: they are carried along as they are. */
const carriedPackages = ['fontkit', 'dejavu-fonts-ttf']

/**
 * One JavaScript build of the whole product, in one directory that needs nothing beside it but Node: the service, the
 * commands, their threads, the console as it was built last, the guide, and the fonts. What is installed anywhere is made of this.
 */
export async function build(directory: string): Promise<void> {
  const next = `${directory}.next`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  await bundlePrograms(next)
  for (const path of globSync('{service,cli}/src/**/*.{txt,js}', { cwd: root })) {
    cpSync(join(root, path), join(next, basename(path)))
  }
  const builtConsole = join(root, 'console/dist')
  if (!existsSync(builtConsole)) throw new Error('The console is not built. Build it: node console/build.ts')
  cpSync(builtConsole, join(next, 'console'), { recursive: true })
  carryGuide(next)
  for (const name of carriedPackages) carryPackage(name, join(next, 'node_modules'), root)
  cpSync(join(root, 'LICENSE'), join(next, 'LICENSE'))
  cpSync(join(import.meta.dirname, 'package-readme.md'), join(next, 'README.md'))
  writeFileSync(join(next, 'package.json'), manifestText(packageOf()))
  rmSync(directory, { recursive: true, force: true })
  renameSync(next, directory)
}

async function bundlePrograms(directory: string): Promise<void> {
  const bundle = await rolldown({
    input: {
      lastro: join(root, 'cli/src/installed.ts'),
      cli: join(root, 'cli/src/main.ts'),
      service: join(root, 'service/src/main.ts'),
    },
    platform: 'node',
    external: [...carriedPackages, 'pg-native', 'vite'],
    plugins: [besideTheProgram()],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: directory,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    banner: (chunk) => (chunk.name === 'lastro' ? '#!/usr/bin/env node' : ''),
  })
}

/** With the command as it is called where this is installed, and the pictures that it shows. */
function carryGuide(directory: string): void {
  const shown = new Set<string>()
  for (const path of globSync('*/*.md', { cwd: join(root, 'docs/guide') })) {
    const text = readFileSync(join(root, 'docs/guide', path), 'utf8').replaceAll(developerCommand, 'lastro ')
    for (const [, name = ''] of text.matchAll(/\/pictures\/([\w-]+\.png)/g)) shown.add(name)
    mkdirSync(join(directory, 'guide', dirname(path)), { recursive: true })
    writeFileSync(join(directory, 'guide', path), text)
  }
  for (const name of shown) cpSync(join(root, 'docs/pictures', name), join(directory, 'pictures', name))
}

/** A package and what it needs, found as Node would from there. */
function carryPackage(name: string, into: string, from: string): void {
  const manifest = findManifest(name, from)
  const target = join(into, name)
  cpSync(dirname(manifest), target, {
    recursive: true,
    filter: (path) => !/node_modules|\/tests?(\/|$)|\.map$|\.ts$/.test(path.slice(dirname(manifest).length)),
  })
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const one of Object.keys(dependencies)) carryPackage(one, into, dirname(manifest))
}

function findManifest(name: string, from: string): string {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  for (const path of paths) {
    const [found] = globSync(join(path, name, 'package.json'))
    if (found !== undefined) return found
  }
  throw new Error(`${name} is not installed`)
}

function packageOf() {
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name: 'lastro',
    ...sharedManifest(),
    description,
    type: 'module',
    bin: { lastro: 'lastro.js' },
    engines: { node: '>=24' },
    files: ['*.js', '*.txt', 'console'],
    // Nothing of it is for other programs to import.
    exports: { './package.json': './package.json' },
    // Carried inside: the program asks Node for their files.
    bundleDependencies: carriedPackages,
    dependencies: Object.fromEntries(carriedPackages.map((name) => [name, versionOf(name)])),
  }
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(findManifest(name, join(root, 'service')), 'utf8')) as { version: string }).version

/** With the console as its sources are now. */
export async function buildAll(directory: string): Promise<void> {
  await buildConsole()
  await build(directory)
}

if (import.meta.main) await buildAll(join(root, 'build'))
