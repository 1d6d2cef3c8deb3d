/** The schema of a snapshot: `receita-2026-10` is in `data_receita_2026_10`. */
export function schemaOf(location: string): string {
  if (!/^[a-z]+(-[0-9]+)+$/.test(location)) throw new Error('a snapshot has a name of its own')
  return `data_${location.replaceAll('-', '_')}`
}
