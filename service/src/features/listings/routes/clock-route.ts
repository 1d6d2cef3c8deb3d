import { ClockRequest } from '@lastro/contract/listings/listings.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { addDuration, parseDuration } from '@lastro/rules/calendar/duration.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { isRefusal, type Route } from '../../../http/route.ts'
import type { ListingDeps } from '../change-debt.ts'
import { settleDue } from '../deadlines/due-listings.ts'
import type { SandboxClockStore } from '../listing-store.ts'

export type ClockDeps = ListingDeps & {
  readonly authenticate: Authenticate
  readonly sandboxClocks: SandboxClockStore
  /** Told once what falls due in listings has happened. */
  readonly onMoved: (clientId: string, byMs: number) => Promise<void>
}

/** Nothing in the law takes longer; further on, a typing error would end the use of a sandbox. */
const aheadMaxMs = 100 * 365.25 * 24 * 60 * 60_000

/** Moves the caller's own sandbox clock forward. What falls due on the way has happened when it answers. */
export const clockRoute = (deps: ClockDeps): Route => ({
  operation: 'sandboxRelogio',
  method: 'POST',
  path: '/sandbox/relogio',
  produces: ['application/json'],
  handle: async (call) => {
    const caller = await deps.authenticate(call, 'sandbox')
    if (isRefusal(caller)) return caller
    const body = await readJson(call, clockRequest)
    if (isRefusal(body)) return body
    const { clientId } = caller
    const moved = await moveClock(deps, clientId, body.value)
    if (typeof moved === 'object') return moved
    await settleDue(deps, clientId)
    await deps.onMoved(clientId, moved)
    return success({ now: instantText(await deps.nowMsIn(clientId)) })
  },
})

/** The time that it is for the caller. */
export const clockReadingRoute = ({
  authenticate,
  nowMsIn,
}: Pick<ClockDeps, 'authenticate' | 'nowMsIn'>): Route => ({
  operation: 'sandboxRelogioLe',
  method: 'GET',
  path: '/sandbox/relogio',
  produces: ['application/json'],
  handle: async (call) => {
    const caller = await authenticate(call, 'sandbox')
    if (isRefusal(caller)) return caller
    return success({ now: instantText(await nowMsIn(caller.clientId)) })
  },
})

const clockRequest = validator(ClockRequest)

/** By how much. Two that move one clock at once are each counted from where the other left it. */
async function moveClock(
  { clock, sandboxClocks }: ClockDeps,
  clientId: string,
  request: ClockRequest,
): Promise<Refusal | number> {
  for (;;) {
    const offsetMs = await sandboxClocks.offsetMs(clientId)
    const realMs = clock.nowMs()
    const toMs = wanted(request, realMs + offsetMs) - realMs
    if (!(toMs >= offsetMs && toMs <= aheadMaxMs)) return { code: 'clock_backward' }
    if (await sandboxClocks.advance(clientId, { fromMs: offsetMs, toMs })) return toMs - offsetMs
  }
}

/** The time that is asked for; none where it is further than any calendar goes. */
function wanted({ advance, now = '' }: ClockRequest, nowMs: number): number {
  if (advance === undefined) return instantIn(now)
  const duration = parseDuration(advance)
  return duration === undefined ? Number.NaN : addDuration(nowMs, duration)
}

/** What RFC 3339 allows and the runtime does not read: small letters, a name in brackets, a leap second. */
const instantIn = (text: string): number =>
  Date.parse(
    text
      .toUpperCase()
      .replace(/\[.*$/, '')
      .replace(/:60(?=[.Z+-])/, ':59'),
  )
