import { exactly, type Span, unknown } from '../span.ts'

type Json = Readonly<Record<string, unknown>>

const nothing: Json = {}

/** The members of what should be an object; none when it is anything else. */
export const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : nothing

/** What is written `1520.33`, in cents or hundredths; undefined for anything else. */
export function hundredthsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length < 4 || text[text.length - 3] !== '.') return undefined
  let figure = 0
  for (let at = 0; at < text.length; at++) {
    if (at === text.length - 3) continue
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return undefined
    figure = figure * 10 + digit
  }
  return figure
}

/** A count is written in digits, as many as a double counts exactly. */
export const countOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined

export const told = (figure: number | undefined): Span => (figure === undefined ? unknown : exactly(figure))
