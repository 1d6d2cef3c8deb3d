import type { Watch } from '@lastro/contract/alerts/alert-registrations.ts'
import { dateText, documentText, printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { ActDialog } from '../parts/forms/act-dialog.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Listed } from '../parts/lists/listed.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/mark.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { alertWords } from '../words/alerts.ts'
import { AlertFilters, isFiltered, noFilter } from './alert-filters.tsx'
import { watchedName } from './alert-names.ts'
import { EventCount } from './event-choice.tsx'
import { AddWatch, EditWatch } from './watch-dialog.tsx'

type Open = { readonly act: 'add' } | { readonly act: 'edit' | 'remove'; readonly watch: Watch }

/** The documents that are watched, and for what. */
export function WatchedPage() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [filter, setFilter] = useState(noFilter)
  const [open, setOpen] = useState<Open>()
  const pages = usePages([...watchedName, filter], (cursor) =>
    lastro.alerts.documents.page({ ...filter, cursor }),
  )
  const close = () => setOpen(undefined)
  return (
    <Page
      title={say('watchedTitle')}
      lede={say('watchedLede')}
      acts={
        <>
          <Link href="/alertas/documentos/lote" className="button">
            {say('watchMany')}
          </Link>
          <button type="button" className="main" onClick={() => setOpen({ act: 'add' })}>
            {say('watch')}
          </button>
        </>
      }
    >
      <AlertFilters onFilter={setFilter} />
      <Listed pages={pages} empty={say(isFiltered(filter) ? 'noneFiltered' : 'noWatched')}>
        {(items) => <WatchTable items={items} onOpen={setOpen} />}
      </Listed>
      {open?.act === 'add' && <AddWatch onClose={close} />}
      {open?.act === 'edit' && <EditWatch watch={open.watch} onClose={close} />}
      {open?.act === 'remove' && (
        <ActDialog
          title={say('unwatch')}
          text={say('unwatchText', { document: documentText(open.watch.documento) })}
          button={say('unwatch')}
          isDanger
          act={() => lastro.alerts.documents.remove(open.watch.id)}
          changes={watchedName}
          onDone={close}
          onClose={close}
        />
      )}
    </Page>
  )
}

type WatchTableProps = { readonly items: readonly Watch[]; readonly onOpen: (open: Open) => void }

function WatchTable({ items, onOpen }: WatchTableProps) {
  const say = useSay(alertWords)
  return (
    <DataTable
      caption={say('watchedTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { label: say('document'), isFixed: true, cell: (row) => documentText(row.documento) },
        { label: say('label'), cell: (row) => row.label && printable(row.label) },
        { label: say('events'), cell: (row) => <EventCount events={row.events} /> },
        { label: say('until'), isFixed: true, cell: (row) => row.until && dateText(row.until) },
        {
          label: say('state'),
          isFixed: true,
          cell: (row) => (
            <Mark tone={row.active ? 'good' : 'quiet'}>{say(row.active ? 'watching' : 'ended')}</Mark>
          ),
        },
        {
          label: say('acts'),
          cell: (row) => (
            <div className="acts tight">
              <button type="button" className="plain" onClick={() => onOpen({ act: 'edit', watch: row })}>
                {say('edit')}
              </button>
              <button type="button" className="plain" onClick={() => onOpen({ act: 'remove', watch: row })}>
                {say('remove')}
              </button>
            </div>
          ),
        },
      ]}
    />
  )
}
