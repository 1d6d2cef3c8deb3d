import type { TSchema } from 'typebox'
import { SectionError } from '../leaves.ts'
import { sectionIds, sections } from '../reports/sections.ts'
import type { Language } from '../text.ts'

export type Json = { [key: string]: unknown }

/**
 * The named schemas of a document. A schema has a name by its `$id`; the sections of reports have those of the
 * sections; and every answer is named after what it holds, or after its operation. A generator then makes one type of
 * each, under a name that says what it is.
 */
export class Components {
  readonly #schemas = new Map<string, unknown>()
  /** By what they say: a schema is copied where it is made optional. */
  readonly #names = new Map<string, string>([
    [JSON.stringify(SectionError), 'SectionError'],
    ...sectionIds
      .filter((id) => (sections[id].schema as Json).type === 'object')
      .map((id) => [JSON.stringify(sections[id].schema), capitalized(id)] as const),
  ])
  readonly #language: Language

  constructor(language: Language) {
    this.#language = language
  }

  all(): Json {
    return Object.fromEntries(this.#schemas)
  }

  /** A schema as it stands where it is used: by reference where it has a name. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one))
    if (typeof schema !== 'object' || schema === null) return schema
    const { $id, ...rest } = schema as Json
    const name = typeof $id === 'string' ? $id : this.#names.get(JSON.stringify(schema))
    if (name === undefined) return this.#members(rest)
    if (!this.#schemas.has(name)) this.#schemas.set(name, this.#members(rest))
    return referenceTo(name)
  }

  /** The body of an answer, and what it holds. */
  referAnswer(operationId: string, schema: TSchema): unknown {
    const { $id, properties } = schema as { $id?: string; properties?: Record<string, Json> }
    if ($id !== undefined) return this.refer(schema)
    const result = properties?.result
    const holds = (result?.$id as string | undefined) ?? capitalized(operationId)
    if (result?.type !== 'object') return this.#answer(`${holds}Answer`, this.refer(schema))
    const named = result.$id === undefined ? { ...result, $id: `${holds}Result` } : result
    return this.#answer(
      `${holds}Answer`,
      this.refer({ ...schema, properties: { ...properties, result: named } }),
    )
  }

  #answer(name: string, written: unknown): unknown {
    const known = this.#schemas.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
      throw new Error(`Two answers of the contract are called ${name}`)
    }
    this.#schemas.set(name, written)
    return referenceTo(name)
  }

  #members(schema: Json): Json {
    const { 'x-descricao': portuguese, ...rest } = schema
    const isOther = this.#language === 'pt' && portuguese !== undefined
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === 'description' && isOther ? portuguese : this.refer(value),
      ]),
    )
  }
}

const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
