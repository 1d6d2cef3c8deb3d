import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../../clock.ts'
import type { SandboxClockStore } from '../listing-store.ts'

/** Production goes by the clock; a sandbox client by the clock and as far ahead of it as the client has moved its own. */
export const registerClock =
  ({ clock, sandboxClocks }: { readonly clock: Clock; readonly sandboxClocks: SandboxClockStore }) =>
  (register: Register): number | Promise<number> =>
    register === productionRegister
      ? clock.nowMs()
      : sandboxClocks.offsetMs(register).then((offsetMs) => clock.nowMs() + offsetMs)
