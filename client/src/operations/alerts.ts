import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type {
  AlertEmail,
  AlertEmailPatch,
  AlertEmailRequest,
  AlertEmailsAnswer,
  Watch,
  WatchesAnswer,
  WatchLine,
  WatchLinesEnd,
  WatchPatch,
  WatchRequest,
} from '@lastro/contract/alerts/alert-registrations.ts'
import type {
  DeliveriesAnswer,
  Delivery,
  Occurrence,
  OccurrencesAnswer,
} from '@lastro/contract/alerts/alerts.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, step } from '../transport/connection.ts'
import { type LineOptions, type Lines, linesOfBody } from '../transport/line-body.ts'
import { type Paged, paged } from '../transport/pages.ts'
import type { Transport } from '../transport/transport.ts'
import { type Registrations, registrations } from './registrations.ts'

export type AlertFilter = {
  readonly event?: AlertEvent | undefined
  readonly documento?: string | undefined
}

/** The documents that are watched, one by one or many in a body of lines. */
export type WatchedDocuments = Registrations<WatchRequest, WatchPatch, Watch> &
  Paged<Watch, AlertFilter> &
  Lines<WatchLine, WatchLinesEnd['end'], LineOptions>

export type AlertEmails = Registrations<AlertEmailRequest, AlertEmailPatch, AlertEmail> &
  Paged<AlertEmail, object> & {
    /** Sends the link to confirm once more; at most once an hour. */
    readonly confirmAgain: (id: string, options?: CallOptions) => Promise<AlertEmail>
  }

export type Occurrences = Paged<Occurrence, AlertFilter> & {
  readonly get: (id: string, options?: CallOptions) => Promise<Occurrence>
  readonly deliveries: (id: string, options?: CallOptions) => Promise<readonly Delivery[]>
  /** To whatever receives this event now, under the same id. */
  readonly sendAgain: (id: string, options?: CallOptions) => Promise<readonly Delivery[]>
}

export type Alerts = {
  readonly documents: WatchedDocuments
  readonly emails: AlertEmails
  readonly occurrences: Occurrences
}

export const alerts = (transport: Transport): Alerts => ({
  documents: documents(transport, '/alertas/v2/documentos'),
  emails: emails(transport, '/alertas/v2/emails'),
  occurrences: occurrences(transport, '/alertas/v2/ocorrencias'),
})

const documents = (transport: Transport, path: string): WatchedDocuments => ({
  ...registrations(transport, path),
  ...paged(transport, path, (result: ResultOf<typeof WatchesAnswer>) => result.documents),
  ...linesOfBody<WatchLine, WatchLinesEnd['end']>(transport, {
    path: `${path}/lotes`,
    // What is watched already answers `existing`.
    repeats: 'freely',
    endMember: 'end',
  }),
})

const emails = (transport: Transport, path: string): AlertEmails => ({
  ...registrations(transport, path),
  ...paged(transport, path, (result: ResultOf<typeof AlertEmailsAnswer>) => result.emails),
  confirmAgain: (id, options) =>
    transport.result({ method: 'POST', path: `${path}/${step(id)}/confirmacao`, repeats: 'never', options }),
})

function occurrences(transport: Transport, path: string): Occurrences {
  const one = (id: string) => `${path}/${step(id)}`
  const deliveries = async (told: Promise<ResultOf<typeof DeliveriesAnswer>>) => (await told).deliveries
  return {
    ...paged(transport, path, (result: ResultOf<typeof OccurrencesAnswer>) => result.occurrences),
    get: (id, options) => transport.get(one(id), options),
    deliveries: (id, options) => deliveries(transport.get(`${one(id)}/entregas`, options)),
    sendAgain: (id, options) =>
      deliveries(
        transport.result({ method: 'POST', path: `${one(id)}/reenviar`, repeats: 'never', options }),
      ),
  }
}
