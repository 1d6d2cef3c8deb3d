import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import { changeDebt, type ListingDeps, momentIn } from '../change-debt.ts'

/** Few at a time: each is a commit of its own, and others wait their turn to write. */
const batchCount = 100

/**
 * Records what has fallen due in a register: publications, expiries, reminders, disputes left unanswered. Nobody
 * who reads depends on it; it is for the record, and for whoever is told. Says how many debts it changed.
 */
export async function settleDue(deps: ListingDeps, register: Register): Promise<number> {
  const settled = new Set<string>()
  for (;;) {
    const ids = await settleBatch(deps, { register })
    // Whatever is still due after its turn is being changed by somebody else, who settles it too.
    const isOver = ids.length === 0 || ids.every((id) => settled.has(id))
    for (const id of ids) settled.add(id)
    if (isOver) return settled.size
  }
}

/** Some of what has fallen due, of one client where one is named; their ids. */
export async function settleBatch(
  deps: ListingDeps,
  { register, clientId }: { readonly register: Register; readonly clientId?: string },
): Promise<readonly string[]> {
  const { today } = await momentIn(deps, register, 'bureau')
  const ids = await deps.listings.dueDebts({ register, clientId, today, limit: batchCount })
  for (const id of ids) {
    await changeDebt(deps, { key: { register, clientId, id } }, 'bureau', (debt) => debt)
  }
  return ids
}

/** The same in every register. A sandbox whose clock nobody moves grows older too. */
export async function settleAllDue(deps: ListingDeps): Promise<number> {
  let count = await settleDue(deps, productionRegister)
  for (const register of await deps.listings.sandboxRegisters()) count += await settleDue(deps, register)
  return count
}
