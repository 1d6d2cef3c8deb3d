import { useOffers } from '../analyst/offers.ts'
import { Loading } from '../parts/loading.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { QueryBatchList } from './query-batch-list.tsx'
import { SendQueryBatch } from './send-query-batch.tsx'

/** A file of documents to be asked, and what became of those before. */
export function QueryBatchesPage() {
  const say = useSay(queryBatchWords)
  const { offers, error, retry } = useOffers()
  return (
    <Page title={say('title')} lede={say('lede')}>
      {error !== undefined && <ProblemNotice error={error} onRetry={retry} />}
      {error === undefined && (offers === undefined ? <Loading /> : <SendQueryBatch offers={offers} />)}
      <QueryBatchList />
    </Page>
  )
}
