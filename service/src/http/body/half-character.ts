/** Whether every text of a value is whole. Each query asks. */
export function isWhole(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  // A schema that is open bounds no depth.
  if (depth === depthByCalls) return halfCharacterAt(value) === undefined
  if (Array.isArray(value)) return value.every((one) => isWhole(one, depth + 1))
  for (const name in value) {
    if (!name.isWellFormed() || !isWhole(value[name as keyof typeof value], depth + 1)) return false
  }
  return true
}

/** Deeper than any body of the contract. */
const depthByCalls = 32

/**
 * Where a value from JSON holds half of a character: `\ud800` without its other half is nothing that UTF-8 can write
 * or a store can keep. The path as a validator names it; undefined where every text is whole.
 */
export function halfCharacterAt(value: unknown): string | undefined {
  // A list of what is left to look at, for a value may lie deeper than calls can.
  const left: [path: string, value: unknown][] = [['', value]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, member] = next
    if (typeof member === 'string' && !member.isWellFormed()) return path
    if (typeof member !== 'object' || member === null) continue
    for (const [name, one] of Object.entries(member)) {
      if (!name.isWellFormed()) return `${path}/?`
      left.push([`${path}/${name}`, one])
    }
  }
  return undefined
}
