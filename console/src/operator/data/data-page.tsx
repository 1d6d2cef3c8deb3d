import type { DataSnapshot } from '@lastro/contract/operator/operator-data.ts'
import { dateText, grouped } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { dataSetName } from '../../voice/data-text.ts'
import { dataWords } from '../../words/operator/data.ts'
import { useOperator } from '../operations.ts'
import { dataName, lookAgainMs } from '../operator-names.ts'
import { DataAccount } from './data-account.tsx'
import { sizeText } from './size-text.ts'

/** Public data: what there is, how old it is, what became of every row, and an import under way. */
export function DataPage() {
  const say = useSay(dataWords)
  const operator = useOperator()
  const data = useQuery({ queryKey: dataName, queryFn: operator.data, refetchInterval: lookAgainMs })
  return (
    <Page title={say('title')} lede={say('lede')}>
      <Answered query={data}>
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <p className="empty">{say('empty')}</p>
          ) : (
            <>
              {snapshots.map((one) => (
                <Warning key={one.id} snapshot={one} />
              ))}
              <Snapshots snapshots={snapshots} />
              {snapshots.map((one) => (
                <DataAccount key={one.id} snapshot={one} />
              ))}
            </>
          )
        }
      </Answered>
    </Page>
  )
}

/** What needs the operator's eye: data that is old, and an import that goes on or has stopped. */
function Warning({ snapshot }: { readonly snapshot: DataSnapshot }) {
  const say = useSay(dataWords)
  const { language } = useLanguage()
  const { dataSet, period, date, ageDays: days, late, state, progress } = snapshot
  const set = dataSetName(dataSet, language)
  const [percent, rows] = [progress?.percent ?? 0, grouped(String(progress?.rows ?? 0))]
  if (late) return <Notice tone="warn">{say('late', { set, date: dateText(date), days })}</Notice>
  if (state === 'importing') return <Notice>{say('importing', { set, period, percent, rows })}</Notice>
  if (state === 'stopped') return <Notice tone="warn">{say('stoppedText', { set, period, percent })}</Notice>
  return null
}

const tones = { served: 'good', kept: 'quiet', importing: 'info', stopped: 'warn' } as const
const stateNames = {
  served: 'served',
  kept: 'kept',
  importing: 'importingState',
  stopped: 'stopped',
} as const

function Snapshots({ snapshots }: { readonly snapshots: readonly DataSnapshot[] }) {
  const say = useSay(dataWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('title')}
      rows={snapshots}
      rowKey={(row) => row.id}
      columns={[
        { label: say('set'), cell: (row) => dataSetName(row.dataSet, language) },
        { label: say('period'), isFixed: true, cell: (row) => row.period },
        { label: say('date'), isFixed: true, cell: (row) => dateText(row.date) },
        { label: say('age'), isFixed: true, cell: (row) => say('days', { days: row.ageDays }) },
        {
          label: say('state'),
          isFixed: true,
          cell: ({ state }) => <Mark tone={tones[state]}>{say(stateNames[state])}</Mark>,
        },
        {
          label: say('rows'),
          isFigure: true,
          cell: ({ totals }) => totals && grouped(String(totals.kept)),
        },
        { label: say('size'), isFigure: true, cell: ({ sizeBytes }) => sizeBytes && sizeText(sizeBytes) },
        {
          label: say('importedAt'),
          isFixed: true,
          cell: ({ importedAt }) => importedAt && instantOf(importedAt),
        },
        { label: say('act'), cell: (row) => row.state === 'kept' && <Use snapshot={row} /> },
      ]}
    />
  )
}

function Use({ snapshot: { id, date } }: { readonly snapshot: DataSnapshot }) {
  const say = useSay(dataWords)
  const operator = useOperator()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="plain" onClick={() => setIsOpen(true)}>
        {say('use')}
      </button>
      {isOpen && (
        <ActDialog
          title={say('use')}
          text={say('useText', { date: dateText(date) })}
          button={say('use')}
          act={() => operator.useData(id)}
          changes={dataName}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}
