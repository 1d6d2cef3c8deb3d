import { moneyPattern, sumPattern } from '@lastro/contract/leaves.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { TSchema } from 'typebox'

/** A field as a person reads it, in one language, with the fields inside it. */
export type Field = {
  readonly name: string
  readonly type: string
  readonly values: readonly string[]
  readonly description: string | undefined
  readonly example: string | undefined
  readonly required: boolean
  readonly fields: readonly Field[]
}

/** The fields of an object, or of each object in a list; a leaf has none. Of one shape or another: those of all. */
export function fieldsOf(schema: TSchema, language: Language): readonly Field[] {
  const { properties, required, items, anyOf } = schema as JsonSchema
  if (items !== undefined) return fieldsOf(items, language)
  if (anyOf !== undefined) return fieldsOfAny(anyOf, language)
  return Object.entries(properties ?? {}).map(([name, property]) =>
    field({ name, property, required: required?.includes(name) ?? false }, language),
  )
}

/** Each once, as the first shape that has it tells it, with the values of all; required where every shape has it so. */
function fieldsOfAny(shapes: readonly JsonSchema[], language: Language): readonly Field[] {
  const lists = shapes.map((shape) => fieldsOf(shape, language))
  const names = new Set(lists.flat().map(({ name }) => name))
  return [...names].flatMap((name) => {
    const told = lists.flatMap((list) => list.filter((one) => one.name === name))
    const [first] = told
    const required = told.length === shapes.length && told.every((one) => one.required)
    const values = [...new Set(told.flatMap((one) => one.values))]
    return first === undefined ? [] : [{ ...first, values, required }]
  })
}

/** What we read of a JSON Schema. */
export type JsonSchema = {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly 'x-descricao'?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

type Property = { readonly name: string; readonly property: JsonSchema; readonly required: boolean }

function field({ name, property: given, required }: Property, language: Language): Field {
  const property = unlessNull(given)
  const [example] = property.examples ?? []
  return {
    name,
    type: typeName(property)[language],
    values: valuesOf(property),
    description: descriptionOf(property, language),
    example: example === undefined ? undefined : plain(example),
    required,
    fields: fieldsOf(property, language),
  }
}

/** A field that may be null is read as what it is when it is not; its own description says what null does. */
function unlessNull(schema: JsonSchema): JsonSchema {
  const [one, other, ...more] = schema.anyOf ?? []
  return one !== undefined && other?.type === 'null' && more.length === 0
    ? { ...one, ...withoutChoice(schema) }
    : schema
}

const withoutChoice = ({ anyOf: _, ...rest }: JsonSchema): JsonSchema => rest

/** A list without a description of its own is described by its items. */
function descriptionOf(schema: JsonSchema, language: Language): string | undefined {
  const own = language === 'pt' ? (schema['x-descricao'] ?? schema.description) : schema.description
  if (own !== undefined || schema.items === undefined) return own
  return descriptionOf(schema.items, language)
}

/** Every value a closed field can have; none when it is open. */
export function valuesOf({ const: only, enum: several = [], items }: JsonSchema): readonly string[] {
  if (items !== undefined) return valuesOf(items)
  return (only === undefined ? several : [only]).map(plain)
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function typeName(schema: JsonSchema): Text {
  if (schema.items !== undefined) return typeNames[kindOf(schema.items)].list
  if (schema.format === 'date') return { pt: 'texto, data', en: 'string, date' }
  if (schema.pattern === moneyPattern || schema.pattern === sumPattern)
    return { pt: 'texto, reais', en: 'string, reais' }
  return typeNames[kindOf(schema)].one
}

/** A type that has no name here is a hole in the reference, so it throws. A schema that says nothing takes anything. */
function kindOf(schema: JsonSchema): keyof typeof typeNames {
  const { type, enum: several, const: only, anyOf } = schema
  if (type === undefined && several === undefined && only === undefined && anyOf === undefined) return 'any'
  const kinds = new Set(anyOf?.map(kindOf))
  const kind = kinds.size === 1 ? [...kinds][0] : (type ?? typeof several?.[0])
  if (!isKind(kind)) throw new Error(`The reference has no name for the type ${kind}`)
  return kind
}

const isKind = (kind: string | undefined): kind is keyof typeof typeNames =>
  kind !== undefined && Object.hasOwn(typeNames, kind)

const typeNames = {
  string: { one: { pt: 'texto', en: 'string' }, list: { pt: 'lista de textos', en: 'list of strings' } },
  integer: {
    one: { pt: 'inteiro', en: 'integer' },
    list: { pt: 'lista de inteiros', en: 'list of integers' },
  },
  number: { one: { pt: 'número', en: 'number' }, list: { pt: 'lista de números', en: 'list of numbers' } },
  boolean: {
    one: { pt: 'booleano', en: 'boolean' },
    list: { pt: 'lista de booleanos', en: 'list of booleans' },
  },
  any: {
    one: { pt: 'qualquer valor', en: 'any value' },
    list: { pt: 'lista de quaisquer valores', en: 'list of any values' },
  },
  object: { one: { pt: 'objeto', en: 'object' }, list: { pt: 'lista de objetos', en: 'list of objects' } },
} as const satisfies Record<string, { readonly one: Text; readonly list: Text }>
