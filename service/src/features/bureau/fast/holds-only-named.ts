import { isLeaf, isPlainlyNamed, type Shape } from '@lastro/rules/subjects/fast/plain-shape.ts'
import type { TSchema } from 'typebox'

/**
 * Whether a value holds no member that its schema does not name, at any depth: as code that counts the members of each
 * object, where the validator compares each name with all. Of a value from JSON that fits the schema otherwise. A
 * schema with names that are no plain words is left to the validator: nothing holds only what it names.
 */
export function holdsOnlyNamed(schema: TSchema): (value: unknown) => boolean {
  const shape = schema as Shape
  if (!isPlainlyNamed(shape)) return () => false
  return new Function('at0', `return ${codeOf(shape, 0)}`) as (value: unknown) => boolean
}

/** What is true of the value that the variable of this depth holds. */
function codeOf(shape: Shape, depth: number): string {
  const value = `at${depth}`
  const inner = (member: Shape) => `(at${depth + 1}) => ${codeOf(member, depth + 1)}`
  if (shape.items !== undefined) return isLeaf(shape.items) ? 'true' : `${value}.every(${inner(shape.items)})`
  if (shape.properties === undefined) return 'true'
  const members = Object.entries(shape.properties)
  const count = members.map(([name]) => `(${value}.${name} === undefined ? 0 : 1)`)
  const deeper = members
    .filter(([, member]) => !isLeaf(member))
    .map(([name, member]) => `(${value}.${name} === undefined || (${inner(member)})(${value}.${name}))`)
  return [`Object.keys(${value}).length === ${count.join(' + ') || '0'}`, ...deeper].join(' && ')
}
