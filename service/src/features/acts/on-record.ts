import type { Clock } from '../../clock.ts'
import type { ActStore, NewAct } from './act-store.ts'
import { targetOnRecord } from './target-on-record.ts'

export type ActRecordDeps = {
  readonly acts: ActStore
  readonly clock: Clock
  readonly newId: () => string
  readonly isOutage: (error: unknown) => boolean
  /** The code of what is thrown to refuse, as commands do. */
  readonly refusalOf?: (error: unknown) => string | undefined
}

/** An act while it is under way. */
export type Act = {
  /** The id that it concerns, as far as that is known; what creates sets it to what it made. */
  target: string | undefined
  /** How it ends if nothing throws. */
  outcome: string
}

/** Who does what. A command comes with no request. */
export type ActBy = Pick<NewAct, 'userId' | 'userName' | 'operation'> & { readonly requestId?: string }

/**
 * Writes down who is about to do what, does it, and writes down how it ended, also where it broke: an act without an
 * end is one whose process stopped half way.
 */
export async function onRecord<Result>(
  deps: ActRecordDeps,
  by: ActBy,
  act: Act,
  work: () => Promise<Result>,
): Promise<Result> {
  const { acts, clock, newId } = deps
  const id = newId()
  // Where there is no request its place is not left empty, for it tells acts apart.
  const begun = { requestId: id, ...by, id, atMs: clock.nowMs() }
  await acts.begin({ ...begun, target: targetOnRecord(act.target) })
  const end = (outcome: string) => acts.end(id, { outcome, target: targetOnRecord(act.target) })
  let result: Result
  try {
    result = await work()
  } catch (error) {
    // What went wrong is what is told, also where the store cannot take the end of it any more.
    await end(outcomeOf(error, deps)).catch(() => undefined)
    throw error
  }
  await end(act.outcome)
  return result
}

/** The same codes as a caller is told over HTTP. */
const outcomeOf = (error: unknown, { isOutage, refusalOf }: ActRecordDeps): string =>
  refusalOf?.(error) ?? (isOutage(error) ? 'store_unavailable' : 'internal_error')
