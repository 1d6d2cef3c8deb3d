import type { SourceHealth } from '@lastro/contract/operator/operator-sources.ts'
import { type SourceFault, sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Answered } from '../parts/answered.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { sourceText } from '../voice/source-text.ts'
import { operatorWords } from '../words/operator/operator.ts'
import { runningWords } from '../words/operator/running.ts'
import { useOperator } from './operations.ts'
import { lookAgainMs, sourcesName } from './operator-names.ts'
import { DeclaredSources } from './sources/declared-sources.tsx'

/** Whether each source answers, and how fast. */
export function SourcesPage() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const sources = useQuery({
    queryKey: sourcesName,
    queryFn: operator.sources,
    refetchInterval: lookAgainMs,
  })
  const { windowMinutes } = sources.data ?? {}
  return (
    <Page
      title={say('sourcesTitle')}
      {...(windowMinutes !== undefined && { lede: say('sourcesLede', { minutes: windowMinutes }) })}
    >
      <Answered query={sources}>
        {({ sources: list, declared, process: { host, pid, startedAt } }) => (
          <>
            {list.length === 0 ? <p className="empty">{say('noSources')}</p> : <SourceTable sources={list} />}
            <p className="muted small">{say('measuredBy', { host, pid, at: instantOf(startedAt) })}</p>
            <DeclaredSources sources={declared} />
          </>
        )}
      </Answered>
    </Page>
  )
}

const tones = { up: 'good', failing: 'bad', unknown: 'quiet' } as const

function SourceTable({ sources }: { readonly sources: readonly SourceHealth[] }) {
  const say = useSay(runningWords)
  const sayOperator = useSay(operatorWords)
  const { language } = useLanguage()
  const ms = (value: number | undefined) =>
    value === undefined ? '' : `${grouped(String(Math.round(value)))} ms`
  return (
    <DataTable
      caption={say('sourcesTitle')}
      rows={sources}
      rowKey={(row) => `${row.environment} ${row.name}`}
      columns={[
        { label: say('source'), cell: (row) => sourceText(row.name, language) },
        { label: sayOperator('environment'), isFixed: true, cell: (row) => sayOperator(row.environment) },
        {
          label: say('health'),
          isFixed: true,
          cell: (row) => <Mark tone={tones[row.health]}>{say(row.health)}</Mark>,
        },
        { label: say('calls'), isFigure: true, cell: (row) => grouped(String(row.calls)) },
        { label: say('failures'), isFigure: true, cell: (row) => grouped(String(row.failures)) },
        { label: say('p50'), isFigure: true, cell: (row) => ms(row.p50Ms) },
        { label: say('p95'), isFigure: true, cell: (row) => ms(row.p95Ms) },
        {
          label: say('lastFailure'),
          cell: ({ lastFailure }) =>
            lastFailure && (
              <>
                {faultText(lastFailure.kind, language)}{' '}
                <span className="muted number">{instantOf(lastFailure.at)}</span>
              </>
            ),
        },
      ]}
    />
  )
}

const faultText = (kind: string, language: 'pt' | 'en'): string =>
  (sourceFaults[kind as SourceFault] ?? sourceFaults.source_unavailable)[language]
