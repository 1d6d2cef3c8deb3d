import { type personActs, personUserId } from '@lastro/contract/person/request-codes.ts'
import type { Call } from '../../../http/route.ts'
import { type Act, type ActRecordDeps, onRecord } from '../../acts/on-record.ts'

/**
 * Puts an act of a person on record, before and after, as those of operators are. Which person it was is in the
 * request that it names: an act holds no document.
 */
export function personAct<Result>(
  deps: ActRecordDeps,
  { requestId }: Call,
  operation: (typeof personActs)[number],
  work: (act: Act) => Promise<Result>,
): Promise<Result> {
  const act: Act = { target: undefined, outcome: 'done' }
  const by = { userId: personUserId, userName: 'titular', operation, requestId }
  return onRecord(deps, by, act, () => work(act))
}
