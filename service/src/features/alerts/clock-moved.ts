import type { Register } from '@lastro/rules/listings/register.ts'
import type { DeliveryStore } from './alert-store.ts'
import { type FanOutDeps, fanOutRegister } from './fan-out-events.ts'

export type ClockMovedDeps = FanOutDeps & {
  readonly deliveries: Pick<DeliveryStore, 'bringNearer'>
  /** Tells of the corrections that are due by now. */
  readonly tellRegister: (register: Register, byMs: number) => Promise<void>
  /** Each sends what is due in one register, by its own way. */
  readonly deliver: readonly ((register: Register) => Promise<void>)[]
}

/** A sandbox has moved its clock: what waits in it comes nearer, and what is due by now is sent before this answers. */
export async function clockMoved(deps: ClockMovedDeps, register: Register, byMs: number): Promise<void> {
  await deps.deliveries.bringNearer(register, byMs)
  await fanOutRegister(deps, register)
  await deps.tellRegister(register, byMs)
  await Promise.all(deps.deliver.map((deliver) => deliver(register)))
}
