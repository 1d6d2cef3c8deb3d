import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { Source } from '../../features/reports/source.ts'

/**
 * The built-in sources with those that a contract names behind them. The list of the same names is the same object
 * until a declared source changes: what is arranged for it is arranged once.
 */
export function contractedSources(
  builtIn: readonly Source[],
  enabled: () => ReadonlyMap<string, Source>,
): (terms: readonly SourceTerm[]) => readonly Source[] {
  let of: ReadonlyMap<string, Source> | undefined
  let lists = new Map<string, readonly Source[]>()
  return (terms) => {
    const declared = enabled()
    if (declared.size === 0) return builtIn
    if (declared !== of) {
      of = declared
      lists = new Map()
    }
    const found = terms.flatMap(({ source }) => declared.get(source) ?? [])
    if (found.length === 0) return builtIn
    const key = found.map(({ name }) => name).join()
    const known = lists.get(key) ?? [...builtIn, ...found]
    // Bounded by how contracts combine a few dozen sources; each is a short list.
    lists.set(key, known)
    return known
  }
}
