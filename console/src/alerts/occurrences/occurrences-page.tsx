import type { Occurrence } from '@lastro/contract/alerts/alerts.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { eventName } from '../../voice/event-name.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { AlertFilters, useAlertFilter } from '../alert-filters.tsx'
import { occurrencesName } from '../alert-names.ts'
import { SandboxPanel } from './sandbox-panel.tsx'

/** What happened to the documents that are watched. */
export function OccurrencesPage() {
  const say = useSay(alertWords)
  const { lastro, user } = useSession()
  const { asked, isFiltered, fields } = useAlertFilter()
  const pages = usePages([...occurrencesName, asked], (cursor, limit) =>
    lastro.alerts.occurrences.page({ ...asked, cursor, limit }),
  )
  return (
    <Page title={say('occurrencesTitle')} lede={say('occurrencesLede')}>
      {user.environment === 'sandbox' && <SandboxPanel />}
      <AlertFilters {...fields} />
      <OccurrenceList
        pages={pages}
        empty={
          isFiltered ? (
            say('noneFiltered')
          ) : (
            <>
              {say('noOccurrences')} <Link href="/alertas/documentos">{say('toWatched')}</Link>
            </>
          )
        }
      />
    </Page>
  )
}

type OccurrenceListProps = { readonly pages: Pages<Occurrence>; readonly empty: ReactNode }

function OccurrenceList({ pages, empty }: OccurrenceListProps) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const eventText = ({ event }: Occurrence) => eventName(event, language)
  return (
    <List
      caption={say('occurrencesTitle')}
      pages={pages}
      empty={empty}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'event',
          label: say('event'),
          isTallied: true,
          text: eventText,
          cell: (row) => <Link href={`/alertas/ocorrencias/${row.id}`}>{eventText(row)}</Link>,
        },
        { id: 'document', label: say('document'), isFixed: true, text: (row) => documentText(row.documento) },
        { id: 'label', label: say('label'), text: (row) => row.label && printable(row.label) },
        { id: 'at', label: say('at'), instant: (row) => row.createdAt },
      ]}
    />
  )
}
