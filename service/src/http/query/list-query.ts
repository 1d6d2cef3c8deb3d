import { type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { speakable } from '@lastro/rules/text/member-names.ts'
import { type FieldError, fieldError, type Refusal } from '../reply.ts'
import type { Call } from '../route.ts'
import { queryOf } from './query-of.ts'

/** What the address of a call asks for, read parameter by parameter; everything that is wrong at once. */
export class ListQuery {
  readonly #asked: URLSearchParams
  readonly #language: Call['language']
  readonly #errors: FieldError[] = []

  constructor({ request, language }: Pick<Call, 'request' | 'language'>, parameters: readonly string[]) {
    this.#asked = new URLSearchParams(queryOf(request.url))
    this.#language = language
    for (const name of new Set(this.#asked.keys())) {
      if (!parameters.includes(name)) this.wrong(speakable(name), 'unknown_member')
      else if (this.#asked.getAll(name).length > 1) this.wrong(name, 'sent_twice')
    }
  }

  wrong(field: string, code: Parameters<typeof fieldError>[1], values: Record<string, string> = {}): void {
    this.#errors.push(fieldError(field, code, this.#language, values))
  }

  get refusal(): Refusal | undefined {
    return this.#errors.length === 0 ? undefined : { code: 'query_invalid', errors: this.#errors }
  }

  /** A parameter as it was sent. */
  sent(name: string): string | undefined {
    return this.#asked.get(name) ?? undefined
  }

  /** A parameter that is some text. A document has no place in an address. */
  text(name: string, lengthMax = 200): string | undefined {
    const text = this.sent(name)
    if (text === undefined) return undefined
    if (text.length > lengthMax) this.wrong(name, 'too_long', { limit: String(lengthMax) })
    else if (text === '') this.wrong(name, 'too_short')
    else if (text.includes('\0') || holdsDocument(text)) this.wrong(name, 'format')
    else return text
    return undefined
  }

  /** A parameter of one shape. */
  matching(name: string, shape: RegExp): string | undefined {
    const text = this.sent(name)
    if (text === undefined || shape.test(text)) return text
    this.wrong(name, 'format')
    return undefined
  }

  choice<Name extends string>(name: string, choices: readonly Name[]): Name | undefined {
    const text = this.sent(name)
    const chosen = choices.find((one) => one === text)
    if (text !== undefined && chosen === undefined)
      this.wrong(name, 'choice', { choices: choices.join(', ') })
    return chosen
  }

  whether(name: string): boolean | undefined {
    const chosen = this.choice(name, ['true', 'false'])
    return chosen === undefined ? undefined : chosen === 'true'
  }

  day(name: string): Day | undefined {
    const text = this.sent(name)
    const day = text === undefined ? undefined : parseDay(text)
    if (text !== undefined && day === undefined) this.wrong(name, 'day')
    return day
  }

  /** How many are wanted; `usual` unless it is said. */
  limit({ usual, max }: { readonly usual: number; readonly max: number }): number {
    const text = this.sent('limit') ?? String(usual)
    const limit = Number(text)
    if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= max) return limit
    this.wrong('limit', 'limit', { limit: String(max) })
    return usual
  }

  /** Where the page before ended, by what a cursor of this list says. */
  after<Position>(read: (text: string) => Position | undefined): Position | undefined {
    const cursor = this.sent('cursor')
    const position = cursor === undefined ? undefined : read(Buffer.from(cursor, 'base64url').toString())
    if (cursor !== undefined && position === undefined) this.wrong('cursor', 'cursor')
    return position
  }
}

/** Opaque to callers: where a page ended. */
export const cursorOf = (...position: readonly (string | number)[]): string =>
  Buffer.from(position.join(' ')).toString('base64url')

/** The cursor of a list in the order of time. */
export const cursorAt = ({ createdAtMs, id }: CursorPosition): string => cursorOf(createdAtMs, id)

export type CursorPosition = { readonly createdAtMs: number; readonly id: string }

export function readPosition(text: string): CursorPosition | undefined {
  const [, createdAtMs, id] = /^(\d{1,16}) ([\w-]{1,64})$/.exec(text) ?? []
  return createdAtMs === undefined || id === undefined ? undefined : { createdAtMs: Number(createdAtMs), id }
}
