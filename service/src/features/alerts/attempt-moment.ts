import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../clock.ts'
import type { Delivery } from './alert.ts'
import type { EventMoment } from './alert-store.ts'

export type MomentDeps = {
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/** Now, by the machine and in a register. */
export const momentIn = async ({ clock, nowMsIn }: MomentDeps, register: Register): Promise<EventMoment> => ({
  machineMs: clock.nowMs(),
  nowMs: await nowMsIn(register),
})

/**
 * When an attempt was made. In a sandbox, when it was due: one that moves its clock by a day goes through every
 * attempt of that day, each at its time.
 */
export async function attemptMoment(
  { clock, nowMsIn }: MomentDeps,
  { register, dueAtMs }: Pick<Delivery, 'register' | 'dueAtMs'>,
): Promise<EventMoment> {
  const machineMs = clock.nowMs()
  if (register === productionRegister) return { nowMs: machineMs, machineMs }
  const nowMs = await nowMsIn(register)
  return { nowMs: nowMs - (machineMs - dueAtMs), machineMs: dueAtMs }
}
