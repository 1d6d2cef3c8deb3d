import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, test } from 'vitest'
import { root } from '../build/manifest.ts'
import { contractTypes, plainSources, schemasOf } from './plain-contract.ts'
import { plainType } from './plain-type.ts'

const scratch = mkdtempSync(join(tmpdir(), 'lastro-plain-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Written otherwise on purpose: the client computes with them, and its own types say what becomes of it. */
const computed = ['ResultOf', 'ReportProduct']

/** A program that compiles where each pair of types is one. */
async function comparison(): Promise<string> {
  const types = contractTypes().filter(({ name }) => !computed.includes(name))
  const schemas = await schemasOf(types)
  const pairs = types.map(({ name, module }) => {
    const path = JSON.stringify(join(root, module))
    const own = schemas.has(name) ? `Static<typeof import(${path}).${name}>` : `import(${path}).${name}`
    return `Same<Plain.${name}, ${own}>`
  })
  const report = JSON.stringify(join(root, 'contract/src/reports/report.ts'))
  const reports = products.map(({ code }) => `Same<Report<'${code}'>, import(${report}).Report<'${code}'>>`)
  assert.ok(pairs.length > 60, String(pairs.length))
  return `import type { Static } from ${JSON.stringify(join(root, 'node_modules/typebox/build/index.d.mts'))}
import type * as Plain from './contract.js'
import type { Report } from './report.js'
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : 'too wide') : 'too narrow'
export const same: [
${[...pairs, ...reports].join(',\n')}
] = [${[...pairs, ...reports].map(() => 'true').join(', ')}]
`
}

function compiled(files: ReadonlyMap<string, string>) {
  for (const [name, text] of files) writeFileSync(join(scratch, name), text)
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    files: [...files.keys()],
    include: [],
  }
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', scratch], { encoding: 'utf8' })
}

test('every type of the package says what the contract says, no more and no less', async () => {
  const sources = await plainSources()
  const declared = ['contract.d.ts', 'report.d.ts'].map((name) => [name, sources.get(name) ?? ''] as const)
  const files = new Map([...declared, ['same.ts', await comparison()]])
  const { status, stdout } = compiled(files)
  assert.equal(status, 0, stdout)
  const changed = sources
    .get('contract.d.ts')
    ?.replace('apartment?', 'flat?')
    .replace('amount: string', 'amount: number')
  const { stdout: said } = compiled(new Map([...files, ['contract.d.ts', changed ?? '']]))
  assert.match(said, /'"too (narrow|wide)"'|is not assignable to type '"too/)
})

test('a member is written as a person would write it', () => {
  const nameOf = () => undefined
  assert.equal(plainType({ type: 'array', items: { enum: ['a', "b'c"] } }, nameOf), "Array<'a' | 'b\\'c'>")
  assert.equal(
    plainType(
      { type: 'object', properties: { 'x-y': { type: 'integer', description: 'Ends */ here.' } } },
      nameOf,
    ),
    "{\n  /** Ends * / here. */\n  'x-y'?: number\n}",
  )
  assert.equal(
    plainType({ type: 'object', patternProperties: { '^.*$': {} } }, nameOf),
    'Record<string, unknown>',
  )
  assert.throws(() => plainType({ type: 'strange' }, nameOf), /No type for/)
})
