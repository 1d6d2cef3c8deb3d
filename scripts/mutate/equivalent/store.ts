import { lock, never, type Reviewed } from './reasons.ts'

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
  // What ends is the client's own.
  ...lock('service/src/store/sources/copy-terms.ts', [
    '.distinct()',
    ".where('client_id', '=', clientId) → (nothing)",
  ]),
  // A key is made of one client's address, and stands once in the whole store.
  ...never('service/src/store/billing/billing.ts', [
    'const row = await kept.where(…',
    ".where('client_id', '=', entry.clientId) → (nothing)",
  ]),
]
