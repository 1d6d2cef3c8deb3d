import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  environmentNames,
  operatorPageDefault,
  operatorPageMax,
} from '@lastro/contract/operator/operator-parts.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { speakable } from '../../http/body/validate.ts'
import { type FieldError, fieldError, type Refusal } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'

/** Where a page ended: a time or another number, and an id. */
export type Place = { readonly createdAtMs: number; readonly id: string }

/** What the address of a call asks for, read parameter by parameter; everything that is wrong at once. */
export class OperatorQuery {
  readonly #asked: URLSearchParams
  readonly #call: Call
  readonly #errors: FieldError[] = []

  constructor(call: Call, parameters: readonly string[]) {
    this.#call = call
    this.#asked = new URLSearchParams(call.request.url.split('?')[1])
    for (const name of this.#asked.keys()) {
      if (!parameters.includes(name)) this.wrong(speakable(name), 'unknown_member')
    }
  }

  wrong(field: string, code: Parameters<typeof fieldError>[1], values: Record<string, string> = {}): void {
    this.#errors.push(fieldError(field, code, this.#call.language, values))
  }

  get refusal(): Refusal | undefined {
    return this.#errors.length === 0 ? undefined : { code: 'query_invalid', errors: this.#errors }
  }

  /** A parameter as it is. A document has no place in an address. */
  text(name: string, lengthMax = 200): string | undefined {
    const text = this.#asked.get(name) ?? undefined
    if (text === undefined) return undefined
    if (text.length > lengthMax) this.wrong(name, 'too_long', { limit: String(lengthMax) })
    else if (text === '') this.wrong(name, 'too_short')
    else if (text.includes('\0') || holdsDocument(text)) this.wrong(name, 'format')
    else return text
    return undefined
  }

  choice<Name extends string>(name: string, choices: readonly Name[]): Name | undefined {
    const text = this.#asked.get(name)
    const chosen = choices.find((one) => one === text)
    if (text !== null && chosen === undefined) this.wrong(name, 'choice', { choices: choices.join(', ') })
    return chosen
  }

  environment(): Environment {
    return this.choice('environment', environmentNames) ?? 'production'
  }

  limit(): number {
    const text = this.#asked.get('limit') ?? String(operatorPageDefault)
    const limit = Number(text)
    if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= operatorPageMax) return limit
    this.wrong('limit', 'limit', { limit: String(operatorPageMax) })
    return operatorPageDefault
  }

  after(): Place | undefined {
    const cursor = this.#asked.get('cursor')
    const place = cursor === null ? undefined : placeOf(cursor)
    if (cursor !== null && place === undefined) this.wrong('cursor', 'cursor')
    return place
  }
}

/** One more than the page was read: whether there is a next, and where it begins. */
export function cutPage<One>(
  found: readonly One[],
  limit: number,
  place: (one: One) => Place,
): { readonly page: readonly One[]; readonly cursor?: string } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return found.length > page.length && last !== undefined ? { page, cursor: cursorOf(place(last)) } : { page }
}

/** Opaque to callers. */
export const cursorOf = ({ createdAtMs, id }: Place): string =>
  Buffer.from(`${createdAtMs} ${id}`).toString('base64url')

export function placeOf(cursor: string): Place | undefined {
  const [, number, id] =
    /^(\d{1,16}) ([\w. -]{0,200})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return number === undefined || id === undefined ? undefined : { createdAtMs: Number(number), id }
}
