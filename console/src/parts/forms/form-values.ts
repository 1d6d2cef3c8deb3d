/** What is typed into a form, by the dotted name that the service gives each field: `address.city`. */
export type FormValues = Readonly<Record<string, string>>

/** The body of a request: what is empty is left out, what has a dot goes inside. */
export function bodyOf(values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, typed] of Object.entries(values)) {
    const value = typed.trim()
    const [outer = '', inner] = name.split('.')
    if (value === '') continue
    if (inner === undefined) body[outer] = value
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: value }
  }
  return body
}

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** A document without its mask, as the service keeps it. */
export const digitsAndLetters = (typed: string): string => typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
