import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 as every application of codes does it: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30
const digits = 6

/** As long as the hash, which is what RFC 4226 asks for. */
const secretBytes = 20

/** A code is good one step early and one step late: clocks differ, and people type slowly. */
const stepsAside = 1

/** The number of the thirty seconds that an instant lies in. */
export const totpStepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / stepSeconds)

/** The code of a step; `length` only to be held against the vectors of the RFC, which have eight digits. */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The step that a code belongs to, if it is one of now; whether it was used before is for the store to say. */
export function totpStepOf(secret: Buffer, code: string, nowMs: number): number | undefined {
  const now = totpStepAt(nowMs)
  const near = Array.from({ length: 2 * stepsAside + 1 }, (_, at) => now - stepsAside + at)
  return near.find((step) => totpCode(secret, step) === code)
}

export const newTotpSecret = (): Buffer => randomBytes(secretBytes)

/** What an application of codes reads from a QR code. */
export function totpUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Lastro:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Lastro&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: what a person can type. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
