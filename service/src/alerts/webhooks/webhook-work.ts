import { setTimeout as wait } from 'node:timers/promises'
import type { Register } from '../alert.ts'
import type { ClaimDeliveries, ClaimedDelivery } from '../alert-store.ts'
import { type DeliverDeps, deliverWebhook } from './deliver-webhook.ts'
import type { Webhook } from './webhook.ts'

export type WebhookWork = {
  /** Takes up what is due and waits for some of what is under way; says how much was done, 0 when nothing is left. */
  readonly run: () => Promise<number>
  /** Waits for everything that is under way. */
  readonly finish: () => Promise<void>
}

/** Sent side by side by one process. */
const underWayMax = 64

/** Of those, the share of one webhook; of one that fails, so few that it holds up nobody while it hangs. */
const shareMax = 16
const failingShareMax = 2

/** While some are busy, how often to look whether there is anything for another. */
const lookEveryMs = 200

/** Longer than a sending may take with everything around it: past it, whoever held it is taken to have died. */
const claimMs = 45_000

/** How long what could not even be tried waits, for a fault of ours to be mended. */
const faultPauseMs = 60_000

/**
 * Sends what is due in a window that slides: each webhook has its share of it, and is given more as soon as half of
 * that is free. A receiver that hangs fills its own share and no more.
 */
export function webhookWork(deps: DeliverDeps): WebhookWork {
  const underWay = new Set<Promise<void>>()
  const lanes = new Map<string, Lane>()
  let lookedAtMs = 0

  const laneOf = (id: string, webhook: Webhook | undefined): Lane => {
    const lane = lanes.get(id) ?? { busy: 0, share: shareMax }
    lane.share = webhook?.failingSinceMs === undefined ? shareMax : failingShareMax
    lanes.set(id, lane)
    return lane
  }
  const start = (claimed: ClaimedDelivery, webhook: Webhook | undefined, lane: Lane) => {
    lane.busy += 1
    const sending = attempted(deps, claimed, webhook).finally(() => {
      lane.busy -= 1
      if (lane.busy === 0) lanes.delete(claimed.delivery.targetId)
      underWay.delete(sending)
    })
    underWay.add(sending)
  }
  const take = async (which: Pick<ClaimDeliveries, 'onlyTarget' | 'exceptTargets' | 'limit'>) => {
    const claimed = await claim(deps, which)
    const found = await deps.webhooks.findAny([...new Set(claimed.map((one) => one.delivery.targetId))])
    for (const one of claimed) {
      const { targetId } = one.delivery
      const webhook = found.find(({ id }) => id === targetId)
      const lane = laneOf(targetId, webhook)
      if (lane.busy < lane.share) start(one, webhook, lane)
      else await deps.deliveries.postpone(one.delivery, one.delivery.dueAtMs)
    }
    return claimed.length
  }
  const fill = async (): Promise<number> => {
    let taken = 0
    for (const [id, { busy, share }] of [...lanes]) {
      if (busy > share / 2) continue
      taken += await take({ onlyTarget: id, limit: share - busy })
    }
    const limit = underWayMax - underWay.size
    if (limit > 0 && (lanes.size === 0 || performance.now() - lookedAtMs >= lookEveryMs)) {
      lookedAtMs = performance.now()
      taken += await take({ exceptTargets: [...lanes.keys()], limit })
    }
    return taken
  }

  return {
    run: async () => {
      const taken = await fill()
      if (underWay.size === 0) return taken
      await Promise.race([...underWay, wait(lookEveryMs, undefined, { ref: false })])
      return Math.max(taken, 1)
    },
    finish: async () => void (await Promise.all(underWay)),
  }
}

type Lane = { busy: number; share: number }

/** Side by side in a sandbox that has moved its clock. */
const registerCount = 16

/** A sandbox's receivers may hang; whoever moves the clock is not held longer than this, and the rest follows. */
const registerPatienceMs = 20_000

/** Everything due in one register, as after its clock has moved: what failed on the way is tried again on the way. */
export async function deliverRegister(deps: DeliverDeps, register: Register): Promise<void> {
  const untilMs = performance.now() + registerPatienceMs
  while (performance.now() < untilMs) {
    const claimed = await claim(deps, { register, limit: registerCount })
    if (claimed.length === 0) return
    const found = await deps.webhooks.findAny([...new Set(claimed.map((one) => one.delivery.targetId))])
    const webhookOf = (id: string) => found.find((one) => one.id === id)
    await Promise.all(claimed.map((one) => attempted(deps, one, webhookOf(one.delivery.targetId))))
  }
}

function claim(
  { deliveries, clock }: DeliverDeps,
  which: Partial<Pick<ClaimDeliveries, 'register' | 'onlyTarget' | 'exceptTargets'>> & { limit: number },
): Promise<readonly ClaimedDelivery[]> {
  const nowMs = clock.nowMs()
  return deliveries.claim({
    kind: 'webhook',
    isDigest: false,
    register: undefined,
    nowMs,
    claimedUntilMs: nowMs + claimMs,
    ...which,
  })
}

/** A fault of ours is no attempt: the delivery waits, and the log says why. */
async function attempted(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  webhook: Webhook | undefined,
): Promise<void> {
  try {
    await deliverWebhook(deps, claimed, webhook)
  } catch (error) {
    deps.onError('webhook', error)
    const dueAtMs = deps.clock.nowMs() + faultPauseMs
    // If this fails too the claim runs out by itself.
    await deps.deliveries.postpone(claimed.delivery, dueAtMs).catch(() => undefined)
  }
}
