import type { Static, TSchema } from 'typebox'
import { bodyBytesMax, bodyMediaType, jsonInvalid, parseJson, readBody } from './body.ts'
import type { Refusal } from './reply.ts'
import type { Call } from './route.ts'
import type { Validator } from './validate.ts'

/** The body as it came, and what it says. */
export type JsonBody<Schema extends TSchema> = { readonly bytes: Buffer; readonly value: Static<Schema> }

/** The JSON body, checked; `absent` is what an empty body stands for where the body is optional. */
export async function readJson<Schema extends TSchema>(
  call: Call,
  schema: Validator<Schema>,
  absent?: Static<Schema>,
): Promise<JsonBody<Schema> | Refusal> {
  const { headers, language } = call
  const isJson = bodyMediaType(headers) === 'application/json'
  if (absent === undefined && !isJson) return { code: 'media_type_unsupported' }
  const bytes = isEmpty(headers) ? Buffer.alloc(0) : await readBody(call)
  if (typeof bytes === 'string') return { code: bytes, values: { limit: String(bodyBytesMax) } }
  if (bytes.length === 0 && absent !== undefined) return { bytes, value: absent }
  // A body that may be absent has no type until it is known to be there.
  if (!isJson) return { code: 'media_type_unsupported' }
  const value = parseJson(bytes)
  if (value === jsonInvalid) return { code: 'json_invalid' }
  if (schema.accepts(value)) return { bytes, value }
  return { code: 'body_invalid', errors: schema.errorsOf(value, language) }
}

const isEmpty = ({ contentLength, transferEncoding }: Call['headers']): boolean =>
  contentLength === '0' || (contentLength === undefined && transferEncoding === undefined)
