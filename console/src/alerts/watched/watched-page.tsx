import type { Watch } from '@lastro/contract/alerts/alert-registrations.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { eventName } from '../../voice/event-name.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { AlertFilters, useAlertFilter } from '../alert-filters.tsx'
import { watchedName } from '../alert-names.ts'
import { EventCount } from '../event-choice.tsx'
import { AddWatch, EditWatch } from './watch-dialog.tsx'

type Open = { readonly act: 'add' } | { readonly act: 'edit' | 'remove'; readonly watch: Watch }

/** The documents that are watched, and for what. */
export function WatchedPage() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { asked, isFiltered, fields } = useAlertFilter()
  const [open, setOpen] = useState<Open>()
  const pages = usePages([...watchedName, asked], (cursor, limit) =>
    lastro.alerts.documents.page({ ...asked, cursor, limit }),
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
      <AlertFilters {...fields} />
      <Watches pages={pages} empty={say(isFiltered ? 'noneFiltered' : 'noWatched')} onOpen={setOpen} />
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

type WatchesProps = {
  readonly pages: Pages<Watch>
  readonly empty: string
  readonly onOpen: (open: Open) => void
}

function Watches({ pages, empty, onOpen }: WatchesProps) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const stateOf = ({ active }: Watch) => say(active ? 'watching' : 'ended')
  return (
    <List
      caption={say('watchedTitle')}
      pages={pages}
      empty={empty}
      rowKey={(row) => row.id}
      columns={[
        { id: 'document', label: say('document'), isFixed: true, text: (row) => documentText(row.documento) },
        { id: 'label', label: say('label'), text: (row) => row.label && printable(row.label) },
        {
          id: 'events',
          label: say('events'),
          text: ({ events }) => events?.map((one) => eventName(one, language)).join(', ') ?? say('allEvents'),
          cell: (row) => <EventCount events={row.events} />,
        },
        { id: 'policy', label: say('policy'), text: (row) => row.policy && printable(row.policy) },
        { id: 'until', label: say('until'), day: (row) => row.until },
        {
          id: 'state',
          label: say('state'),
          isFixed: true,
          isTallied: true,
          text: stateOf,
          cell: (row) => <Mark tone={row.active ? 'good' : 'quiet'}>{stateOf(row)}</Mark>,
        },
        {
          id: 'acts',
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
