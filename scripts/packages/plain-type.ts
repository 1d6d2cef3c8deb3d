/** As much of JSON Schema as the contract uses. */
export type Schema = {
  readonly $id?: string
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

/** The name of what has one: it is referred to, instead of being written out again. */
export type NameOf = (schema: Schema) => string | undefined

/** A schema as the TypeScript that a person would have written for it, with what it says of each member. */
export function plainType(schema: Schema, nameOf: NameOf, depth = 0): string {
  const inner = (one: Schema): string => nameOf(one) ?? plainType(one, nameOf, depth)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return choices(schema.enum.map(literal), depth)
  if (schema.anyOf !== undefined) return choices(schema.anyOf.map(inner), depth)
  if (schema.allOf !== undefined) return schema.allOf.map(inner).join(' & ')
  if (schema.items !== undefined) return arrayOf(inner(schema.items))
  if (schema.properties !== undefined) return members(schema, nameOf, depth)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values !== undefined) return `Record<string, ${inner(values)}>`
  // What a schema says nothing of may be anything.
  if (Object.keys(schema).length === 0) return 'unknown'
  const plain = plainNames[schema.type ?? '']
  if (plain === undefined) throw new Error(`No type for ${JSON.stringify(schema)}`)
  return plain
}

const plainNames: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
}

/** A line of a declaration holds about this much before it is hard to read. */
const lineLengthMax = 100

const indent = (depth: number): string => '  '.repeat(depth)

function choices(texts: readonly string[], depth: number): string {
  const line = texts.join(' | ')
  if (line.length <= lineLengthMax && !line.includes('\n')) return line
  return texts.map((text) => `\n${indent(depth + 1)}| ${text}`).join('')
}

const arrayOf = (item: string): string => (/[|&\n]/.test(item) ? `Array<${item}>` : `${item}[]`)

function members({ properties = {}, required = [] }: Schema, nameOf: NameOf, depth: number): string {
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    const type = nameOf(schema) ?? plainType(schema, nameOf, depth + 1)
    return [...comment(schema), `${keyOf(name)}${mark}: ${type}`]
  })
  return ['{', ...lines.map((line) => `${indent(depth + 1)}${line}`), `${indent(depth)}}`].join('\n')
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))

/** What the contract says of it, in English: names in programs are English, too. */
export const comment = ({ description }: Schema): string[] =>
  description === undefined ? [] : [`/** ${description.replaceAll('*/', '* /')} */`]

export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'` : String(value)
