import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { Webhook } from '@lastro/contract/alerts/webhooks.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { webhooksName } from '../alert-names.ts'
import { type ChosenEvents, chosenOf, EventChoice } from '../event-choice.tsx'

type Draft = { readonly url: string; readonly label: string; readonly events: ChosenEvents }
type OfWebhook = { readonly webhook: Webhook; readonly onClose: () => void }

export function AddWebhook({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [draft, setDraft] = useState<Draft>({ url: '', label: '', events: undefined })
  const make = async () => {
    const { secret } = await lastro.webhooks.create({
      url: draft.url.trim(),
      ...(draft.label.trim() !== '' && { label: draft.label.trim() }),
      ...(draft.events !== undefined && { events: draft.events as AlertEvent[] }),
    })
    return [{ label: say('secret'), value: secret }]
  }
  return (
    <SecretDialog
      title={say('addWebhook')}
      button={say('add')}
      make={make}
      changes={webhooksName}
      onClose={onClose}
    >
      {(wrong) => <WebhookFields draft={draft} onChange={setDraft} wrong={wrong} />}
    </SecretDialog>
  )
}

export function EditWebhook({ webhook, onClose }: OfWebhook) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [draft, setDraft] = useState<Draft>({
    url: webhook.url,
    label: webhook.label ?? '',
    events: chosenOf(webhook.events),
  })
  const act = () =>
    lastro.webhooks.update(webhook.id, {
      url: draft.url.trim(),
      label: draft.label.trim() || null,
      events: draft.events === undefined ? null : (draft.events as AlertEvent[]),
    })
  return (
    <ActDialog
      title={say('editWebhook')}
      button={say('save')}
      act={act}
      changes={webhooksName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => <WebhookFields draft={draft} onChange={setDraft} wrong={wrong} />}
    </ActDialog>
  )
}

export function RotateSecret({ webhook, onClose }: OfWebhook) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const make = async () => {
    const { secret } = await lastro.webhooks.rotate(webhook.id)
    return [{ label: say('secret'), value: secret }]
  }
  return (
    <SecretDialog
      title={say('rotate')}
      text={say('rotateText')}
      button={say('rotate')}
      make={make}
      changes={webhooksName}
      onClose={onClose}
    />
  )
}

const actTexts = {
  switchOff: { title: 'switchOff', text: 'switchOffText' },
  switchOn: { title: 'switchOn', text: 'switchOnText' },
  remove: { title: 'removeWebhook', text: 'removeWebhookText' },
} as const

type WebhookActProps = OfWebhook & { readonly act: keyof typeof actTexts }

export function WebhookAct({ act, webhook: { id, url }, onClose }: WebhookActProps) {
  const say = useSay(alertWords)
  const { webhooks } = useSession().lastro
  const acts = {
    switchOff: () => webhooks.update(id, { enabled: false }),
    switchOn: () => webhooks.update(id, { enabled: true }),
    remove: () => webhooks.remove(id),
  }
  const { title, text } = actTexts[act]
  return (
    <ActDialog
      title={say(title)}
      text={say(text, { url })}
      button={say(act)}
      isDanger={act === 'remove'}
      act={acts[act]}
      changes={webhooksName}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type WebhookFieldsProps = {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly wrong: Readonly<Record<string, string>>
}

function WebhookFields({ draft, onChange, wrong }: WebhookFieldsProps) {
  const say = useSay(alertWords)
  return (
    <>
      <TextField
        label={say('url')}
        help={say('urlHelp')}
        type="url"
        autoComplete="off"
        maxLength={2048}
        required
        value={draft.url}
        wrong={wrong.url}
        onChange={(event) => onChange({ ...draft, url: event.target.value })}
      />
      <TextField
        label={say('label')}
        help={say('webhookLabelHelp')}
        maxLength={100}
        value={draft.label}
        wrong={wrong.label}
        onChange={(event) => onChange({ ...draft, label: event.target.value })}
      />
      <EventChoice
        events={draft.events}
        wrong={wrong.events}
        onChoose={(events) => onChange({ ...draft, events })}
      />
    </>
  )
}
