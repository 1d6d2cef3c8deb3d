import type { Reply } from '../reply.ts'

type Headers = NonNullable<Reply['headers']>

/**
 * Headers that many answers have in common, as one object for all of them. Their text is made once and kept by that
 * object (`answer-headers.ts`); of headers that are one answer's alone nothing is kept, for to forget it costs more
 * than to make it.
 */
export function share(headers: Headers): Headers {
  shared.add(headers)
  return headers
}

export const isShared = (headers: Headers): boolean => shared.has(headers)

const shared = new WeakSet<Headers>()

/** More values than a header of this kind ever has at a time; after these it begins anew. */
const valueCountMax = 500

/** A header as one object for all answers that have the same value. */
export function sharedHeader(name: string): (value: string) => Headers {
  const byValue = new Map<string, Headers>()
  return (value) => {
    const known = byValue.get(value)
    if (known !== undefined) return known
    if (byValue.size >= valueCountMax) byValue.clear()
    const made = share({ [name]: value })
    byValue.set(value, made)
    return made
  }
}

/** Both, the second with the last word. Two that are shared become one that is, the same for the same two. */
export function joinHeaders(one: Headers, other: Headers): Headers {
  if (!isShared(one) || !isShared(other)) return { ...one, ...other }
  const ofOne = joined.get(one) ?? new WeakMap<Headers, Headers>()
  const known = ofOne.get(other)
  if (known !== undefined) return known
  const made = share({ ...one, ...other })
  joined.set(one, ofOne.set(other, made))
  return made
}

const joined = new WeakMap<Headers, WeakMap<Headers, Headers>>()
