import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import type { Occurrence } from '@lastro/contract/alerts/alerts.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Listed } from '../parts/lists/listed.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { alertWords } from '../words/alerts.ts'
import { AlertFilters, isFiltered, noFilter } from './alert-filters.tsx'
import { occurrencesName } from './alert-names.ts'
import { SandboxPanel } from './sandbox-panel.tsx'

/** What happened to the documents that are watched. */
export function OccurrencesPage() {
  const say = useSay(alertWords)
  const { lastro, user } = useSession()
  const [filter, setFilter] = useState(noFilter)
  const pages = usePages([...occurrencesName, filter], (cursor) =>
    lastro.alerts.occurrences.page({ ...filter, cursor }),
  )
  return (
    <Page title={say('occurrencesTitle')} lede={say('occurrencesLede')}>
      {user.environment === 'sandbox' && <SandboxPanel />}
      <AlertFilters onFilter={setFilter} />
      <Listed pages={pages} empty={say(isFiltered(filter) ? 'noneFiltered' : 'noOccurrences')}>
        {(items) => <OccurrenceTable items={items} />}
      </Listed>
    </Page>
  )
}

function OccurrenceTable({ items }: { readonly items: readonly Occurrence[] }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('occurrencesTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('event'),
          cell: (row) => (
            <Link href={`/alertas/ocorrencias/${row.id}`}>{alertEvents[row.event][language]}</Link>
          ),
        },
        { label: say('document'), isFixed: true, cell: (row) => documentText(row.documento) },
        { label: say('label'), cell: (row) => row.label && printable(row.label) },
        { label: say('at'), isFixed: true, cell: (row) => instantOf(row.createdAt) },
      ]}
    />
  )
}
