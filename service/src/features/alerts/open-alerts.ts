import type { Text } from '@lastro/contract/text.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { Handler } from '../../jobs/runner.ts'
import type { SendMail } from '../notices/send-mail.ts'
import { type AlertJobDeps, type AlertJobs, alertJobs } from './alert-jobs.ts'
import type { AlertStore } from './alert-store.ts'
import { tellReader } from './corrections/tell-reader.ts'
import { sendEmails } from './emails/send-emails.ts'
import type { RecordAlert } from './record-alert.ts'
import { registerPatienceMs } from './webhooks/webhook-work.ts'

export type OpenAlerts = Omit<AlertJobDeps, keyof AlertStore> & { readonly alerts: AlertStore }

export type Alerts = AlertJobs & {
  /** Every mail due in a sandbox whose clock has moved. */
  readonly deliverEmails: (register: Register) => Promise<void>
  /** Tells one client of one correction. */
  readonly tellReader: Handler
  /** Puts an alert on record before anybody sees it. */
  readonly record: RecordAlert
}

/** Everything that turns events into alerts and sends them by e-mail, put together from what the program has. */
export function openAlerts({ alerts, ...rest }: OpenAlerts): Alerts {
  const deps: AlertJobDeps = { ...rest, ...alerts }
  return {
    ...alertJobs(deps),
    record: deps.record,
    tellReader: (row) => tellReader(deps, row),
    deliverEmails: async (register) => {
      const untilMs = performance.now() + registerPatienceMs
      while (performance.now() < untilMs && (await sendEmails(deps, register)) > 0);
    },
  }
}

type MailSettings = { readonly isMailSet: boolean; readonly publicUrl: string | undefined }

/** How alerts leave by e-mail; undefined while the operator has yet to say, and they wait. */
export const mailingOf = ({ isMailSet, publicUrl }: MailSettings, send: SendMail) =>
  isMailSet && publicUrl !== undefined ? { send, publicUrl } : undefined

/** Reads after "alerts": on the screen, and in the log. Undefined when nothing waits. */
export function alertsWaiting({ isMailSet, publicUrl }: MailSettings): Text | undefined {
  const missing = [
    ...(isMailSet ? [] : ['LASTRO_SMTP_URL']),
    ...(publicUrl === undefined ? ['LASTRO_PUBLIC_URL'] : []),
  ]
  if (missing.length === 0) return undefined
  return missing.length === 1
    ? {
        pt: `os por e-mail esperam: falta a configuração ${missing[0]}`,
        en: `those by e-mail wait: the setting ${missing[0]} is missing`,
      }
    : {
        pt: `os por e-mail esperam: faltam as configurações ${missing.join(' e ')}`,
        en: `those by e-mail wait: the settings ${missing.join(' and ')} are missing`,
      }
}
