import { randomBytes } from 'node:crypto'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import type { UserWithSecrets } from '../user.ts'

/** After this long without a sign-in a browser is unknown again. */
export const deviceLifeMs = 90 * 24 * 60 * 60_000

/** The owner of a browser, with the epoch whose change revokes all of that user's devices. */
export type DeviceOwner = Pick<UserWithSecrets, 'id' | 'deviceEpoch'>

/**
 * The value of the device cookie, which proves that this user has signed in from the browser. The seal is bound to the
 * user, so it cannot be forged, read or used for another user.
 */
export function deviceText(seal: Seal, owner: DeviceOwner, nowMs: number, id = newDeviceId()): string {
  return seal.seal(`${id} ${owner.deviceEpoch} ${nowMs + deviceLifeMs}`, sealOwner(owner.id))
}

/** The id of the device; undefined unless its cookie is this user's, has not expired and was not revoked. */
export function knownDevice(
  seal: Seal,
  sent: string | undefined,
  owner: DeviceOwner | undefined,
  nowMs: number,
): string | undefined {
  if (sent === undefined) return undefined
  // An unknown user takes the same steps, so that response times reveal nothing.
  const text = opened(seal, sent, sealOwner(owner?.id ?? ''))
  if (text === undefined || owner === undefined) return undefined
  const [id, epoch, untilMs] = text.split(' ')
  return Number(epoch) === owner.deviceEpoch && Number(untilMs) > nowMs ? id : undefined
}

const newDeviceId = (): string => randomBytes(12).toString('base64url')

const sealOwner = (userId: string): string => `device of ${userId}`

function opened(seal: Seal, sent: string, owner: string): string | undefined {
  try {
    return seal.open(sent, owner)
  } catch {
    return undefined
  }
}
