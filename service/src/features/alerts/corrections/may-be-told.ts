import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Occurrence } from '../alert.ts'
import { mayMonitor } from '../match-event.ts'
import { isToldAsReader } from './told-as-reader.ts'

/** What a client may be sent now: without the purpose of watching, corrections of what it was shown alone; revoked, nothing. */
export type MayBeTold = 'everything' | 'corrections' | 'nothing'

export function mayBeTold(
  client: { readonly contract: ClientContract; readonly revokedAtMs: number | undefined } | undefined,
): MayBeTold {
  if (client === undefined || client.revokedAtMs !== undefined) return 'nothing'
  return mayMonitor(client.contract) ? 'everything' : 'corrections'
}

export const mayBeSent = (told: MayBeTold, occurrence: Occurrence): boolean =>
  told === 'everything' || (told === 'corrections' && isToldAsReader(occurrence))
