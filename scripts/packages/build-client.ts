import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestText, root, sharedManifest } from '../build/manifest.ts'
import { plainSources } from './plain-contract.ts'

/** What a program may import, and nothing else. */
const exported = {
  '.': programOf('client'),
  './problem': programOf('problem'),
  './verify-webhook': programOf('verify-webhook'),
  // Types alone: what crosses the wire.
  './contract': { types: './dist/contract.d.ts' },
  './package.json': './package.json',
}

/** The package `@lastro/client` in a directory of its own: JavaScript, its types and maps, and what it says of itself. */
export async function buildClient(directory: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-client-'))
  try {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(join(directory, 'dist'), { recursive: true })
    for (const [name, text] of await plainSources()) {
      writeFileSync(join(scratch, name), text)
      // The compiler reads declarations and leaves them where they are.
      if (name.endsWith('.d.ts')) writeFileSync(join(directory, 'dist', name), text)
    }
    compile(scratch, join(directory, 'dist'))
  } finally {
    rmSync(scratch, { recursive: true })
  }
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'))
  cpSync(join(root, 'client/README.md'), join(directory, 'README.md'))
  writeFileSync(join(directory, 'package.json'), manifestText(clientManifest()))
}

function compile(sources: string, outDir: string): void {
  const options = {
    noEmit: false,
    allowImportingTsExtensions: false,
    rootDir: sources,
    outDir,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    skipLibCheck: false,
  }
  const project = join(sources, 'tsconfig.json')
  const config = { extends: join(root, 'client/tsconfig.json'), compilerOptions: options, include: [sources] }
  writeFileSync(project, JSON.stringify(config))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function clientManifest() {
  const { name, description } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
  return {
    name,
    ...sharedManifest(),
    description,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: exported,
    files: ['dist'],
  }
}

function programOf(name: string) {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}
