import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { Link, useLocation } from 'wouter'
import { ShowNames, shortVerdictText, Who } from '../kept/read-report.tsx'
import { ReopenActs } from '../kept/reopen-acts.tsx'
import { useReadReports } from '../kept/use-read-reports.ts'
import { useFilter } from '../parts/filters/use-filter.ts'
import { instantOf } from '../parts/instant.ts'
import { List } from '../parts/lists/list.tsx'
import { type Pages, usePages } from '../parts/lists/pages-of.ts'
import { OutcomeMark } from '../parts/marks/outcome-mark.tsx'
import { DecidedMark } from '../policies/decided-mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { outcomeText } from '../voice/outcome-text.ts'
import { earlierWords } from '../words/analyst/earlier.ts'
import { shellWords } from '../words/shell/shell.ts'
import { Corrected } from './corrected-query.tsx'
import { OwnStatement } from './own-statement.tsx'
import { useKeepDraft } from './query-draft.ts'

/** What was asked before, by this person or by everyone of the client: whose is in the address. */
export function EarlierPage() {
  const say = useSay(earlierWords)
  const { lastro } = useSession()
  const { filter, setFilter } = useFilter(['whose'])
  const isMine = filter.whose !== 'everyones'
  const pages = usePages(['consultations', isMine], (cursor, limit) =>
    lastro.account.consultations.page({ mine: isMine ? true : undefined, cursor, limit }),
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
            onClick={() => setFilter({ whose: mine ? undefined : 'everyones' })}
          >
            {say(mine ? 'onlyMine' : 'everyones')}
          </button>
        ))}
      </div>
      <Earlier pages={pages} isMine={isMine} />
    </Page>
  )
}

type EarlierProps = { readonly pages: Pages<ConsultationItem>; readonly isMine: boolean }

function Earlier({ pages, isMine }: EarlierProps) {
  const say = useSay(earlierWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  const { read, unreadCount, opening } = useReadReports(pages.items)
  const nameOf = (code: string) => products.find((one) => one.code === code)?.name[language] ?? code
  return (
    <>
      {unreadCount > 0 && <ShowNames count={unreadCount} opening={opening} />}
      <List
        caption={say('earlierTitle')}
        pages={pages}
        empty={
          <>
            {say('noEarlier')} <Link href="/consulta">{sayShell('navQuery')}</Link>
          </>
        }
        rowKey={(row) => `${row.requestId} ${row.at}`}
        columns={[
          { id: 'at', label: say('at'), instant: (row) => row.at, cell: (row) => <At instant={row.at} /> },
          {
            id: 'document',
            label: say('document'),
            isFixed: true,
            text: (row) => row.document && documentText(row.document),
          },
          {
            id: 'who',
            label: say('who'),
            text: ({ requestId }) => {
              const found = read.get(requestId)
              return (
                found && [printable(found.name), shortVerdictText(found.verdict)].filter(Boolean).join(' · ')
              )
            },
            cell: (row) => <Who item={row} report={read.get(row.requestId)} />,
          },
          {
            id: 'product',
            label: say('product'),
            text: (row) => nameOf(row.product),
            cell: (row) => (
              <>
                {nameOf(row.product)}
                {row.features.length > 0 && <small className="muted"> + {row.features.length}</small>}
              </>
            ),
          },
          {
            id: 'outcome',
            label: say('outcome'),
            isTallied: true,
            text: (row) => outcomeText(row.outcome, language).text,
            cell: (row) => (
              <>
                <OutcomeMark outcome={row.outcome} />
                {row.decision !== undefined && (
                  <p>
                    <Link href={`/decisoes/${row.decision.id}`}>{say('decided')}</Link>{' '}
                    <DecidedMark outcome={row.decision.outcome} />
                  </p>
                )}
                {row.corrections?.map((one) => (
                  <Corrected key={one.occurrenceId} correction={one} />
                ))}
              </>
            ),
          },
          {
            id: 'billed',
            label: say('wasCounted'),
            isFixed: true,
            text: (row) => sayShell(row.billed ? 'yes' : 'no'),
          },
          ...(isMine
            ? []
            : [
                {
                  id: 'by',
                  label: say('by'),
                  text: ({ user }: ConsultationItem) => user?.name && printable(user.name),
                },
              ]),
          {
            id: 'act',
            label: say('act'),
            cell: (row) => (
              <div className="acts tight stacked">
                <ReopenActs item={row} />
                <AskAgain item={row} />
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

/** The day above the time: this list has many columns. */
function At({ instant }: { readonly instant: string }) {
  const [day, time] = instantOf(instant).split(' ')
  return (
    <>
      {day} <br />
      <span className="muted">{time}</span>
    </>
  )
}

/** Back to the query with the same choices, to ask anew. */
function AskAgain({ item }: { readonly item: ConsultationItem }) {
  const say = useSay(earlierWords)
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
