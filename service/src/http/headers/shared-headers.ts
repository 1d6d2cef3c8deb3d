import type { Reply } from '../reply.ts'

type Headers = NonNullable<Reply['headers']>

/** More values than a header of this kind ever has at a time; after these it begins anew. */
const valueCountMax = 500

/**
 * A header as one object for all answers that have the same value. By this object `answer-headers.ts` knows the text
 * again that it made of it.
 */
export function sharedHeader(name: string): (value: string) => Headers {
  const shared = new Map<string, Headers>()
  return (value) => {
    const known = shared.get(value)
    if (known !== undefined) return known
    if (shared.size >= valueCountMax) shared.clear()
    const made = { [name]: value }
    shared.set(value, made)
    return made
  }
}

/** Two such objects as one, which is the same for the same two. */
export function joinShared(one: Headers, other: Headers): Headers {
  const ofOne = joined.get(one)
  const known = ofOne?.get(other)
  if (known !== undefined) return known
  const made = { ...one, ...other }
  if (ofOne === undefined) joined.set(one, new WeakMap([[other, made]]))
  else ofOne.set(other, made)
  return made
}

const joined = new WeakMap<Headers, WeakMap<Headers, Headers>>()
