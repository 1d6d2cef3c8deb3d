import { randomUUID } from 'node:crypto'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import { type Act as AnyAct, onRecord as putOnRecord } from '@lastro/service/features/acts/on-record.ts'
import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { CommandError, clock, withKeptStore, withStore } from './terminal.ts'

/** What a command works with while its act is on record. */
export type CommandAct = AnyAct & { readonly store: Store }

type Recorded<First, Rest extends readonly unknown[]> = {
  /** The operation that does the same over HTTP, or one of `commandActs`. */
  readonly operation: string
  /** The id, from the first of the arguments. */
  readonly target?: (first: First) => string
  /** Refuses where there is no store yet. */
  readonly isForKeptStore?: true
  readonly work: (act: CommandAct, first: First, ...rest: Rest) => Promise<void>
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

/** Names what a command does that puts itself on record. */
export const recordsItself = (command: Command, operation: string): void =>
  void recorded.set(command, operation)

const recorded = new WeakMap<Command, string>()

/** The operation under which a command is recorded; undefined for one that only reads. */
export const operationOf = (command: Command): string | undefined => recorded.get(command)

async function act<First, Rest extends readonly unknown[]>(
  store: Store,
  { operation, target, work }: Recorded<First, Rest>,
  first: First,
  rest: Rest,
): Promise<void> {
  const held: CommandAct = { store, target: target?.(first), outcome: 'done' }
  const by = { userId: commandLineUserId, userName: systemUser(), operation }
  const { acts, isOutage } = store
  const refusalOf = (error: unknown) => refusalCode(error, store)
  const deps = { acts, isOutage, refusalOf, clock, newId: randomUUID }
  await putOnRecord(deps, by, held, () => work(held, first, ...rest))
}

function refusalCode(error: unknown, { isOutage }: Store): string | undefined {
  if (error instanceof CommandError) return error.code
  return isOutage(error) || settingFault(error) === undefined ? undefined : 'refused'
}
