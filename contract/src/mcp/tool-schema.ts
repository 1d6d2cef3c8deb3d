import type { TObject } from 'typebox'
import { Components, type Json } from '../openapi/components.ts'
import type { Language } from '../text.ts'

/** As the protocol wants it: an object, with everything that it refers to inside it. */
export type ToolSchema = Json & { readonly type: 'object' }

/** A schema of the contract as a tool carries it: in one language, each of its named parts written once. */
export function toolSchema(schema: TObject, language: Language): ToolSchema {
  const components = new Components(language)
  const { $id: _, ...root } = schema as unknown as Json
  const written = components.refer(root) as Json
  const $defs = components.all()
  const whole = { ...written, ...(Object.keys($defs).length > 0 && { $defs }) }
  return JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')) as ToolSchema
}
