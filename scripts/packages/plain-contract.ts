import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { tokenErrors } from '@lastro/contract/clients/credentials.ts'
import { listingStates } from '@lastro/contract/listings/listing-codes.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { features, products } from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import { languages } from '@lastro/contract/text.ts'
import { root } from '../build/manifest.ts'
import { comment, literal, type NameOf, plainType, type Schema } from './plain-type.ts'

/** Types of the contract that are no schemas: the codes of its catalogues. */
const codes: Readonly<Record<string, readonly string[]>> = {
  AlertEvent: alertEventNames,
  Environment: ['sandbox', 'production'],
  FeatureCode: Object.keys(features),
  Language: languages,
  ListingState: Object.keys(listingStates),
  ProblemCode: Object.keys(problems),
  Purpose: Object.keys(purposes),
  ReportProductCode: products.map((one) => one.code),
  TokenErrorCode: tokenErrors,
}

/** Types that the client computes with: the same, without what a program has no use for. */
const written: Readonly<Record<string, string>> = {
  ResultOf: [
    '/** What the envelope of an answer holds. */',
    "export type ResultOf<Answer extends { readonly result: unknown }> = Answer['result']",
  ].join('\n'),
  ReportProduct: `export type ReportProduct =${products
    .map(({ code, additionalsMethod: method }) => `\n  | { code: '${code}'; additionalsMethod: '${method}' }`)
    .join('')}`,
}

/** Generic over the product, so that it is taken as it is written. */
const reportFile = 'contract/src/reports/report.ts'

/**
 * The sources of the package `@lastro/client`: those of `client/`, with the contract's types written out as plain
 * TypeScript. Whoever installs it needs neither the contract nor the library that its schemas are made with.
 */
export async function plainSources(): Promise<ReadonlyMap<string, string>> {
  const sources = [...readSources()].map(([name, text]) => [name, unbound(text)] as const)
  return new Map([...sources, ['contract.d.ts', await plainContract(contractTypes())]])
}

/** Every type of the contract that the client takes, but the report, and the file it is in. */
export const contractTypes = (): readonly ContractType[] =>
  [...readSources().values()].flatMap(typesImported).filter(({ module }) => module !== reportFile)

function readSources(): ReadonlyMap<string, string> {
  const paths = globSync('client/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const own = paths.map((path) => [basename(path), readFileSync(join(root, path), 'utf8')] as const)
  return new Map([...own, ['report.d.ts', readFileSync(join(root, reportFile), 'utf8')]])
}

export type ContractType = { readonly name: string; readonly module: string }

/** What a source takes of the contract, and the report of the rooms beside it. */
function typesImported(text: string): ContractType[] {
  const statements = text.matchAll(/^import type \{([^}]*)\} from '((?:@lastro\/contract|\.)\/[^']+)'/gm)
  return [...statements].flatMap(([, names = '', module = '']) => {
    const path = contractPath(module)
    if (path === undefined) return []
    return names
      .split(',')
      .flatMap((name) => (name.trim() === '' ? [] : [{ name: name.trim(), module: path }]))
  })
}

const besideTheReport = globSync('contract/src/reports/*.ts', { cwd: root }).map((path) => basename(path))

function contractPath(module: string): string | undefined {
  if (module.startsWith('@lastro/contract/')) return module.replace('@lastro/contract', 'contract/src')
  const name = basename(module)
  return besideTheReport.includes(name) ? `contract/src/reports/${name}` : undefined
}

/** The same source beside `contract.ts`. A schema's type has the schema's name there. */
function unbound(text: string): string {
  return text
    .replace(/^import type \{ Static \} from 'typebox'\n/m, '')
    .replace(/Static<typeof (\w+)>/g, '$1')
    .replace(/ResultOf<typeof (\w+)>/g, 'ResultOf<$1>')
    .replace(/from '([^']+)'/g, (_, module: string) => `from './${placeOf(module)}.js'`)
}

function placeOf(module: string): string {
  const path = contractPath(module)
  return path !== undefined && path !== reportFile ? 'contract' : basename(module, '.ts')
}

/** Declarations of these types and of everything that they refer to. */
async function plainContract(types: readonly ContractType[]): Promise<string> {
  const schemas = await schemasOf(types)
  const named = new Map([...schemas].map(([name, schema]) => [JSON.stringify(schema), name]))
  const codesNamed = new Map(Object.entries(codes).map(([name, values]) => [sorted(values), name]))
  const declared = new Map<string, string>()

  const nameOf: NameOf = (schema) => {
    const name = named.get(JSON.stringify(schema)) ?? schema.$id ?? codesNamed.get(sorted(schema.enum ?? []))
    if (name !== undefined) declare(name, schema)
    return name
  }
  const declare = (name: string, schema?: Schema): void => {
    if (declared.has(name)) return
    // Its place is taken before it is written: what it refers to comes after it.
    declared.set(name, '')
    declared.set(name, declaration(name, schema, nameOf))
  }
  for (const { name } of types) declare(name, schemas.get(name))
  return `${[...declared.values()].join('\n\n')}\n`
}

function declaration(name: string, schema: Schema | undefined, nameOf: NameOf): string {
  const values = codes[name]
  const text = written[name]
  if (text !== undefined) return text
  if (values !== undefined)
    return `export type ${name} =${values.map((one) => `\n  | ${literal(one)}`).join('')}`
  if (schema === undefined) throw new Error(`${name} is neither a schema of the contract nor a list of codes`)
  return [...comment(schema), `export type ${name} = ${plainType(schema, nameOf)}`].join('\n')
}

const sorted = (values: readonly unknown[]): string => JSON.stringify(values.map(String).toSorted())

/** Every schema of the modules that something is taken from, by the name it is exported under. */
export async function schemasOf(types: readonly ContractType[]): Promise<ReadonlyMap<string, Schema>> {
  const modules = new Set([...types.map(({ module }) => module), 'contract/src/leaves.ts'])
  const exported = await Promise.all([...modules].map((path) => import(join(root, path)) as Promise<object>))
  return new Map(exported.flatMap((one) => Object.entries(one)).filter(isSchema))
}

const isSchema = (entry: [string, unknown]): entry is [string, Schema] =>
  /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'object'
