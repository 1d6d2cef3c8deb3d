import type { Language } from '@lastro/contract/text.ts'
import Negotiator from 'negotiator'

/** The language of the texts in an answer; Portuguese when the caller is silent or asks for another. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'pt'
  return negotiator('accept-language', header).language(languages) === 'en' ? 'en' : 'pt'
}

const languages: string[] = ['pt', 'en'] satisfies Language[]

/**
 * The media type to answer with, among those an operation has; undefined when the caller takes none.
 * A caller that sends no Accept, or an empty one, takes anything.
 */
export function mediaTypeOf(header: string | undefined, available: readonly string[]): string | undefined {
  // What nearly every caller sends needs no reading, which takes microseconds.
  if (header === undefined || header === '' || header === '*/*' || header === available[0])
    return available[0]
  return negotiator('accept', header.replace(parameters, '')).mediaType([...available])
}

/**
 * All that stands with a type but its quality. Callers write `application/json; charset=utf-8`, and take our JSON,
 * which has no charset to say.
 */
const parameters = /;[ \t]*(?!q[ \t]*=)[^;,"\s]+(?:"(?:[^"\\]|\\.)*")?/gi

/** Whether the caller takes a coding of the content: named, or by `*`, and not with a quality of nought. */
export const takesEncoding = (header: string | undefined, coding: string): boolean =>
  negotiator('accept-encoding', header ?? '').encodings([coding]).length > 0

const negotiator = (name: string, value: string): Negotiator => new Negotiator({ headers: { [name]: value } })
