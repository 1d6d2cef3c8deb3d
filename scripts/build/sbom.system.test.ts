import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import Schema from 'typebox/schema'
import { afterAll, test } from 'vitest'
import { architectures } from './atomic-library.ts'
import { assertIntegrity, pinnedNode, sbomText, sumsText } from './bundle.ts'
import { root } from './manifest.ts'
import { type Component, type Sbom, sbomOf } from './sbom.ts'

const directory = mkdtempSync(join(tmpdir(), 'lastro-sbom-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const strict = { additionalProperties: false }
const text = Type.String({ minLength: 1 })

/** What the schema of CycloneDX 1.6 says about the members that are used. */
const component = Type.Object(
  {
    type: Type.Enum(['library', 'application']),
    'bom-ref': text,
    group: Type.Optional(text),
    name: text,
    version: text,
    scope: Type.Optional(Type.Enum(['required', 'optional', 'excluded'])),
    hashes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            alg: Type.Enum(['SHA-256', 'SHA-512']),
            content: Type.String({ pattern: '^([a-fA-F0-9]{64}|[a-fA-F0-9]{128})$' }),
          },
          strict,
        ),
        { minItems: 1 },
      ),
    ),
    licenses: Type.Array(
      Type.Object(
        {
          license: Type.Union([Type.Object({ id: text }, strict), Type.Object({ name: text }, strict)]),
        },
        strict,
      ),
      { minItems: 1, maxItems: 1 },
    ),
    purl: Type.String({ pattern: '^pkg:(npm|deb)/[^\\s@]+@[^\\s@]+$' }),
  },
  strict,
)
const document = Schema.Compile(
  Type.Object(
    {
      bomFormat: Type.Literal('CycloneDX'),
      specVersion: Type.Literal('1.6'),
      version: Type.Integer({ minimum: 1 }),
      metadata: Type.Object({ component }, strict),
      components: Type.Array(component, { minItems: 1 }),
    },
    strict,
  ),
)

type LockFile = {
  packages: Record<string, { version?: string; integrity?: string; dev?: boolean; link?: boolean }>
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile

for (const architecture of architectures)
  test(`the bill of materials for ${architecture} is CycloneDX and names everything that is shipped`, () => {
    const bill = JSON.parse(sbomText(architecture)) as Sbom
    assert.ok(document.Check(bill), JSON.stringify(document.Errors(bill)[1]?.slice(0, 3)))
    const refs = [bill.metadata.component, ...bill.components].map((one) => one['bom-ref'])
    assert.equal(new Set(refs).size, refs.length, 'a reference stands for one component')
    for (const [path, { version, integrity, dev, link }] of Object.entries(lock.packages)) {
      if (!path.includes('node_modules/') || link === true) continue
      const name = path.split('node_modules/').at(-1)?.replace('@', '%40')
      const found: Component | undefined = bill.components.find(
        ({ purl }) => purl === `pkg:npm/${name}@${version}`,
      )
      const isElsewhereToo = Object.entries(lock.packages).some(
        ([other, { version: its, dev: isDev }]) =>
          isDev !== true &&
          its === version &&
          other.split('node_modules/').at(-1) === path.split('node_modules/').at(-1),
      )
      assert.equal(found !== undefined, dev !== true || isElsewhereToo, path)
      if (found === undefined || integrity === undefined) continue
      const hex = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
      assert.deepEqual(found.hashes, [{ alg: 'SHA-512', content: hex }], path)
    }
    const purls = refs.join(' ')
    assert.match(purls, new RegExp(`pkg:npm/node-linux-${architecture}@${pinnedNode.version}`))
    assert.match(purls, /pkg:deb\/debian\/libatomic1@/)
    assert.equal(sbomText(architecture), sbomText(architecture))
  })

test('a licence that is no identifier is a name, and a weaker hash than SHA-512 is an error', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', license: 'MIT and ISC' } }
  assert.deepEqual(sbomOf({ packages }, []).components[0]?.licenses, [{ license: { name: 'MIT and ISC' } }])
  const weak = { 'node_modules/a': { version: '1.0.0', integrity: 'sha1-AAAA' } }
  assert.throws(() => sbomOf({ packages: weak }, []), /SHA-512/)
})

test('refuses a Node that is not the pinned one', () => {
  const path = join(directory, 'node.tgz')
  writeFileSync(path, 'another Node')
  assert.throws(() => assertIntegrity(path, pinnedNode.integrity.x64), /integrity/)
  assertIntegrity(
    path,
    `sha512-${execFileSync('openssl', ['dgst', '-sha512', '-binary', path]).toString('base64')}`,
  )
  assert.equal(
    pinnedNode.version,
    lock.packages['node_modules/node']?.version,
    'pin the new version of Node too',
  )
})

test('sha256sum accepts the checksums', () => {
  const path = join(directory, 'lastro-x64.tar.gz')
  writeFileSync(path, 'an archive')
  writeFileSync(join(directory, 'SHA256SUMS'), sumsText([path]))
  const check = () => execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: directory, stdio: 'pipe' })
  assert.match(check().toString(), /OK/)
  writeFileSync(path, 'another archive')
  assert.throws(check)
})
