import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { ProblemNotice } from './problem-notice.tsx'

type AnsweredProps<Data> = {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly isError: boolean
    readonly refetch: () => Promise<unknown>
  }
  readonly children: (data: Data) => ReactNode
}

/** What was asked for: waiting for it, failing to get it, and having it. */
export function Answered<Data>({ query, children }: AnsweredProps<Data>) {
  return (
    <>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === undefined ? !query.isError && <Loading /> : children(query.data)}
    </>
  )
}
