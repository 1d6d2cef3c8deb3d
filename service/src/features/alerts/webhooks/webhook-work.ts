import { setTimeout as wait } from 'node:timers/promises'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { Delivery } from '../alert.ts'
import type { ClaimDeliveries, ClaimedDelivery } from '../alert-store.ts'
import { type DeliverDeps, deliverWebhook, type WebhookFound } from './deliver-webhook.ts'

export type WebhookWork = {
  /** Takes up what is due and waits for some of what is under way; says how much was done, 0 when nothing is left. */
  readonly run: () => Promise<number>
  /** Waits for everything that is under way. */
  readonly finish: () => Promise<void>
}

/** Sent side by side by one process. */
const underWayMax = 128

/** Of those, the share of one webhook; of one that fails, so few that it holds up nobody while it hangs. */
const shareMax = 32
const failingShareMax = 2

/** While some are busy, how often to look whether there is anything for another. */
const lookEveryMs = 200

/** Longer than a sending may take with everything around it: past it, whoever held it is taken to have died. */
const claimMs = 30_000

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

  const laneOf = (id: string, of: WebhookFound | undefined): Lane => {
    const lane = lanes.get(id) ?? { busy: 0, share: shareMax }
    lane.share = of?.webhook.failingSinceMs === undefined ? shareMax : failingShareMax
    lanes.set(id, lane)
    return lane
  }
  const start = (claimed: ClaimedDelivery, webhook: WebhookFound | undefined, lane: Lane) => {
    lane.busy += 1
    const sending = attempted(deps, claimed, webhook).finally(() => {
      lane.busy -= 1
      underWay.delete(sending)
    })
    underWay.add(sending)
  }
  const take = async (which: Pick<ClaimDeliveries, 'onlyTarget' | 'exceptTargets' | 'limit'>) => {
    const claimed = await claim(deps, which)
    const found = await webhooksOf(deps, claimed)
    const tooMany: Delivery[] = []
    for (const one of claimed) {
      const webhook = found.get(one.delivery.targetId)
      const lane = laneOf(one.delivery.targetId, webhook)
      if (lane.busy < lane.share) start(one, webhook, lane)
      else tooMany.push(one.delivery)
    }
    if (tooMany.length > 0) await deps.deliveries.giveBack(tooMany)
    return claimed.length
  }
  /** More for those that are being sent to; a lane that is empty and gets nothing is closed. */
  const fillLanes = async (): Promise<number> => {
    let taken = 0
    for (const [id, { busy, share }] of [...lanes]) {
      const count = busy > share / 2 ? busy : await take({ onlyTarget: id, limit: share - busy })
      if (count === 0 && lanes.get(id)?.busy === 0) lanes.delete(id)
      else if (busy <= share / 2) taken += count
    }
    return taken
  }
  const openLanes = async (): Promise<number> => {
    let taken = 0
    for (let limit = free(); limit > 0; limit = free()) {
      const count = await take({ exceptTargets: [...lanes.keys()], limit })
      taken += count
      if (count < limit) break
    }
    return taken
  }
  const free = (): number => Math.min(shareMax, underWayMax - underWay.size)
  const fill = async (): Promise<number> => {
    const taken = await fillLanes()
    if (lanes.size > 0 && performance.now() - lookedAtMs < lookEveryMs) return taken
    lookedAtMs = performance.now()
    return taken + (await openLanes())
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
export const registerPatienceMs = 20_000

/** Everything due in one register, as after its clock has moved: what failed on the way is tried again on the way. */
export async function deliverRegister(deps: DeliverDeps, register: Register): Promise<void> {
  const untilMs = performance.now() + registerPatienceMs
  while (performance.now() < untilMs) {
    const claimed = await claim(deps, { register, limit: registerCount })
    if (claimed.length === 0) return
    const found = await webhooksOf(deps, claimed)
    await Promise.all(claimed.map((one) => attempted(deps, one, found.get(one.delivery.targetId))))
  }
}

async function webhooksOf(
  { webhooks, mayBeTold }: DeliverDeps,
  claimed: readonly ClaimedDelivery[],
): Promise<ReadonlyMap<string, WebhookFound>> {
  const found = await webhooks.findAny([...new Set(claimed.map((one) => one.delivery.targetId))])
  const withClients = await Promise.all(
    found.map(async (webhook) => ({ webhook, told: await mayBeTold(webhook.clientId) })),
  )
  return new Map(withClients.map((one) => [one.webhook.id, one]))
}

function claim(
  { deliveries, clock }: DeliverDeps,
  which: Partial<Pick<ClaimDeliveries, 'register' | 'onlyTarget' | 'exceptTargets'>> & { limit: number },
): Promise<readonly ClaimedDelivery[]> {
  const nowMs = clock.nowMs()
  return deliveries.claim({
    kind: 'webhook',
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
  webhook: WebhookFound | undefined,
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
