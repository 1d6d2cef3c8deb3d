import assert from 'node:assert/strict'
import { watchColumns } from '@lastro/contract/alerts/watch-columns.ts'
import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { test } from 'vitest'
import { fieldName, fieldNames } from './field-names.ts'
import { isTechnical } from './technical-words.ts'

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The members of a request, with a dot where one is inside another. */
function membersOf(schema: Schema, inside = ''): readonly string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const whole = inside === '' ? name : `${inside}.${name}`
    return [whole, ...membersOf(member, whole)]
  })
  const others = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  return [...own, ...others.flatMap((one) => membersOf(one, inside))]
}

/** Programs alone ask for these. */
const ofPrograms = new Set(['client', 'noticeReports'])

test('every member of every request that a session may make has a name, and nothing else does', () => {
  const asked = operations(products).filter(({ credentials }) => !ofPrograms.has(credentials))
  const members = asked.flatMap(({ request }) =>
    request === undefined ? [] : membersOf(request.schema as Schema),
  )
  assert.ok(members.includes('address.zipCode') && members.includes('creditors.document'))
  const all = new Set([...members, ...batchColumns, ...watchColumns, '(line)', '(body)'])
  assert.deepEqual(Object.keys(fieldNames).toSorted(), [...all].toSorted())
})

test('no name is the name of a member', () => {
  for (const [field, { pt, en }] of Object.entries(fieldNames)) {
    assert.ok(!isTechnical(pt) && !isTechnical(en) && pt !== field && en !== field, field)
  }
})

test('a place in a list is counted from one, and what stands in something named goes by its name', () => {
  assert.equal(fieldName('creditors[1].document', 'pt'), 'CPF ou CNPJ do credor (2)')
  assert.equal(fieldName('networks[0]', 'en'), 'Networks that may query (1)')
  assert.equal(fieldName('prices.relatorioBasico', 'pt'), 'Preços')
})

test('what no form has goes without a name, and so does what an object has of its own', () => {
  for (const field of ['tomorrow', '', 'constructor', '__proto__', 'toString.name', '[0]']) {
    assert.equal(fieldName(field, 'pt'), undefined, field)
  }
})
