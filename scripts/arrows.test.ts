import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'vitest'

/**
 * The directions of ARCHITECTURE.md. A place may import those listed, and itself; `types:` means its types only. What
 * is listed is used: no arrow is wider than what goes along it.
 * Tests and the harness in service/testing are outside the house and may look anywhere.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['types:contract'],
  reading: ['contract'],
  rules: ['contract'],
  console: ['contract', 'client', 'reading', 'rules'],

  clock: [],
  awaitable: [],
  'compiled-on-use': [],
  csv: ['rules'],
  pdf: [],
  jobs: ['types:clock'],
  http: ['types:awaitable', 'compiled-on-use', 'contract', 'rules', 'clock'],

  // What somebody did, written down before and after; every door that leads to an act goes through it.
  'features/acts': ['rules', 'types:clock'],
  'features/alerts': [
    'types:awaitable',
    'contract',
    'rules',
    'types:clock',
    'http',
    'csv',
    'pages/drawing',
    'features/sealing',
    'types:jobs',
    'types:features/notices',
    'types:features/trail',
  ],
  'features/billing': [
    'contract',
    'rules',
    'reading',
    'types:clock',
    'http',
    'pdf',
    'types:features/clients',
    'types:features/trail',
  ],
  'features/bureau': ['compiled-on-use', 'contract', 'rules', 'types:clock', 'csv', 'http', 'types:jobs'],
  'features/clients': ['types:awaitable', 'contract', 'rules', 'types:clock', 'http'],
  // Providers that the operator declares: their rows, credentials and limits, and copies of what they answered.
  'features/declared-sources': [
    'contract',
    'rules',
    'types:clock',
    'jobs',
    'features/sealing',
    'types:features/reports',
  ],
  'features/listings': [
    'contract',
    'rules',
    'types:clock',
    'http',
    'csv',
    'types:jobs',
    'types:features/notices',
  ],
  // Knows no feature: it asks for operations, as a program does.
  'features/mcp': ['contract', 'rules', 'http'],
  'features/notices': ['contract', 'rules', 'pdf'],
  // Stands where the command line stands: over the features, handing each what a person asks of it.
  'features/operator': [
    'contract',
    'rules',
    'reading',
    'types:clock',
    'http',
    'jobs',
    'features/acts',
    'features/billing',
    'features/bureau',
    'features/clients',
    'features/declared-sources',
    'features/listings',
    'types:features/notices',
    'features/person',
    'features/public-data',
    'features/reports',
    'features/trail',
    'features/users',
    'types:features/alerts',
  ],
  // What is held of a person lies in several features: it stands over them, as the operator does.
  'features/person': [
    'contract',
    'rules',
    'reading',
    'clock',
    'http',
    'pdf',
    'pages/drawing',
    'types:jobs',
    'features/acts',
    'features/listings',
    'features/users',
    'types:features/alerts',
    'types:features/bureau',
    'types:features/clients',
    'types:features/trail',
  ],
  'features/policies': ['contract', 'rules', 'types:clock', 'http'],
  'features/public-data': ['types:awaitable', 'contract', 'rules', 'types:clock', 'http', 'types:jobs'],
  'features/reports': [
    'awaitable',
    'contract',
    'rules',
    'reading',
    'types:clock',
    'http',
    // The documents of a batch.
    'csv',
    'pdf',
    'pages/drawing',
    // A kept report is sealed under a key of its own, and written after its answer.
    'features/sealing',
    'jobs',
    // A decision is a query, made by the policy of its client.
    'types:features/policies',
    'types:features/trail',
  ],
  'features/sandbox': ['contract', 'rules', 'http'],
  'features/sealing': ['types:contract'],
  'features/trail': ['contract', 'rules', 'types:clock', 'http'],
  'features/users': [
    'contract',
    'rules',
    'types:clock',
    'http',
    'types:features/clients',
    'types:features/sealing',
  ],

  'pages/drawing': ['contract', 'http', 'reading'],
  'pages/encoded': ['contract', 'http'],
  'pages/console': ['types:contract', 'http', 'pages/drawing', 'pages/encoded'],
  'pages/reading': ['types:contract', 'http', 'pages/drawing', 'pages/encoded'],
  'pages/docs': ['contract', 'rules', 'http', 'pages/drawing', 'pages/encoded', 'pages/reading'],
  'pages/guide': ['contract', 'http', 'pages/drawing', 'pages/encoded', 'pages/reading'],
  'pages/landing': ['types:contract', 'types:http', 'pages/drawing', 'pages/encoded'],

  // Public data beside the store: what is published becomes snapshots, which sources read.
  // Of the store only how reads of one turn share a statement.
  data: ['awaitable', 'contract', 'rules', 'store', 'http', 'types:clock', 'types:features/public-data'],
  sources: [
    'awaitable',
    'compiled-on-use',
    'contract',
    'rules',
    'data',
    'types:clock',
    'features/sandbox',
    // Whose calls are judged as those to webhooks are.
    'types:features/alerts',
    'features/bureau',
    'types:features/clients',
    'features/declared-sources',
    // What public registers say of a company is in its own file too.
    'types:features/person',
    'types:features/public-data',
    'features/reports',
    'types:features/sealing',
    'types:features/trail',
  ],
  store: [
    'types:awaitable',
    'compiled-on-use',
    'contract',
    'rules',
    'clock',
    'types:csv',
    'types:features/acts',
    'features/alerts',
    'types:features/billing',
    'features/declared-sources',
    'features/listings',
    'types:features/policies',
    'features/public-data',
    'features/reports',
    'features/sealing',
    'features/users',
    'features/bureau',
    'features/clients',
    'types:features/operator',
    'types:features/person',
    'features/trail',
    'types:http',
    'types:jobs',
  ],

  program: [
    'awaitable',
    'contract',
    'types:clock',
    'data',
    'http',
    'jobs',
    'rules',
    'sources',
    'store',
    'pages/console',
    'pages/docs',
    'pages/guide',
    'pages/landing',
    'pages/reading',
    'features/acts',
    'features/alerts',
    'features/billing',
    'features/bureau',
    'features/clients',
    'features/declared-sources',
    'features/listings',
    'features/mcp',
    'features/notices',
    'features/operator',
    'features/person',
    'features/policies',
    'features/public-data',
    'features/reports',
    'features/sandbox',
    'features/sealing',
    'features/trail',
    'features/users',
  ],
  main: [
    'types:contract',
    'clock',
    'http',
    'program',
    'store',
    'pages/console',
    'features/alerts',
    'features/notices',
    'features/reports',
    'features/sealing',
    'features/users',
  ],
  cli: [
    'client',
    'contract',
    'rules',
    'clock',
    'data',
    'http',
    'program',
    'store',
    'features/acts',
    'features/alerts',
    'features/billing',
    'features/bureau',
    'features/clients',
    'features/declared-sources',
    'features/listings',
    'features/mcp',
    'features/notices',
    'features/operator',
    'features/person',
    'features/policies',
    'features/public-data',
    'features/reports',
    'features/sealing',
    'features/trail',
    'features/users',
  ],
}

const root = resolve(import.meta.dirname, '..')
const files = globSync('{contract,client,reading,rules,service,cli,console}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((one) => !one.endsWith('.test.ts'))
  .toSorted()

/** contract/src/x.ts → contract; service/src/features/reports/x.ts → features/reports; service/src/main.ts → main. */
function placeOf(path: string): string {
  const [workspace = '', , folder = '', room = ''] = path.split('/')
  if (workspace !== 'service') return workspace
  return folder === 'features' || folder === 'pages' ? `${folder}/${room}` : folder.replace(/\.ts$/, '')
}

type Import = { readonly from: string; readonly to: string; readonly typesOnly: boolean }

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?:(type)\s)?([^'"]*?)from\s+'([^']+)'/gms)
  // A type or a value that is imported where it is used, and a module imported for what it does.
  const others = text.matchAll(/(?:\bimport\(\s*|^import\s+)'([^']+)'/gm)
  return [
    ...[...statements].map(([, type, names = '', target = '']) => {
      const allTypes = type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names.trim())
      return { target, typesOnly: allTypes }
    }),
    ...[...others].map(([, target = '']) => ({ target, typesOnly: false })),
  ].flatMap(({ target, typesOnly }) => {
    const to = pathOf(file, target)
    return to === undefined ? [] : [{ from: file, to, typesOnly }]
  })
}

/** The file of ours that an import names; undefined for packages and Node's own modules. */
function pathOf(file: string, target: string): string | undefined {
  if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target))
  const [, workspace, rest] = /^@lastro\/(\w+)\/(.+)$/.exec(target) ?? []
  return workspace === undefined ? undefined : `${workspace}/src/${rest}`
}

const isAllowed = ({ from, to, typesOnly }: Import): boolean => {
  const allowed = mayImport[placeOf(from)] ?? []
  const place = placeOf(to)
  return (
    place === placeOf(from) || allowed.includes(place) || (typesOnly && allowed.includes(`types:${place}`))
  )
}

test('every import follows the arrows', () => {
  const imports = files.flatMap(importsOf)
  assert.ok(imports.length > 200)
  const strays = imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} → ${to}`)
  assert.deepEqual(strays, [])
})

test('no arrow is wider than what goes along it', () => {
  const used = new Set(
    files
      .flatMap(importsOf)
      .map(({ from, to, typesOnly }) => `${placeOf(from)} → ${typesOnly ? 'types:' : ''}${placeOf(to)}`),
  )
  const arrows = Object.entries(mayImport).flatMap(([place, others]) =>
    others.map((other) => `${place} → ${other}`),
  )
  assert.deepEqual(
    arrows.filter((one) => !used.has(one)),
    [],
  )
})

test('the rules are pure: they import no package that acts, and of Node what computes', () => {
  const packages = files
    .filter((file) => file.startsWith('rules/'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:node:|\w)[^']*)'/g)])
    .map(([, target = '']) => target)
  assert.deepEqual([...new Set(packages)].toSorted(), ['node:assert/strict', 'node:crypto', 'typebox'])
})

test('every place has its arrows, and every arrow its place', () => {
  const places = new Set(files.map(placeOf))
  assert.deepEqual([...places].toSorted(), Object.keys(mayImport).toSorted())
})

test('no files import one another in a circle, types included', () => {
  const next = Map.groupBy(files.flatMap(importsOf), (one) => one.from)
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): void => {
    const circle = path.slice(path.indexOf(file))
    assert.ok(!path.includes(file), `a circle: ${[...circle, file].join(' → ')}`)
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
})

const filesWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).toSorted()

test('whether there is something to wait for is asked in one file', () => {
  assert.deepEqual(filesWith(/instanceof Promise|\.then === 'function'/), ['service/src/awaitable.ts'])
})

test('the environment is handed to config.ts by the two programs, and the clock is read in clock.ts', () => {
  assert.deepEqual(filesWith(/process\.env\b/), ['cli/src/terminal.ts', 'service/src/main.ts'])
  assert.deepEqual(filesWith(/\bDate\.now\(\)|new Date\(\)/), [
    'client/src/transport/clock.ts',
    'service/src/clock.ts',
  ])
})

test('the console takes values from those files of the contract that bring no package along', () => {
  const taken = files
    .filter((file) => file.startsWith('console/'))
    .flatMap(importsOf)
    .filter((one) => !one.typesOnly && placeOf(one.to) === 'contract')
    .map((one) => one.to)
  assert.ok(taken.length > 0)
  const heavy = [...new Set(taken)].filter((file) =>
    /^import (?!type\b)/m.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(heavy, [])
})
