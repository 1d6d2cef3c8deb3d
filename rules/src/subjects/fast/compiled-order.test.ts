import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { contractOrder } from '../contract-order.ts'
import { compiledOrder } from './compiled-order.ts'

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Values of a shape, their members in any order, some missing, with some that no schema names. */
function valuesOf({ properties, items }: Shape): fc.Arbitrary<unknown> {
  if (items !== undefined) return fc.array(valuesOf(items), { maxLength: 3 })
  if (properties === undefined) return fc.string({ maxLength: 5 })
  const members = Object.entries(properties).map(([name, shape]) =>
    valuesOf(shape).map((value) => [name, value] as const),
  )
  const stray = fc.constantFrom('notNamed', '0', 'é', 'constructor').map((name) => [name, 'x'] as const)
  return fc
    .tuple(...members, stray)
    .chain((all) => fc.shuffledSubarray(all))
    .map((some) => Object.fromEntries(some))
}

describe('the compiled order of the contract', () => {
  for (const id of sectionIds) {
    test(`writes ${id} as the plain way does, whatever it holds`, () => {
      const { schema } = sections[id]
      const compiled = compiledOrder(schema)
      const plain = contractOrder(schema)
      fc.assert(
        fc.property(valuesOf(schema as Shape), (value) => {
          assert.equal(JSON.stringify(compiled(value)), JSON.stringify(plain(value)))
        }),
        { numRuns: 30 },
      )
    })
  }

  test('makes no code of a name that is no plain word', () => {
    for (const name of ['__proto__', 'a b', '0', 'x: (process.exit(3))', 'é', "'"]) {
      const schema = { type: 'object', properties: Object.fromEntries([['b', Type.String()]]) } as Shape
      Object.defineProperty(schema.properties, name, { value: Type.String(), enumerable: true })
      const value = JSON.parse(`{"x":"1",${JSON.stringify(name)}:"2","b":"3"}`)
      const [compiled, plain] = [compiledOrder, contractOrder].map((of) => of(schema as TSchema)(value))
      assert.equal(JSON.stringify(compiled), JSON.stringify(plain))
    }
  })
})
