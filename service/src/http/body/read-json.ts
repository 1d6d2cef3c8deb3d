import type { Static, TSchema } from 'typebox'
import type { Awaitable } from '../../awaitable.ts'
import { fieldError, type Refusal } from '../reply.ts'
import type { Call } from '../route.ts'
import {
  type BodyFault,
  bodyBytesMax,
  bodyMediaType,
  bodyRefusal,
  jsonInvalid,
  parseJsonText,
  RepeatedMember,
  readBody,
} from './body.ts'
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
): Awaitable<JsonBody<Schema> | Refusal> {
  const isJson = bodyMediaType(call.headers) === 'application/json'
  if (absent === undefined && !isJson) return notJson
  const { bodyText = '' } = call.request
  if (isJson && bodyText !== '' && bodyText.length <= bytesMax) return checkedText(bodyText, call, schema)
  const expected = { call, schema, absent, isJson, bytesMax }
  return isEmpty(call.headers) ? checked(Buffer.alloc(0), expected) : checkedStream(expected)
}

/** A body that is still on its way. */
async function checkedStream<Schema extends TSchema>(
  expected: Expected<Schema>,
): Promise<JsonBody<Schema> | Refusal> {
  return checked(await readBody(expected.call, expected.bytesMax), expected)
}

function checkedText<Schema extends TSchema>(
  text: string,
  { language }: Call,
  schema: Validator<Schema>,
): JsonBody<Schema> | Refusal {
  const value = parseJsonText(text)
  if (value === jsonInvalid) return { code: 'json_invalid' }
  if (value instanceof RepeatedMember) {
    return { code: 'body_invalid', errors: [fieldError(value.field, 'sent_twice', language)] }
  }
  if (schema.accepts(value)) return new TextBody(text, value)
  return { code: 'body_invalid', errors: schema.errorsOf(value, language) }
}

/** A body that was read as text: few ask for its bytes. */
class TextBody<Value> {
  readonly #text: string
  readonly value: Value

  constructor(text: string, value: Value) {
    this.#text = text
    this.value = value
  }

  get bytes(): Buffer {
    return Buffer.from(this.#text, 'latin1')
  }
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
  if (typeof bytes === 'string') return bodyRefusal(bytes, bytesMax)
  if (bytes.length === 0 && absent !== undefined) return { bytes, value: absent }
  // A body that may be absent has no type until it is known to be there.
  if (!isJson) return notJson
  return checkedText(bytes.toString('latin1'), call, schema)
}

const isEmpty = ({ contentLength, transferEncoding }: Call['headers']): boolean =>
  contentLength === '0' || (contentLength === undefined && transferEncoding === undefined)
