import { randomUUID } from 'node:crypto'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import { targetOnRecord } from '@lastro/service/features/operator/target-on-record.ts'
import { settingFault } from '@lastro/service/program/setting-fault.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { systemUser } from './system-user.ts'
import { CommandError, clock, withKeptStore, withStore } from './terminal.ts'

/** What a command works with while its act is on record. */
export type Act = {
  readonly store: Store
  /** The id that it concerns, as far as that is known; a command that creates sets it to what it made. */
  target: string | undefined
  /** How it ends if nothing throws. */
  outcome: string
}

type Recorded<First, Rest extends readonly unknown[]> = {
  /** The operation that does the same over HTTP, or one of `commandActs`. */
  readonly operation: string
  /** The id, from the first of the arguments. */
  readonly target?: (first: First) => string
  /** Refuses where there is no store yet. */
  readonly isForKeptStore?: true
  readonly work: (act: Act, first: First, ...rest: Rest) => Promise<void>
}

/**
 * Gives a command its action. Before it begins it is written down who is about to do what, and afterwards how it
 * ended, as with the operator's operations over HTTP. For every command that changes something or shows a document.
 */
export function onRecord<First, Rest extends readonly unknown[]>(
  command: Command,
  of: Recorded<First, Rest>,
): void {
  recorded.set(command, of.operation)
  const opened = of.isForKeptStore ? withKeptStore : withStore
  command.action((first: First, ...rest: unknown[]) =>
    opened((store) => act(store, of, first, rest as unknown as Rest)),
  )
}

/**
 * Gives a command its action that has no store before it is done: what it did is written down in the store that it made.
 * One that is refused made none.
 */
export function onRecordAfterwards<Rest extends readonly unknown[]>(
  command: Command,
  operation: string,
  work: (...rest: Rest) => Promise<void>,
): void {
  recorded.set(command, operation)
  command.action(async (...rest: unknown[]) => {
    await work(...(rest as unknown as Rest))
    await withStore((store) => act(store, { operation, work: async () => undefined }, undefined, []))
  })
}

const recorded = new WeakMap<Command, string>()

/** The operation under which a command is recorded; undefined for one that only reads. */
export const operationOf = (command: Command): string | undefined => recorded.get(command)

async function act<First, Rest extends readonly unknown[]>(
  store: Store,
  { operation, target, work }: Recorded<First, Rest>,
  first: First,
  rest: Rest,
): Promise<void> {
  const id = randomUUID()
  const held: Act = { store, target: target?.(first), outcome: 'done' }
  await store.acts.begin({
    id,
    atMs: clock.nowMs(),
    userId: commandLineUserId,
    userName: systemUser(),
    operation,
    target: targetOnRecord(held.target),
    // There is no request; its place is not left empty, for it tells acts apart.
    requestId: id,
  })
  const end = (outcome: string) => store.acts.end(id, { outcome, target: targetOnRecord(held.target) })
  try {
    await work(held, first, ...rest)
  } catch (error) {
    // What went wrong is what is told, also where the store cannot take the end of it any more.
    await end(outcomeOf(error, store)).catch(() => undefined)
    throw error
  }
  await end(held.outcome)
}

function outcomeOf(error: unknown, { isOutage }: Store): string {
  if (error instanceof CommandError) return error.code
  if (isOutage(error)) return 'store_unavailable'
  return settingFault(error) === undefined ? 'internal_error' : 'refused'
}
