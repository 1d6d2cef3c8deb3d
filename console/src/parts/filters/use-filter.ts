import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { addressWith, type FilterTexts, filterIn, heldBack } from './filter-address.ts'

type Filter<Name extends string> = { readonly [Key in Name]?: string | undefined }

/**
 * What a list is narrowed by: in the address, so that it can be linked and is there on the way back, but for documents,
 * which are in memory alone.
 */
export function useFilter<Name extends string>(names: readonly Name[]) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const [held, setHeld] = useState<FilterTexts>({})
  const filter = { ...filterIn(search, names), ...held } as Filter<Name>
  const setFilter = (changed: Filter<Name>) => {
    const changes = Object.fromEntries(names.map((name) => [name, changed[name]]))
    setHeld(heldBack(changes))
    navigate(addressWith(path, search, changes), { replace: true })
  }
  /** The address of the same list with these parts changed. */
  const addressOf = (changes: Filter<Name>): string => addressWith(path, search, changes)
  return { filter, setFilter, addressOf }
}
