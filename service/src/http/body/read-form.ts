import type { Refusal } from '../reply.ts'
import type { Call } from '../route.ts'
import { bodyBytesMax, bodyMediaType, bodyRefusal, readBody } from './body.ts'

export const formMediaType = 'application/x-www-form-urlencoded'

export type SentForm = { readonly fields: Readonly<Record<string, string>> }

/** What a form of a page sent, by the names of its fields. */
export async function readForm(call: Call): Promise<SentForm | Refusal> {
  if (bodyMediaType(call.headers) !== formMediaType) {
    return { code: 'media_type_unsupported', values: { mediaTypes: formMediaType } }
  }
  const bytes = await readBody(call)
  if (typeof bytes === 'string') return bodyRefusal(bytes, bodyBytesMax)
  return { fields: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) }
}
