import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** A query as it is being put together. */
export type QueryDraft = {
  readonly text: string
  /** Of a company that was chosen by its name: whoever chose it sees that it is the right one. */
  readonly name?: string | undefined
  readonly product: string
  readonly features: readonly string[]
  readonly purpose: string | undefined
}

const emptyDraft: QueryDraft = { text: '', product: 'relatorioBasico', features: [], purpose: undefined }

const keptAs = ['query draft']

/** Kept in memory alone, for as long as the person is signed in: a document stands in no address and no storage. */
export function useQueryDraft(): [QueryDraft, (changes: Partial<QueryDraft>) => void] {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => queries.getQueryData<QueryDraft>(keptAs) ?? emptyDraft)
  const change = (changes: Partial<QueryDraft>) => {
    const changed = { ...draft, ...changes }
    queries.setQueryData(keptAs, changed)
    setDraft(changed)
  }
  return [draft, change]
}

const countedAs = ['query drafts put together elsewhere']

/** Puts a query together for its page, whether that is opened next or already is. */
export function useKeepDraft(): (draft: Partial<QueryDraft>) => void {
  const queries = useQueryClient()
  return (draft) => {
    queries.setQueryData(keptAs, { ...emptyDraft, ...draft })
    queries.setQueryData<number>(countedAs, (count = 0) => count + 1)
  }
}

/** Changes whenever a query was put together elsewhere: a form begun before it is another form. */
export function useDraftNumber(): number {
  return useQuery<number>({ queryKey: countedAs, queryFn: skipToken }).data ?? 0
}
