import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { Link, useLocation } from 'wouter'
import { ReopenActs } from '../kept/reopen-acts.tsx'
import { useFilter } from '../parts/filters/use-filter.ts'
import { instantOf } from '../parts/instant.ts'
import { List } from '../parts/lists/list.tsx'
import { type Pages, usePages } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/mark.tsx'
import { OutcomeMark } from '../parts/outcome-mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { changedName } from '../voice/changed-name.ts'
import { outcomeText } from '../voice/outcome-text.ts'
import { earlierWords } from '../words/earlier.ts'
import { shellWords } from '../words/shell.ts'
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
      <Earlier pages={pages} />
    </Page>
  )
}

function Earlier({ pages }: { readonly pages: Pages<ConsultationItem> }) {
  const say = useSay(earlierWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  const nameOf = (code: string) => products.find((one) => one.code === code)?.name[language] ?? code
  return (
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
        { id: 'at', label: say('at'), instant: (row) => row.at },
        {
          id: 'document',
          label: say('document'),
          isFixed: true,
          text: (row) => row.document && documentText(row.document),
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
              {row.corrections?.map((one) => (
                <Corrected key={one.occurrenceId} correction={one} />
              ))}
            </>
          ),
        },
        { id: 'billed', label: say('wasCounted'), text: (row) => sayShell(row.billed ? 'yes' : 'no') },
        { id: 'by', label: say('by'), text: (row) => row.user?.name && printable(row.user.name) },
        {
          id: 'act',
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

type Correction = NonNullable<ConsultationItem['corrections']>[number]

/** What this consultation showed was wrong. */
function Corrected({ correction: { occurrenceId, toldAt, data } }: { readonly correction: Correction }) {
  const say = useSay(earlierWords)
  const { language } = useLanguage()
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
            {changedName(field, language)}
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
