import type { AlertEmail, Watch } from '@lastro/contract/alerts/alert-registrations.ts'
import type { Webhook } from '@lastro/contract/alerts/webhooks.ts'
import { dateText, documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { watchedWords } from '../../words/creditor/watched.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { emailsName, webhooksName } from '../alert-names.ts'
import { chosenOf, EventCount } from '../event-choice.tsx'
import { receiversOf } from './receivers-of.ts'
import { EditWatch } from './watch-dialog.tsx'

type WatchedDialogProps = { readonly watch: Watch; readonly onClose: () => void }

/** That a document is watched, what will be told of it, and where. */
export function WatchedDialog({ watch, onClose }: WatchedDialogProps) {
  const say = useSay(watchedWords)
  const sayShell = useSay(shellWords)
  const [isChanging, setIsChanging] = useState(false)
  if (isChanging) return <EditWatch watch={watch} onClose={onClose} />
  return (
    <Dialog title={say('title')} onClose={onClose}>
      <p>
        {say('isWatched', { document: documentText(watch.documento) })}
        {watch.until !== undefined && ` ${say('until', { day: dateText(watch.until) })}`}
      </p>
      <h3>{say('what')}</h3>
      <p>{chosenOf(watch.events) === undefined ? say('everything') : <EventCount events={watch.events} />}</p>
      <h3>{say('where')}</h3>
      <Receivers watch={watch} />
      <div className="acts">
        <button type="button" onClick={() => setIsChanging(true)}>
          {say('change')}
        </button>
        <button type="button" className="main" onClick={onClose}>
          {sayShell('close')}
        </button>
      </div>
    </Dialog>
  )
}

/** Whoever watches is told in the list in any case; the rest only where somebody receives it. */
function Receivers({ watch }: { readonly watch: Watch }) {
  const say = useSay(watchedWords)
  const { lastro } = useSession()
  const query = useQuery({
    queryKey: [...emailsName, 'and', ...webhooksName],
    queryFn: async () => {
      const [{ items }, webhooks] = await Promise.all([
        lastro.alerts.emails.page({ limit: receiverCountMax }),
        lastro.webhooks.list(),
      ])
      return { emails: items, webhooks }
    },
  })
  return (
    <Answered query={query}>
      {(all: { readonly emails: readonly AlertEmail[]; readonly webhooks: readonly Webhook[] }) => {
        const { emails, webhooks } = receiversOf(watch, all)
        return (
          <ul>
            <li>
              <Link href="/alertas">{say('inList')}</Link>
            </li>
            <li>
              {emails.length === 0
                ? say('noEmail')
                : say('byEmail', { emails: emails.map(({ email }) => printable(email)).join(', ') })}{' '}
              <Link href="/alertas/emails">{say('emails')}</Link>
            </li>
            {webhooks.length > 0 && <li>{say('byWebhook', { count: webhooks.length })}</li>}
          </ul>
        )
      }}
    </Answered>
  )
}

/** As many as a page holds; the list has them all. */
const receiverCountMax = 200
