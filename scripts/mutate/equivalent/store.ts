import { lock, type Reviewed } from './reasons.ts'

export const store: readonly Reviewed[] = [
  ...lock('service/src/store/alerts/fan-out.ts', [
    ".select((select) => ['client_id', 'document', select.fn.max('sequence').as('sequence')])",
  ]),
  // What waits at the target is looked for among all that waits.
  ...lock('service/src/store/alerts/deliveries.ts', [
    ".select('occurrence.id')",
    ".where('waiting.target_id', '=', targetId) → (nothing)",
  ]),
  ...lock('service/src/store/clients/client-turn.ts', [".set((set) => ({ name: set.ref('name') }))"]),
  ...lock('service/src/store/users/people.ts', [".select(['user_id', 'address'])"]),
  ...lock('service/src/store/trail/sqlite/consultation-table.ts', [
    '`select distinct document from consultation where environment =…',
  ]),
]
