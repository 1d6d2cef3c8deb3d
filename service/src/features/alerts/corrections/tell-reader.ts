import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import {
  type CorrectionOfClient,
  correctionId,
  type ToldCorrection,
} from '@lastro/rules/listings/told-correction.ts'
import type { Clock } from '../../../clock.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { Occurrence } from '../alert.ts'
import type { NewOccurrence, OccurrenceStore } from '../alert-store.ts'
import { deliveriesTo, occurrenceId } from '../match-event.ts'
import type { CorrectionStore } from './correction-store.ts'

export type TellReaderDeps = {
  readonly corrections: Pick<CorrectionStore, 'tellClient'>
  readonly occurrences: Pick<OccurrenceStore, 'targets'>
  readonly findClient: (id: string) => Promise<{ readonly revokedAtMs: number | undefined } | undefined>
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/**
 * CDC art. 43 §3: one client is told of one correction. It becomes an occurrence, on its way to every webhook and
 * confirmed e-mail that the client has now, whatever it watches and whatever its purposes are. A client that has none,
 * or was revoked, is left for the operator to tell.
 */
export async function tellReader(deps: TellReaderDeps, row: OutboxRow): Promise<Handled> {
  const told = row.payload as unknown as CorrectionOfClient
  const { clientId, register } = row
  const client = await deps.findClient(clientId)
  const isThere = client !== undefined && client.revokedAtMs === undefined
  const targets = isThere ? await deps.occurrences.targets(clientId) : []
  const machineMs = deps.clock.nowMs()
  const moment = { machineMs, nowMs: await deps.nowMsIn(register) }
  const occurrence = occurrenceOf(row, told, moment.nowMs)
  const deliveries = deliveriesTo(targets, occurrence, moment)
  const correction =
    told.watched === undefined ? correctionOf(row, told, occurrence.id, machineMs) : undefined
  await deps.corrections.tellClient({ occurrence, deliveries }, correction, machineMs)
  return 'done'
}

function occurrenceOf(
  { id, clientId, register }: OutboxRow,
  { documento, listingId, version, data, watched }: CorrectionOfClient,
  createdAtMs: number,
): NewOccurrence['occurrence'] {
  const registration: Pick<Occurrence, 'registrationId' | 'label'> = {
    registrationId: watched?.registrationId ?? '',
    label: watched?.label,
  }
  return {
    id: occurrenceId(id, clientId),
    register,
    clientId,
    document: documento,
    event: correctionEvent,
    ...registration,
    data,
    shown: data.listing === undefined ? '' : `${listingId}:${version}`,
    createdAtMs,
  }
}

const correctionOf = (
  { clientId, register }: OutboxRow,
  { listingId, version, wrongVersions, dueOn }: CorrectionOfClient,
  ofOccurrence: string,
  createdAtMs: number,
): ToldCorrection => ({
  id: correctionId({ listingId, version, recipient: clientId }),
  register,
  clientId,
  recipient: 'reader',
  listingId,
  version,
  wrongVersions,
  dueOn,
  occurrenceId: ofOccurrence,
  way: 'alert',
  createdAtMs,
  toldAtMs: undefined,
})
