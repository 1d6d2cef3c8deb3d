import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ReopenActs } from '../kept/reopen-acts.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { MorePages } from '../parts/lists/more-pages.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { Loading } from '../parts/loading.tsx'
import { Mark } from '../parts/mark.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { analystWords } from '../words/analyst.ts'
import { shellWords } from '../words/shell.ts'
import { OwnStatement } from './own-statement.tsx'
import { useKeepDraft } from './query-draft.ts'

/** What was asked before, by this person or by everyone of the client. */
export function EarlierPage() {
  const say = useSay(analystWords)
  const { lastro } = useSession()
  const [isMine, setIsMine] = useState(true)
  const pages = usePages(['consultations', isMine], (cursor) =>
    lastro.account.consultations.page({ mine: isMine ? true : undefined, cursor }),
  )
  return (
    <Page title={say('earlierTitle')} lede={say('earlierLede')}>
      <OwnStatement />
      <div className="acts choose">
        {[true, false].map((mine) => (
          <button
            key={String(mine)}
            type="button"
            aria-pressed={mine === isMine}
            onClick={() => setIsMine(mine)}
          >
            {say(mine ? 'onlyMine' : 'everyones')}
          </button>
        ))}
      </div>
      {pages.isError && <ProblemNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {pages.items !== undefined && <Earlier items={pages.items} />}
      <MorePages pages={pages} />
    </Page>
  )
}

function Earlier({ items }: { readonly items: readonly ConsultationItem[] }) {
  const say = useSay(analystWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  if (items.length === 0) return <p className="muted">{say('noEarlier')}</p>
  const nameOf = (code: string) => products.find((one) => one.code === code)?.name[language] ?? code
  return (
    <DataTable
      caption={say('earlierTitle')}
      rows={items}
      rowKey={(row) => `${row.requestId} ${row.at}`}
      columns={[
        { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
        { label: say('document'), isFixed: true, cell: (row) => row.document && documentText(row.document) },
        {
          label: say('product'),
          cell: (row) => (
            <>
              {nameOf(row.product)}
              {row.features.length > 0 && <small className="muted"> + {row.features.length}</small>}
            </>
          ),
        },
        {
          label: say('outcome'),
          cell: (row) => (
            <>
              <OutcomeMark outcome={row.outcome} />
              {row.corrections?.map((one) => (
                <Corrected key={one.occurrenceId} correction={one} />
              ))}
            </>
          ),
        },
        { label: say('wasBilled'), cell: (row) => sayShell(row.billed ? 'yes' : 'no') },
        { label: say('by'), cell: (row) => row.user?.name && printable(row.user.name) },
        {
          label: say('act'),
          cell: (row) => (
            <div className="acts tight">
              <ReopenActs item={row} />
              <AskAgain item={row} />
            </div>
          ),
        },
      ]}
    />
  )
}

const known = { answered: 'good', degraded: 'warn', replayed: 'quiet', alerted: 'info' } as const

function OutcomeMark({ outcome }: { readonly outcome: string }) {
  const say = useSay(analystWords)
  if (outcome in known) {
    const word = outcome as keyof typeof known
    return <Mark tone={known[word]}>{say(word)}</Mark>
  }
  return <Mark tone="bad">{say('refused', { code: outcome })}</Mark>
}

type Correction = NonNullable<ConsultationItem['corrections']>[number]

/** What this consultation showed was wrong. */
function Corrected({ correction: { occurrenceId, toldAt, data } }: { readonly correction: Correction }) {
  const say = useSay(analystWords)
  const creditor = data.listing?.creditorName
  const contract = data.listing?.contractId
  return (
    <p>
      <Mark tone="warn">{say(data.change === 'released' ? 'wrongAndGone' : 'corrected')}</Mark>{' '}
      <small className="muted">
        {[creditor, contract].flatMap((one) => (one === undefined ? [] : [printable(one)])).join(', ')}
        {data.changes?.map(({ field, before, after }) => (
          <span key={field}>
            {' '}
            {field}
            {after !== undefined && `: ${printable(before ?? '')} → ${printable(after)}`}
          </span>
        ))}
        {toldAt !== undefined && ` ${say('toldAt', { at: instantOf(toldAt) })}`}
      </small>{' '}
      <Link href={`/alertas/ocorrencias/${encodeURIComponent(occurrenceId)}`}>{say('correctionOpened')}</Link>
    </p>
  )
}

/** Back to the query with the same choices, to ask anew. */
function AskAgain({ item }: { readonly item: ConsultationItem }) {
  const say = useSay(analystWords)
  const keep = useKeepDraft()
  const [, navigate] = useLocation()
  if (item.document === undefined || !products.some((one) => one.code === item.product)) return null
  const { document, product, features } = item
  return (
    <button
      type="button"
      className="plain"
      onClick={() => {
        keep({ text: documentText(document), product, features })
        navigate('/consulta')
      }}
    >
      {say('again')}
    </button>
  )
}
