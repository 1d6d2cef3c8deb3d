import { isWholeSeal, type Seal } from '@lastro/rules/trail/seal.ts'

export type HeldSeals =
  | { readonly kind: 'seals'; readonly seals: readonly Seal[] }
  /** A line has a seal that is not what was hashed: it was not copied whole. */
  | { readonly kind: 'broken'; readonly line: number }
  | { readonly kind: 'none' }

/** The seals in a text: lines of the service's log, among any others, or seals alone, one a line. */
export function heldSeals(text: string): HeldSeals {
  const seals: Seal[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const seal = sealIn(line)
    if (seal === undefined) continue
    if (!isWholeSeal(seal)) return { kind: 'broken', line: at + 1 }
    seals.push(seal)
  }
  return seals.length === 0 ? { kind: 'none' } : { kind: 'seals', seals }
}

function sealIn(line: string): Seal | undefined {
  const start = line.indexOf('{')
  if (start === -1) return undefined
  try {
    const value: unknown = JSON.parse(line.slice(start))
    const inner = isObject(value) && 'seal' in value ? value.seal : value
    return isSeal(inner) ? inner : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isSeal = (value: unknown): value is Seal =>
  isObject(value) &&
  Number.isSafeInteger(value.number) &&
  Number.isSafeInteger(value.atMs) &&
  typeof value.previous === 'string' &&
  typeof value.hash === 'string' &&
  Array.isArray(value.heads) &&
  value.heads.every(
    (head) => isObject(head) && Number.isSafeInteger(head.number) && typeof head.hash === 'string',
  )
