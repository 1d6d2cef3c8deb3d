import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

/**
 * The directions of ARCHITECTURE.md. A place may import those listed, and itself; `types:` means its types only.
 * Tests and the harness in service/testing are outside the house and may look anywhere.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['types:contract'],
  reading: ['contract'],
  // Of the service only what is pure and knows documents: the rules are not written twice.
  console: ['contract', 'client', 'reading', 'documents'],
  documents: ['contract'],
  calendar: [],
  money: [],
  lines: [],
  subjects: ['contract', 'documents', 'calendar', 'money'],
  http: ['contract', 'documents', 'calendar'],
  config: ['contract', 'http', 'types:notices'],
  sealing: ['contract'],
  clients: ['contract', 'documents', 'calendar', 'http'],
  users: ['contract', 'calendar', 'http', 'types:clients', 'types:sealing'],
  reports: ['contract', 'reading', 'documents', 'calendar', 'money', 'http', 'pages', 'types:trail'],
  trail: ['contract', 'documents', 'calendar', 'money', 'http'],
  sandbox: ['contract', 'documents', 'calendar', 'http', 'subjects'],
  docs: ['contract', 'http', 'pages'],
  pages: ['contract', 'http'],
  landing: ['contract', 'http', 'pages'],
  notices: ['contract', 'documents', 'calendar', 'money'],
  imports: ['contract', 'documents', 'calendar', 'money', 'lines', 'http', 'subjects'],
  jobs: ['types:calendar'],
  listings: ['contract', 'documents', 'calendar', 'money', 'http', 'lines', 'types:jobs', 'types:notices'],
  alerts: [
    'contract',
    'documents',
    'calendar',
    'http',
    'lines',
    'pages',
    'sealing',
    'types:jobs',
    'types:notices',
    'types:trail',
  ],
  // Stands where the command line stands: over the features, handing each what a person asks of it.
  operator: [
    'contract',
    'documents',
    'calendar',
    'money',
    'http',
    'jobs',
    'clients',
    'listings',
    'trail',
    'users',
    'types:alerts',
  ],
  store: [
    'contract',
    'documents',
    'calendar',
    'money',
    'subjects',
    'clients',
    'alerts',
    'listings',
    'reports',
    'trail',
    'users',
    'types:http',
    'types:jobs',
    'types:operator',
    'sealing',
  ],
  sources: [
    'contract',
    'documents',
    'calendar',
    'money',
    'subjects',
    'types:clients',
    'types:reports',
    'sandbox',
    'types:trail',
  ],
  app: [
    'alerts',
    'contract',
    'calendar',
    'http',
    'alerts',
    'clients',
    'listings',
    'operator',
    'reports',
    'sandbox',
    'docs',
    'landing',
    'pages',
    'trail',
    'users',
    'types:sealing',
    'types:store',
  ],
  serve: [
    'alerts',
    'app',
    'http',
    'jobs',
    'listings',
    'sandbox',
    'sealing',
    'sources',
    'trail',
    'users',
    'types:calendar',
    'types:config',
    'types:notices',
    'store',
  ],
  'gather-metrics': ['http'],
  workers: ['gather-metrics', 'types:http', 'types:serve'],
  'first-run': ['contract', 'types:clients', 'types:users'],
  'setting-fault': ['contract', 'config', 'notices'],
  main: [
    'alerts',
    'contract',
    'calendar',
    'clients',
    'config',
    'first-run',
    'gather-metrics',
    'http',
    'notices',
    'pages',
    'serve',
    'setting-fault',
    'store',
    'users',
    'workers',
    'sealing',
  ],
  cli: [
    'alerts',
    'calendar',
    'clients',
    'config',
    'contract',
    'documents',
    'http',
    'imports',
    'listings',
    'notices',
    'money',
    'setting-fault',
    'store',
    'trail',
    'users',
    'sealing',
  ],
}

const root = resolve(import.meta.dirname, '..')
const files = globSync('{contract,client,reading,service,cli,console}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((one) => !one.endsWith('.test.ts'))
  .toSorted()

/** contract/src/x.ts → contract; service/src/reports/x.ts → reports; service/src/main.ts → main. */
function placeOf(path: string): string {
  const [workspace = '', , folder = ''] = path.split('/')
  return workspace === 'service' ? folder.replace(/\.ts$/, '') : workspace
}

type Import = { readonly from: string; readonly to: string; readonly typesOnly: boolean }

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?:(type)\s)?([^'"]*?)from\s+'([^']+)'/gms)
  return [...statements].flatMap(([, type, names = '', target = '']) => {
    const path = pathOf(file, target)
    const allTypes = type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names.trim())
    return path === undefined ? [] : [{ from: file, to: path, typesOnly: allTypes }]
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

test('the rules of listings are pure: they see days, documents and money, and nothing that acts', () => {
  const rules = [
    'decisions',
    'states',
    'postcodes',
    'listing',
    'new-listing',
    'listing-notice',
    'outbox-rows',
    'listing-view',
  ].map((name) => `service/src/listings/${name}.ts`)
  const places = rules
    .flatMap(importsOf)
    .filter((one) => !one.typesOnly && !rules.includes(one.to))
    .map((one) => placeOf(one.to))
  assert.deepEqual([...new Set(places)].toSorted(), ['calendar', 'contract', 'documents', 'money'])
})

test('every place has its arrows, and every arrow its place', () => {
  const places = new Set(files.map(placeOf))
  assert.deepEqual([...places].toSorted(), Object.keys(mayImport).toSorted())
})

test('no import leads out and back in', () => {
  const imports = files.flatMap(importsOf)
  const next = Map.groupBy(
    imports.filter((one) => !one.typesOnly),
    (one) => one.from,
  )
  const walk = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' → ')}`)
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  const done = new Set<string>()
  for (const file of files) walk(file, [])
})

test('the environment is read in config.ts, and the clock in clock.ts', () => {
  const readers = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).toSorted()
  assert.deepEqual(readers(/process\.env\b(?!\))/), [])
  assert.deepEqual(readers(/\bDate\.now\(\)|new Date\(\)/), [
    'client/src/clock.ts',
    'service/src/calendar/clock.ts',
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
