import { changeDebt, type ListingDeps, momentIn } from './change-debt.ts'
import { productionRegister, type Register } from './listing.ts'

/** Few at a time: each is a commit of its own, and others wait their turn to write. */
const batchCount = 100

/**
 * Records what has fallen due in a register: publications, expiries, reminders, disputes left unanswered. Nobody
 * who reads depends on it; it is for the record, and for whoever is told. Says how many debts it changed.
 */
export async function settleDue(
  deps: ListingDeps,
  register: Register,
  countMax = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0
  while (count < countMax) {
    const { today } = await momentIn(deps, register, 'bureau')
    const ids = await deps.listings.dueDebts(register, today, batchCount)
    for (const id of ids) {
      const key = { register, clientId: undefined, id }
      const changed = await changeDebt(deps, { key }, 'bureau', (debt) => debt)
      if (changed === 'busy') return count
    }
    count += ids.length
    if (ids.length === 0) break
  }
  return count
}

/** The same in every register. A sandbox whose clock nobody moves grows older too. */
export async function settleAllDue(deps: ListingDeps): Promise<number> {
  let count = await settleDue(deps, productionRegister)
  for (const register of await deps.listings.sandboxRegisters()) count += await settleDue(deps, register)
  return count
}
