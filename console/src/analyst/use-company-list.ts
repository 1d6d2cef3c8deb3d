import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useDebounced } from '../parts/use-debounced.ts'
import { useOptionKeys } from '../parts/use-option-keys.ts'
import { useLanguage } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'

/** As many as one reads through; whoever wants fewer writes more of the name. */
const shownCountMax = 10

/** A company found again a moment later is the same. */
const staleMs = 60_000

const nobody: readonly FoundCompany[] = []

export type CompanyList = ReturnType<typeof useCompanyList>

/**
 * The companies whose name has these words, as a list below the field: arrows and Enter choose one, Escape puts the
 * list away until another letter is typed or the arrow goes down. Without a name there is none.
 */
export function useCompanyList(
  name: string | undefined,
  onUse: (chosen: { readonly text: string; readonly name: string | undefined }) => void,
) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  const asked = useDebounced(name?.trim() ?? '')
  const [isLeft, setIsLeft] = useState(false)
  const isWanted = name !== undefined && !isLeft
  const { data, error } = useQuery({
    queryKey: ['companies', asked, language],
    queryFn:
      isWanted && asked === name.trim()
        ? () => lastro.companies.page({ name: asked, limit: shownCountMax, headOfficesOnly: true })
        : skipToken,
    staleTime: staleMs,
  })
  const companies = isWanted ? (data?.companies ?? nobody) : nobody
  const take = ({ documento, name, alias }: FoundCompany) =>
    onUse({ text: documentText(documento), name: name ?? alias })
  const keys = useOptionKeys(companies, take)
  const isOpen = companies.length > 0
  const field: Pick<
    ComponentProps<'input'>,
    'role' | 'onKeyDown' | `aria-${'autocomplete' | 'expanded' | 'controls' | 'activedescendant'}`
  > = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? keys.listId : undefined,
    'aria-activedescendant': keys.marked && keys.optionId(keys.marked),
    onKeyDown: (event) => {
      if (event.key === 'Escape') setIsLeft(true)
      else if (event.key === 'ArrowDown' && isLeft) setIsLeft(false)
      else keys.onKey(event)
    },
  }
  const restart = () => {
    keys.restart()
    setIsLeft(false)
  }
  return { ...keys, field, isWanted, found: data, companies, error, take, restart }
}
