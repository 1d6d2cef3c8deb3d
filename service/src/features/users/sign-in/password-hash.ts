import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Argon2id as OWASP asks at the least (19 MiB, two passes, one lane): a try costs an attacker as much memory as it
 * costs us, and a sign-in still takes a fraction of a second.
 */
const usualCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Hashing runs beside the event loop, and one at a time: the other cores belong to queries. */
const hashesAtOnceMax = 1

/** A storm of sign-ins beyond this is told to come back: nobody waits longer for a hash than for a report. */
const hashesWaitingMax = 40

/** More sign-ins wait than can be served soon. */
export class TooManyHashes extends Error {}

export type PasswordHashing = {
  /** Throws when as many wait as may: for whoever would otherwise write before being turned away. */
  readonly refuseIfFull: () => void
  readonly hash: (password: string) => Promise<string>
  /** Takes as long for no hash at all as for a wrong one. */
  readonly matches: (password: string, kept: string | undefined) => Promise<boolean>
}

export function passwordHashing(cost = usualCost): PasswordHashing {
  const { inTurn, refuseIfFull } = turns(hashesAtOnceMax, hashesWaitingMax)
  return {
    refuseIfFull,
    hash: async (password) => {
      const salt = randomBytes(saltBytes)
      const tag = await inTurn(() => argon2id(password, salt, cost))
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
    },
    matches: async (password, kept) => {
      const read = kept === undefined ? undefined : readHash(kept)
      const { salt, tag, cost: asked } = read ?? nobody
      const found = await inTurn(() => argon2id(password, salt, asked))
      return timingSafeEqual(found, tag) && read !== undefined
    },
  }
}

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }
type ReadHash = { readonly salt: Buffer; readonly tag: Buffer; readonly cost: Cost }

/** What the password of an unknown user is compared with. */
const nobody: ReadHash = { salt: randomBytes(saltBytes), tag: randomBytes(tagBytes), cost: usualCost }

/** The text says how it was made, so that a later cost does not lock out those who came before. */
function readHash(text: string): ReadHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text) ?? []
  if (memory === undefined) throw new Error('A kept password is not an argon2id hash')
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** The same characters however a keyboard composes them. */
const argon2id = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength: tagBytes }, (error, tag) =>
      error === null ? resolve(tag) : reject(error),
    )
  })

/** Runs so many at once, lets so many wait, and refuses the rest. */
function turns(atOnceMax: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const refuseIfFull = (): void => {
    if (running >= atOnceMax && waiting.length >= waitingMax) throw new TooManyHashes()
  }
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    refuseIfFull()
    if (running >= atOnceMax) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // A turn that ends is handed to the one that has waited longest.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return { inTurn, refuseIfFull }
}
