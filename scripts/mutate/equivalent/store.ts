import { lock, never, type Reviewed } from './reasons.ts'

/** As they stand in a text of SQL. */
const [register, clientId] = [`$${'{register}'}`, `$${'{clientId}'}`] as const

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
  // Each who watches is told by its own line.
  ...lock('service/src/store/alerts/fan-out.ts', [
    '.distinct()',
    '.where(sql<boolean>`(client_id, document) in …n(lines)})`) → (nothing)',
  ]),
  // A listing has one id in the whole store, and what is counted is the client's own.
  ...lock(
    'service/src/store/billing/billing.ts',
    [".select(['id', 'created_at_ms'])", ".where('register', '=', register) → (nothing)"],
    [".where('register', '=', register)", ".where('client_id', '=', owner.clientId) → (nothing)"],
  ),
  // Guarantors are their principal's client's, in its register, and principals are chosen by both again.
  ...lock(
    'service/src/store/listings/listing-groups.ts',
    [
      `where party.register = ${register} and party.answer_by is not null`,
      `party.register = ${register} → (party.register = ${register} or 1 = 1)`,
    ],
    [
      `$${'{clientId === undefined ?'}…`,
      `party.client_id = ${clientId} → (party.client_id = ${clientId} or 1 = 1)`,
    ],
    [
      `where register = ${register} and client_id = ${clientId} and answer_by is not null`,
      `register = ${register} → (register = ${register} or 1 = 1)`,
      `client_id = ${clientId} → (client_id = ${clientId} or 1 = 1)`,
    ],
  ),
  // Each report is held against its own client.
  ...lock('service/src/store/reports/kept-terms.ts', [
    ".select(['id', 'contract', 'revoked_at_ms'])",
    ".where('id', 'in', [...new Set(reports.map(({…clientId))]) → (nothing)",
  ]),
  // What was paid is found again by client, document and query.
  ...lock('service/src/store/trail/postgres/postgres-trail.ts', [
    'and client_id = any($4::text[]) and query = any($5::text[])',
    'client_id = any($4::text[]) → (client_id = any($4::text[]) or 1 = 1)',
  ]),
  // A key is made of one client's address, and stands once in the whole store.
  ...never('service/src/store/billing/billing.ts', [
    'const row = await kept.where(…',
    ".where('client_id', '=', entry.clientId) → (nothing)",
  ]),
]
