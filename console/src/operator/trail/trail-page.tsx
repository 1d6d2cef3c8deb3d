import type { TrailSearchRequest } from '@lastro/contract/operator/operator-trail.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { trailWords } from '../../words/operator/trail.ts'
import { useOperator } from '../operations.ts'
import { trailName } from '../operator-names.ts'
import { ChainPanel } from './chain-panel.tsx'
import { TrailResults } from './trail-results.tsx'
import { TrailSearch } from './trail-search.tsx'

/** A walk is watched closely while it lasts. */
const watchMs = 1_000

/** Whether the record of who consulted whom is whole, and what is in it. */
export function TrailPage() {
  const say = useSay(trailWords)
  const operator = useOperator()
  const [search, setSearch] = useState<{ readonly number: number; readonly asked: TrailSearchRequest }>()
  const trail = useQuery({
    queryKey: trailName,
    queryFn: operator.trail,
    refetchInterval: ({ state }) =>
      state.data?.chains.some((one) => one.verification?.state === 'running') ? watchMs : false,
  })
  return (
    <Page title={say('title')} lede={say('lede')}>
      <Answered query={trail}>
        {({ chains }) => (
          <div className="beside">
            {chains.map((one) => (
              <ChainPanel key={one.environment} chain={one} />
            ))}
          </div>
        )}
      </Answered>
      <TrailSearch onSearch={(asked) => setSearch({ number: (search?.number ?? 0) + 1, asked })} />
      {search !== undefined && <TrailResults key={search.number} {...search} />}
    </Page>
  )
}
