import type { AlertEmail } from '@lastro/contract/alerts/alert-registrations.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { emailsName } from '../alert-names.ts'
import { EventCount } from '../event-choice.tsx'
import { AddEmail, EditEmail } from './email-dialog.tsx'

type Act = 'edit' | 'pause' | 'resume' | 'confirmAgain' | 'remove'
type Open = { readonly act: Act; readonly email: AlertEmail }

/** The addresses that alerts go to, and where each stands. */
export function EmailsPage() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [isAdding, setIsAdding] = useState(false)
  const [open, setOpen] = useState<Open>()
  const pages = usePages(emailsName, (cursor, limit) => lastro.alerts.emails.page({ cursor, limit }))
  const close = () => setOpen(undefined)
  return (
    <Page
      title={say('emailsTitle')}
      lede={say('emailsLede')}
      acts={
        <button type="button" className="main" onClick={() => setIsAdding(true)}>
          {say('addEmail')}
        </button>
      }
    >
      <EmailList pages={pages} onOpen={setOpen} />
      {isAdding && <AddEmail onClose={() => setIsAdding(false)} />}
      {open?.act === 'edit' && <EditEmail email={open.email} onClose={close} />}
      {open !== undefined && open.act !== 'edit' && (
        <EmailAct act={open.act} email={open.email} onClose={close} />
      )}
    </Page>
  )
}

/** What can be done about an address, by where it stands. */
const offered = {
  unconfirmed: ['edit', 'confirmAgain', 'remove'],
  active: ['edit', 'pause', 'remove'],
  paused: ['edit', 'resume', 'remove'],
  unsubscribed: ['remove'],
} as const satisfies Record<string, readonly Act[]>

const actTexts = {
  pause: { title: 'pause', text: 'pauseText' },
  resume: { title: 'resume', text: 'resumeText' },
  confirmAgain: { title: 'confirmAgain', text: 'confirmAgainText' },
  remove: { title: 'removeEmail', text: 'removeEmailText' },
} as const

type EmailActProps = {
  readonly act: keyof typeof actTexts
  readonly email: AlertEmail
  readonly onClose: () => void
}

function EmailAct({ act, email: { id, email }, onClose }: EmailActProps) {
  const say = useSay(alertWords)
  const { emails } = useSession().lastro.alerts
  const acts = {
    pause: () => emails.update(id, { paused: true }),
    resume: () => emails.update(id, { paused: false }),
    confirmAgain: () => emails.confirmAgain(id),
    remove: () => emails.remove(id),
  }
  const { title, text } = actTexts[act]
  return (
    <ActDialog
      title={say(title)}
      text={say(text, { email })}
      button={say(act)}
      isDanger={act === 'remove'}
      act={acts[act]}
      changes={emailsName}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type EmailListProps = { readonly pages: Pages<AlertEmail>; readonly onOpen: (open: Open) => void }

function EmailList({ pages, onOpen }: EmailListProps) {
  const say = useSay(alertWords)
  return (
    <List
      caption={say('emailsTitle')}
      pages={pages}
      empty={say('noEmails')}
      rowKey={(row) => row.id}
      columns={[
        { id: 'email', label: say('email'), isFixed: true, text: (row) => row.email },
        {
          id: 'state',
          label: say('state'),
          isTallied: true,
          text: (row) => say(row.state),
          cell: (row) => <EmailState email={row} />,
        },
        { id: 'digest', label: say('digest'), text: (row) => say(row.digest) },
        { id: 'events', label: say('events'), cell: (row) => <EventCount events={row.events} /> },
        {
          id: 'documents',
          label: say('ofDocuments'),
          cell: (row) => <OfDocuments documents={row.documents} />,
        },
        {
          id: 'acts',
          label: say('acts'),
          cell: (row) => (
            <div className="acts tight">
              {offered[row.state].map((act) => (
                <button key={act} type="button" className="plain" onClick={() => onOpen({ act, email: row })}>
                  {say(act)}
                </button>
              ))}
            </div>
          ),
        },
      ]}
    />
  )
}

const tones = { unconfirmed: 'warn', active: 'good', paused: 'bad', unsubscribed: 'quiet' } as const

function EmailState({ email: { state, pause } }: { readonly email: AlertEmail }) {
  const say = useSay(alertWords)
  return (
    <>
      <Mark tone={tones[state]}>{say(state)}</Mark>
      {pause !== undefined && <p className="small muted">{pause.reason}</p>}
      {pause?.answer !== undefined && <p className="small code">{printable(pause.answer)}</p>}
      {state === 'unsubscribed' && <p className="small muted">{say('unsubscribedText')}</p>}
    </>
  )
}

function OfDocuments({ documents }: { readonly documents: readonly string[] | undefined }) {
  const say = useSay(alertWords)
  if (documents === undefined) return say('allDocuments')
  return (
    <details className="inline">
      <summary>{say('countDocuments', { count: documents.length })}</summary>
      <ul>
        {documents.map((one) => (
          <li key={one} className="number">
            {documentText(one)}
          </li>
        ))}
      </ul>
    </details>
  )
}
