import type { Static, TSchema } from 'typebox'
import { bodyMediaType, jsonInvalid, parseJson, readBody } from './body.ts'
import type { Refusal } from './reply.ts'
import type { Call } from './route.ts'
import type { Validator } from './validate.ts'

/** The JSON body, checked; `absent` is what an empty body stands for where the body is optional. */
export async function readJson<Schema extends TSchema>(
  { request, language }: Call,
  schema: Validator<Schema>,
  absent?: Static<Schema>,
): Promise<{ readonly value: Static<Schema> } | Refusal> {
  const mediaType = bodyMediaType(request)
  const isEmpty = request.headers['content-length'] === '0' || isBodyless(request.headers)
  if (isEmpty && absent !== undefined) return { value: absent }
  if (mediaType !== 'application/json') return { code: 'media_type_unsupported' }
  const body = await readBody(request)
  if (body.kind === 'refused') return body.refusal
  if (body.bytes.length === 0 && absent !== undefined) return { value: absent }
  const value = parseJson(body.bytes)
  if (value === jsonInvalid) return jsonInvalid
  if (schema.accepts(value)) return { value }
  return { code: 'body_invalid', errors: schema.errorsOf(value, language) }
}

const isBodyless = (headers: Call['request']['headers']): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
