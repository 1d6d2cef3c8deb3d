import type { Static, TSchema } from 'typebox'
import { type BodyFault, bodyBytesMax, bodyMediaType, jsonInvalid, parseJson, readBody } from './body.ts'
import type { Refusal } from './reply.ts'
import type { Call } from './route.ts'
import type { Validator } from './validate.ts'

/** The body as it came, and what it says. */
export type JsonBody<Schema extends TSchema> = { readonly bytes: Buffer; readonly value: Static<Schema> }

const notJson: Refusal = { code: 'media_type_unsupported', values: { mediaTypes: 'application/json' } }

/** The JSON body, checked; `absent` is what an empty body stands for where the body is optional. */
export function readJson<Schema extends TSchema>(
  call: Call,
  schema: Validator<Schema>,
  absent?: Static<Schema>,
  bytesMax = bodyBytesMax,
): JsonBody<Schema> | Refusal | Promise<JsonBody<Schema> | Refusal> {
  const isJson = bodyMediaType(call.headers) === 'application/json'
  if (absent === undefined && !isJson) return notJson
  const read = isEmpty(call.headers) ? Buffer.alloc(0) : readBody(call, bytesMax)
  const check = (bytes: Buffer | BodyFault) => checked(bytes, { call, schema, absent, isJson, bytesMax })
  return read instanceof Promise ? read.then(check) : check(read)
}

type Expected<Schema extends TSchema> = {
  readonly call: Call
  readonly schema: Validator<Schema>
  readonly absent: Static<Schema> | undefined
  readonly isJson: boolean
  readonly bytesMax: number
}

function checked<Schema extends TSchema>(
  bytes: Buffer | BodyFault,
  { call, schema, absent, isJson, bytesMax }: Expected<Schema>,
): JsonBody<Schema> | Refusal {
  if (typeof bytes === 'string') return { code: bytes, values: { limit: String(bytesMax) } }
  if (bytes.length === 0 && absent !== undefined) return { bytes, value: absent }
  // A body that may be absent has no type until it is known to be there.
  if (!isJson) return notJson
  const value = parseJson(bytes)
  if (value === jsonInvalid) return { code: 'json_invalid' }
  if (schema.accepts(value)) return { bytes, value }
  return { code: 'body_invalid', errors: schema.errorsOf(value, call.language) }
}

const isEmpty = ({ contentLength, transferEncoding }: Call['headers']): boolean =>
  contentLength === '0' || (contentLength === undefined && transferEncoding === undefined)
