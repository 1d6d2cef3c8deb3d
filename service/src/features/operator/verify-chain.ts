import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { positionOf } from '@lastro/rules/trail/lane.ts'
import type { LaneHead } from '@lastro/rules/trail/seal.ts'
import type { Clock } from '../../clock.ts'
import type { OnVerified, Verification } from '../trail/seals/verify-trail.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { KeptVerification, VerificationStore } from './verification-store.ts'

/** Walks a chain beside the service, holding up nobody who is being answered. */
export type WalkChain = (
  environment: Environment,
  expected: string | undefined,
  onVerified: OnVerified,
) => Promise<Verification>

export type VerifyDeps = {
  readonly verifications: VerificationStore
  readonly trail: Pick<TrailStore, 'heads' | 'left'>
  readonly walkChain: WalkChain
  readonly clock: Clock
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

/** How often a walk says how far it is. */
const progressEveryMs = 1_000

/** A walk that has been silent for so long has died with its process. */
const silenceMaxMs = 60_000

/** Begins to walk a chain, and comes back at once; `running` when another walk is under way. */
export async function verifyChain(
  deps: VerifyDeps,
  asked: {
    readonly environment: Environment
    readonly expected: string | undefined
    readonly startedBy: string
  },
): Promise<KeptVerification | 'running'> {
  const { verifications, clock } = deps
  const { environment, startedBy } = asked
  const linksTotal =
    linksIn(await deps.trail.heads(environment)) - linksIn(await deps.trail.left(environment))
  const id = deps.newId()
  const startedAtMs = clock.nowMs()
  const isBegun = await verifications.begin(
    { id, environment, startedBy, startedAtMs, linksTotal },
    startedAtMs - silenceMaxMs,
  )
  if (!isBegun) return 'running'
  const begun = await verifications.find(id)
  if (begun === undefined) throw new Error('A verification that was just begun is gone')
  void walk(deps, id, asked).catch(deps.onError)
  return begun
}

/** How many links lanes have that end here. */
export const linksIn = (heads: readonly Pick<LaneHead, 'number'>[]): number =>
  heads.reduce((sum, { number }) => sum + positionOf(number), 0)

async function walk(
  { verifications, walkChain, clock, onError }: VerifyDeps,
  id: string,
  { environment, expected }: { readonly environment: Environment; readonly expected: string | undefined },
): Promise<void> {
  const far = { links: 0, records: 0 }
  const noting = setInterval(() => {
    void verifications.progress(id, { ...far, nowMs: clock.nowMs() }).catch(onError)
  }, progressEveryMs)
  noting.unref()
  try {
    const found = await walkChain(environment, expected, (links, records) => {
      far.links = links
      far.records = records
    })
    await verifications.end(id, found, clock.nowMs())
  } catch (error) {
    onError(error)
    await verifications.end(id, undefined, clock.nowMs())
  } finally {
    clearInterval(noting)
  }
}

/** One that fell silent is as good as failed, though nobody is there to say so. */
export const stateOf = ({ state, seenAtMs }: KeptVerification, nowMs: number): KeptVerification['state'] =>
  state === 'running' && seenAtMs < nowMs - silenceMaxMs ? 'failed' : state
