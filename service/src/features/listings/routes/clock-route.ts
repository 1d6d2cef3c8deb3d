import { ClockRequest } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import { instantText, parseDay } from '@lastro/rules/calendar/day.ts'
import { addDuration, parseDuration } from '@lastro/rules/calendar/duration.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { fieldError, type Refusal, success } from '../../../http/reply.ts'
import { isRefusal, type Route } from '../../../http/route.ts'
import type { ListingDeps } from '../change-debt.ts'
import { settleDue } from '../due-listings.ts'
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
    const moved = await moveClock(deps, clientId, body.value, call.language)
    if (typeof moved === 'object') return moved
    await settleDue(deps, clientId)
    await deps.onMoved(clientId, moved)
    return success({ now: instantText(await deps.nowMsIn(clientId)) })
  },
})

const clockRequest = validator(ClockRequest)

/** By how much. Two that move one clock at once are each counted from where the other left it. */
async function moveClock(
  { clock, sandboxClocks }: ClockDeps,
  clientId: string,
  request: ClockRequest,
  language: Language,
): Promise<Refusal | number> {
  for (;;) {
    const offsetMs = await sandboxClocks.offsetMs(clientId)
    const realMs = clock.nowMs()
    const wantedMs = wanted(request, realMs + offsetMs, language)
    if (typeof wantedMs === 'object') return wantedMs
    const toMs = wantedMs - realMs
    if (toMs < offsetMs || toMs > aheadMaxMs) return { code: 'clock_backward' }
    if (await sandboxClocks.advance(clientId, { fromMs: offsetMs, toMs })) return toMs - offsetMs
  }
}

function wanted({ advance, now }: ClockRequest, nowMs: number, language: Language): Refusal | number {
  if (advance !== undefined) {
    const duration = parseDuration(advance)
    if (duration !== undefined) return addDuration(nowMs, duration)
    return { code: 'body_invalid', errors: [fieldError('advance', 'duration', language)] }
  }
  const instantMs = instantIn(now ?? '')
  return Number.isNaN(instantMs)
    ? { code: 'body_invalid', errors: [fieldError('now', 'instant', language)] }
    : instantMs
}

/** RFC 3339, offset included, of a day that the calendar has; NaN for anything else. */
const instantIn = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  parseDay(text.slice(0, 10)) !== undefined
    ? Date.parse(text)
    : Number.NaN
