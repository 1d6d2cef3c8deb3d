import { checked, compiler, never, type Reviewed } from './reasons.ts'

const insertion = 'rules/src/listings/insertion/insertion.ts'
const giveNotice = 'rules/src/listings/notices/give-notice.ts'
const update = 'rules/src/listings/update.ts'
const release = 'rules/src/listings/release.ts'
const move = 'rules/src/listings/move.ts'

export const listingRules: readonly Reviewed[] = [
  ...compiler(insertion, ['name: added.name,']),
  ...compiler(
    giveNotice,
    ["const tried = event === 'retry' ? (draft.listing.notice?.tried ?? []) : []"],
    ['const writtenOn = record.notice?.writtenOn ?? on'],
    ["const waitingEndsOn = waitingPeriodEnd(on, means.waitingDaysIn(draft.listing.address.state ?? ''))"],
  ),
  ...compiler(update, ["if ((paidOn ?? '') > today || (birthDate ?? '') > today) return byRule('016')"]),
  ...compiler(release, [
    'const day = paidOn === undefined ? undefined : parseDay(paidOn)',
    'paidOn === undefined ? undefined : parseDay(paidOn) → (parseDay(paidOn))',
  ]),
  ...compiler('rules/src/listings/court.ts', [
    "if (suspension?.by === 'operator' && moment.actor.startsWith('client:')) {",
    '?. → .',
  ]),
  ...compiler('rules/src/listings/time.ts', [
    "const moment = { today, nowMs, actor: 'bureau' as const }",
    'today, → (nothing)',
  ]),
  ...never(
    insertion,
    // Every state that a new listing may be in by then can be refused.
    [
      "const received = { ...draft, listing: { ...listing, ...unsent, version: 1, state: 'received' as const } }",
    ],
  ),
  ...never(
    giveNotice,
    // One notice is the current one.
    [
      "const queued = draft.notices.find((one) => one.status === 'queued' && isCurrent(draft, one))",
      'find → findLast',
    ],
  ),
  ...never(
    move,
    // One guarantor has an id.
    ['const found = guarantors.find(({ listing }) => listing.id === guarantorId)', 'find → findLast'],
  ),
  ...never(
    update,
    // Every active state allows an update, and nothing else gets here.
    ["if (!allows(draft, 'update')) return byState"],
  ),
  ...checked(giveNotice, ["assert.ok(!isRefused(delivered), 'a notice just queued can be delivered')"]),
  ...checked(move, ['assert.ok(state !== undefined,…']),
  ...compiler('rules/src/listings/notices/listing-notice.ts', [
    "const waitingDays = means.waitingDaysIn(listing.address.state ?? '')",
  ]),
  ...never('rules/src/listings/insertion/postcodes.ts', ['RS: [[90000, 99999]],', '99999 → 100000']),
  ...compiler('rules/src/listings/insertion/postcodes.ts', [
    'const own = Object.hasOwn(ranges, state) ? (ranges[state] ?? []) : []',
  ]),
  ...never('rules/src/listings/states.ts', [
    'export const isActive = (state: ListingState): boolean => Object.keys(transitions[state]).length > 0',
    '0 → 1',
  ]),
  ...never(
    'rules/src/listings/readers.ts',
    // Nothing took effect in the first millisecond of 1970.
    ['let lastMs = 0', '0 → 1'],
  ),
]
