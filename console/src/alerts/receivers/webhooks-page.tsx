import type { Webhook } from '@lastro/contract/alerts/webhooks.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { Facts } from '../../parts/facts.tsx'
import { instantOf } from '../../parts/instant.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { webhooksName } from '../alert-names.ts'
import { EventCount } from '../event-choice.tsx'
import { TestSend } from './test-send.tsx'
import { AddWebhook, EditWebhook, RotateSecret, WebhookAct } from './webhook-dialogs.tsx'

/** Where events are sent to. */
export function WebhooksPage() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const [isAdding, setIsAdding] = useState(false)
  const webhooks = useQuery({
    queryKey: [...webhooksName, language],
    queryFn: () => lastro.webhooks.list(),
  })
  return (
    <Page
      title={say('webhooksTitle')}
      lede={say('webhooksLede')}
      acts={
        <button type="button" className="main" onClick={() => setIsAdding(true)}>
          {say('addWebhook')}
        </button>
      }
    >
      <Answered query={webhooks}>
        {(data) =>
          data.length === 0 ? (
            <p className="empty">{say('noWebhooks')}</p>
          ) : (
            data.map((one) => <WebhookPanel key={one.id} webhook={one} />)
          )
        }
      </Answered>
      {isAdding && <AddWebhook onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

type Act = 'edit' | 'rotate' | 'switchOff' | 'switchOn' | 'remove'

function WebhookPanel({ webhook }: { readonly webhook: Webhook }) {
  const say = useSay(alertWords)
  const [open, setOpen] = useState<Act>()
  const { label, url, enabled, off } = webhook
  const acts: readonly Act[] = ['edit', 'rotate', enabled ? 'switchOff' : 'switchOn', 'remove']
  const close = () => setOpen(undefined)
  return (
    <section className="panel">
      <h2 className="subject-small">{printable(label ?? url)}</h2>
      {label !== undefined && <p className="code">{url}</p>}
      <p>
        <Mark tone={enabled ? 'good' : 'bad'}>{say(enabled ? 'enabled' : 'off')}</Mark>{' '}
        {off !== undefined && (
          <span>
            {off.message} <span className="muted">{say('offSince', { at: instantOf(off.at) })}</span>
          </span>
        )}
      </p>
      {webhook.previousSecretUntil !== undefined && (
        <Notice>{say('twoSecrets', { at: instantOf(webhook.previousSecretUntil) })}</Notice>
      )}
      <Facts
        facts={[
          { label: say('events'), value: <EventCount events={webhook.events} /> },
          { label: say('createdAt'), value: instantOf(webhook.createdAt) },
          { label: say('failingSince'), value: webhook.failingSince && instantOf(webhook.failingSince) },
        ]}
      />
      <TestSend id={webhook.id}>
        {acts.map((act) => (
          <button
            key={act}
            type="button"
            className={act === 'remove' ? 'danger' : undefined}
            onClick={() => setOpen(act)}
          >
            {say(act)}
          </button>
        ))}
      </TestSend>
      {open === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {(open === 'switchOff' || open === 'switchOn' || open === 'remove') && (
        <WebhookAct act={open} webhook={webhook} onClose={close} />
      )}
    </section>
  )
}
