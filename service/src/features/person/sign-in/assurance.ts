/** How surely an issuer knows a person, from the least on; the names are those of gov.br. */
export const assuranceLevels = ['bronze', 'silver', 'gold'] as const
export type AssuranceLevel = (typeof assuranceLevels)[number]

type Claims = Readonly<Record<string, unknown>>

/**
 * The level that an ID token tells: `reliability_info.level` as gov.br has it, else `acr`, by name or as 1, 2 or 3.
 * Undefined where it tells none that we know: nobody is let in for want of a word.
 */
export function assuranceOf({ reliability_info: info, acr }: Claims): AssuranceLevel | undefined {
  const told = isRecord(info) ? info.level : acr
  return typeof told === 'string' ? names.get(told.toLowerCase()) : undefined
}

const names: ReadonlyMap<string, AssuranceLevel> = new Map([
  ['bronze', 'bronze'],
  ['silver', 'silver'],
  ['gold', 'gold'],
  ['prata', 'silver'],
  ['ouro', 'gold'],
  ['1', 'bronze'],
  ['2', 'silver'],
  ['3', 'gold'],
])

export const isAssured = (level: AssuranceLevel | undefined, atLeast: AssuranceLevel): boolean =>
  level !== undefined && assuranceLevels.indexOf(level) >= assuranceLevels.indexOf(atLeast)

const isRecord = (value: unknown): value is Claims => typeof value === 'object' && value !== null
