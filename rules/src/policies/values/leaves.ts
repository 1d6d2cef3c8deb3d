import { exactly, type Span, unknown } from '../span.ts'

type Json = Readonly<Record<string, unknown>>

const nothing: Json = {}

/** The members of what should be an object; none when it is anything else. */
export const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : nothing

/** What is written `1520.33`, in cents or hundredths; undefined for anything else. */
export const hundredthsOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d+\.\d{2}$/.test(text)
    ? Number(text.slice(0, -3)) * 100 + Number(text.slice(-2))
    : undefined

/** A count is written in digits, as many as a double counts exactly. */
export const countOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined

export const told = (figure: number | undefined): Span => (figure === undefined ? unknown : exactly(figure))
