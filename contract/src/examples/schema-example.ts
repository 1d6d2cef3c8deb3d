/** As much of a schema as an example is made from. */
export type ExampleSchema = {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly ExampleSchema[]
  readonly allOf?: readonly ExampleSchema[]
  readonly items?: ExampleSchema
  readonly properties?: Readonly<Record<string, ExampleSchema>>
  readonly patternProperties?: Readonly<Record<string, ExampleSchema>>
}

/** Something that fits a schema, every member there: its own examples where it has some, and else what its form says. */
export function schemaExample(schema: ExampleSchema, name = ''): unknown {
  const [given] = schema.examples ?? []
  if (given !== undefined) return given
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [choice] = schema.anyOf ?? []
  if (choice !== undefined) return schemaExample(choice, name)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => schemaExample(one, name)))
  if (schema.items !== undefined) return [schemaExample(schema.items, name)]
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, of]) => [key, schemaExample(of, key)]),
    )
  }
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values !== undefined) return { relatorioBasico: schemaExample(values) }
  return plainExample(schema, name)
}

function plainExample(
  { type, default: usual, minimum = 0, ...schema }: ExampleSchema,
  name: string,
): unknown {
  if (usual !== undefined) return usual
  if (type === 'integer' || type === 'number') return Math.max(minimum, 1)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'object') return {}
  return textExample(schema, name)
}

const instant = '2026-03-10T12:00:00-03:00'
const id = '5d6bb6a4-0b4f-4c43-a0d5-4d8a7bbd1f0e'

/** By what their forms are, and then by what they are called. */
const texts: readonly string[] = [
  'exemplo',
  id,
  instant,
  '2026-03-10',
  '2026-03',
  '1520.33',
  '33.33',
  '52998224725',
  '11222333000181',
  '3',
  '01001000',
  'SP',
  '0000000',
  '4mQb0V0mJ2p3c5XyT1n7aRkd',
  'a'.repeat(64),
  'ana@exemplo.com.br',
  '"4"',
  '492039',
  '22',
  '001',
  '0001',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
]

const named: readonly (readonly [RegExp, string])[] = [
  [/(^id|Id)$/, id],
  [/(^at|At|^now)$/, instant],
  [/^(documento|document)$/, '52998224725'],
  [/email$/i, 'ana@exemplo.com.br'],
  [/name$/i, 'ANA CLARA DE EXEMPLO'],
]

function textExample({ format, pattern, ...length }: ExampleSchema, name: string): string {
  const preferred = named.filter(([form]) => form.test(name)).map(([, text]) => text)
  const fits = (text: string): boolean =>
    text.length >= (length.minLength ?? 0) &&
    text.length <= (length.maxLength ?? Number.POSITIVE_INFINITY) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  if (format === 'date-time') return instant
  if (format === 'date') return '2026-03-10'
  // Where none fits, a test of the document says so.
  return [...preferred, ...texts].find(fits) ?? 'exemplo'
}
