import { type personActs, personUserId } from '@lastro/contract/person/request-codes.ts'
import type { Call } from '../../../http/route.ts'
import type { PersonPageDeps } from './page-deps.ts'

/** An act of a person on file, while it is under way. */
export type PersonAct = {
  /** An id of ours, where there is one: the request, or the listing. */
  target: string | undefined
  /** `done`, or the code of why not. */
  outcome: string
}

/**
 * Puts an act of a person on record, before and after, as those of operators are. Which person it was is in the
 * request that it names: an act holds no document.
 */
export async function onRecord<Result>(
  { acts, clock, newId }: Pick<PersonPageDeps, 'acts' | 'clock' | 'newId'>,
  call: Call,
  operation: (typeof personActs)[number],
  work: (act: PersonAct) => Promise<Result>,
): Promise<Result> {
  const id = newId()
  const act: PersonAct = { target: undefined, outcome: 'done' }
  await acts.begin({
    id,
    atMs: clock.nowMs(),
    userId: personUserId,
    userName: 'titular',
    operation,
    target: undefined,
    requestId: call.requestId,
  })
  const result = await work(act)
  await acts.end(id, act)
  return result
}
