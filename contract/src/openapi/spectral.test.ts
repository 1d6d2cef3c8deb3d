import assert from 'node:assert/strict'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { test } from 'vitest'
import { longTest } from '../../../service/testing/matrix.ts'
import { operations } from '../operations.ts'
import { products } from '../reports/products.ts'
import type { Json } from './components.ts'
import { openApiDocument } from './openapi.ts'
import { inVersion30 } from './version-3-0.ts'

/** What Spectral says of a document by every rule of its set for OpenAPI, those that it leaves to choice too. */
async function findings(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({
    extends: [[spectralRulesets.oas as RulesetDefinition, 'all']],
    rules: {
      // Tags stand in the order in which the reference shows them: reports first.
      'openapi-tags-alphabetical': 'off',
      // Who runs an installation, and how to reach them, is nothing that the contract knows.
      'contact-properties': 'off',
    },
  })
  const found = await spectral.run(structuredClone(document) as Record<string, unknown>)
  return found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
}

type Replace = (key: string, value: { schema?: unknown }) => unknown
const rewritten = (of: object, replace: Replace): Json => JSON.parse(JSON.stringify(of, replace)) as Json

/**
 * Without the thousand examples of failures: one function makes them, and its test checks each in a moment, which
 * takes Spectral most of its time.
 */
const document = rewritten(openApiDocument(operations(products), 'pt'), (key, value) =>
  key === 'application/problem+json' ? { schema: value.schema } : value,
)

longTest('the contract keeps every rule of Spectral for OpenAPI', async () => {
  assert.deepEqual(await findings(document), [])
})

/** Made of the exact one, without its webhooks and examples: in most of what breaks a rule there it does here. */
test('the contract for generators does, but that what we send ourselves has no path there', async () => {
  // Its examples are those of the exact one.
  const bare = rewritten(inVersion30(document), (key, value) => (key === 'example' ? undefined : value))
  const found = await findings(bare)
  assert.deepEqual(
    found.map((one) => one.split(':')[0]),
    ['oas3-unused-component components/schemas/WebhookMessage'],
  )
})

test('what breaks a rule is found', async () => {
  const { info: _, ...broken } = document
  assert.notDeepEqual(await findings({ ...broken, paths: {} }), [])
})
