import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { AddressGuard } from '../../features/alerts/webhooks/address-guard.ts'
import {
  type Credentials,
  type CredentialsOwner,
  type DeclaredSource,
  sealOwner,
} from '../../features/declared-sources/declared-source.ts'
import type { SourceStore } from '../../features/declared-sources/source-store.ts'
import type { Pace, Source } from '../../features/reports/source.ts'
import { SourceTally } from '../../features/reports/source-tally.ts'
import type { Seal } from '../../features/sealing/sealed-secrets.ts'
import type { SlotLimits } from './call-slots.ts'
import { openExchange } from './exchange.ts'
import { type CallState, type OutwardCalls, outwardCalls } from './outward-calls.ts'
import { outwardSource } from './outward-source.ts'
import type { Provider, ProviderAccount, ProviderCall } from './provider.ts'
import type { CopyDeps } from './stored-copies.ts'

export type DeclaredDeps = {
  readonly store: SourceStore
  readonly providers: Readonly<Record<string, Provider>>
  readonly seal: Seal
  /** Where copies of answers are kept; undefined where nobody's contract is asked for. */
  readonly copies?: CopyDeps
  readonly guard: AddressGuard
  readonly clock: Clock
  /** Processes of this service, which divide the calls at a time among themselves. */
  readonly workers?: number
  readonly onError: (error: unknown) => void
}

/** A declared source as this process has it open. */
export type OpenSource = {
  readonly declared: DeclaredSource
  readonly source: Source & { readonly tally: SourceTally }
  readonly state: () => CallState
}

export type DeclaredSources = {
  /** Those that answer reports, by name. The map is the same object until one of them changes. */
  readonly enabled: () => ReadonlyMap<string, Source>
  readonly all: () => readonly OpenSource[]
  /** Looks at the store once, and opens what is new in it. */
  readonly look: () => Promise<void>
  /** Looks again and again. */
  readonly start: () => void
  /** Resolves when the copy of every answer that is to be kept is in the store. */
  readonly keepAll: () => Promise<void>
  /** Copies that could not be kept since the start, by why; undefined where none is kept. */
  readonly copiesLost: () => ReturnType<CopyDeps['keeper']['lost']> | undefined
  readonly stop: () => Promise<void>
}

/** A change is seen by every process within this time. */
const lookEveryMs = 1_500

type Held = OpenSource & { readonly calls: OutwardCalls }

/** Whose account it is; empty for the operator's. */
type Accounts = Map<string, Promise<ProviderAccount | undefined>>

/**
 * Follows the table of declared sources. Breaker, slots and pool of a source stay while it is declared, so that no
 * change lets more calls through than may be; its accounts are opened anew with every version of its row.
 */
export function declaredSources(deps: DeclaredDeps): DeclaredSources {
  const held = new Map<string, Held>()
  const stopping = new AbortController()
  let enabled: ReadonlyMap<string, Source> = new Map()
  let looking: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const rows = await deps.store.list()
    const isSame =
      rows.length === held.size && rows.every((row) => held.get(row.id)?.declared.version === row.version)
    if (isSame) return
    for (const row of rows) {
      const before = held.get(row.id)
      if (before?.declared.version !== row.version) held.set(row.id, opened(deps, row, before))
    }
    const ids = new Set(rows.map(({ id }) => id))
    const gone = [...held.values()].filter(({ declared }) => !ids.has(declared.id))
    for (const { declared } of gone) held.delete(declared.id)
    enabled = new Map(
      [...held.values()]
        .filter(({ declared }) => declared.isEnabled)
        .map(({ source }) => [source.name, source]),
    )
    for (const { calls } of gone) await calls.close()
  }
  const lookInTurn = (): Promise<void> => {
    looking = looking.then(look, look)
    return looking
  }
  const following = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted) await lookInTurn().catch(deps.onError)
    }
  }
  return {
    enabled: () => enabled,
    all: () => [...held.values()],
    look: lookInTurn,
    start: () => void following(),
    keepAll: async () => deps.copies?.keeper.flush(),
    copiesLost: () => deps.copies?.keeper.lost(),
    stop: async () => {
      stopping.abort()
      await looking.catch(() => undefined)
      await Promise.all([...held.values()].map(({ calls }) => calls.close()))
    },
  }
}

function opened(deps: DeclaredDeps, declared: DeclaredSource, before: Held | undefined): Held {
  const provider = deps.providers[declared.kind]
  if (provider === undefined) throw new Error(`No provider of the kind ${declared.kind}`)
  const calls = before?.calls ?? callsOf(deps, declared)
  const tally = before?.source.tally ?? new SourceTally(deps.clock)
  const accounts: Accounts = new Map()
  const accountOf = (clientId: string | undefined): Promise<ProviderAccount | undefined> => {
    const known = accounts.get(clientId ?? '')
    if (known !== undefined) return known
    const opening = openAccount(deps, declared, provider, calls, clientId)
    accounts.set(clientId ?? '', opening)
    // What could not be read now may be readable to the next that asks.
    opening.catch(() => accounts.delete(clientId ?? ''))
    return opening
  }
  const source = outwardSource({ ...deps, declared, provider, calls, accountOf, tally })
  // Work that can wait leaves no call of its client without a slot.
  const pace = (): Pace => {
    const { countMax, clientCountMax } = slotLimitsOf(deps, declared)
    const { breaker, restsUntilMs } = calls.state()
    return { atOnceMax: clientCountMax, inAllMax: pacedBy[breaker] ?? countMax, restsUntilMs }
  }
  return { declared, source: { ...source, tally, pace }, state: calls.state, calls }
}

/** What waits is not spent on a provider that may be down: one question tries it, and none goes beside that. */
const pacedBy: Readonly<Partial<Record<CallState['breaker'], number>>> = { open: 1, trying: 0 }

function slotLimitsOf({ workers = 1 }: DeclaredDeps, declared: DeclaredSource): SlotLimits {
  const share = (count: number): number => Math.max(1, Math.floor(count / workers))
  return {
    countMax: share(declared.concurrencyMax),
    clientCountMax: share(declared.clientConcurrencyMax),
  }
}

function callsOf(deps: DeclaredDeps, declared: DeclaredSource): OutwardCalls {
  const { guard, clock } = deps
  const limits = slotLimitsOf(deps, declared)
  const { url, timeoutMs } = declared
  const exchange = openExchange({ url, guard, connectionsMax: limits.countMax, timeoutMs })
  return outwardCalls({ exchange, limits, clock })
}

async function openAccount(
  { store, seal, clock }: DeclaredDeps,
  { id: sourceId, timeoutMs }: DeclaredSource,
  provider: Provider,
  calls: OutwardCalls,
  clientId: string | undefined,
): Promise<ProviderAccount | undefined> {
  const owner: CredentialsOwner = { sourceId, clientId }
  const sealed = await store.credentialsOf(owner)
  if (sealed === undefined) return undefined
  const credentials: Credentials = JSON.parse(seal.open(sealed, sealOwner(owner)))
  // A login belongs to everybody who waits for it, and to no client's share.
  const call: ProviderCall = (request) =>
    calls.call(request, { clientId: loginShare, signal: AbortSignal.timeout(timeoutMs) })
  return provider.openAccount({ credentials, call, clock })
}

/** In the place of a client. */
const loginShare = ''
