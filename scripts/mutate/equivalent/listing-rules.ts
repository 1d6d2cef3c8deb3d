import { checked, compiler, never, type Reviewed } from './reasons.ts'

const insertion = 'rules/src/listings/insertion/insertion.ts'
const giveNotice = 'rules/src/listings/notices/give-notice.ts'
const update = 'rules/src/listings/update.ts'
const release = 'rules/src/listings/release.ts'
const move = 'rules/src/listings/move.ts'
const correction = 'rules/src/listings/correction.ts'
const dispute = 'rules/src/listings/dispute.ts'
const time = 'rules/src/listings/time.ts'

export const listingRules: readonly Reviewed[] = [
  ...compiler(insertion, ['name: added.name,']),
  ...compiler(giveNotice, ['const writtenOn = record.notice?.writtenOn ?? on']),
  ...compiler(update, ["if ((paidOn ?? '') > today || (birthDate ?? '') > today) return byRule('016')"]),
  ...compiler(release, [
    'const day = paidOn === undefined ? undefined : parseDay(paidOn)',
    'paidOn === undefined ? undefined : parseDay(paidOn) → (parseDay(paidOn))',
  ]),
  ...compiler('rules/src/listings/court.ts', [
    "if (suspension?.by === 'operator' && moment.actor.startsWith('client:')) {",
    '?. → .',
  ]),
  // Whatever falls due has its own day, and whatever has ended has a last change.
  ...compiler(
    time,
    [
      "const moment = { today, nowMs, actor: 'bureau' as const, isByDate: true as const }",
      'today, → (nothing)',
    ],
    ['const endedOn = isEndedByTime ? caught.entries.at(-1)?.on : undefined', '?. → .'],
  ),
  ...never(
    time,
    // Guarantors follow by the bureau, whoever is named.
    [
      ": guarantorsFollow(debt, { today: endedOn, nowMs, actor: 'bureau', isByDate: true })",
      "actor: 'bureau', → (nothing)",
      "'bureau' → ''",
    ],
  ),
  ...never(
    correction,
    // Neither is a part that a report shows.
    ["change === 'changed' && (cause ?? '').split(',').some((part) => seenParts.has(part))", "'' → 'mutant'"],
    // Asked only where two amounts are written differently, and each amount is written in one way.
    ['centsOf(now.amount) > centsOf(seen.amount)', '> → >='],
  ),
  // Before the version that corrects it, there is always a next one.
  ...compiler(correction, [
    "state === 'published' || state === 'suspended' || (state === 'waiting' &&…",
    '?. → .',
  ]),
  ...never(
    dispute,
    // Of two days that are the same it gives back either.
    ['return dueOn < answerBy ? dueOn : answerBy', '< → <='],
    // A version is of one change.
    ["return history.some(({ change, version }) => change === 'changed' && version > disputedAt)", '> → >='],
  ),
  // No version is greater than none.
  ...compiler(dispute, [
    "const disputedAt = history.findLast(({ change }) => change === 'disputed')?.version ?? Infinity",
    "history.findLast(({ change }) => change === '… ?? Infinity → history.findLast(({ change }) => change === '…d')?.version",
  ]),
  // A listing has one id.
  ...never('rules/src/listings/insertion/coming-again.ts', [
    'const backed = known.find(({ id }) => id === principalId)',
    'find → findLast',
  ]),
  // Nothing is spread of either.
  ...never('rules/src/listings/court.ts', [
    'if (!isOnItsWay || notice === undefined) return {}',
    'return {} → return undefined',
  ]),
  ...checked(insertion, [
    "assert.ok(identity !== undefined, 'a debt without creditor or contract is refused before')",
    "assert.ok(identity !== undefined, 'a debt wit…sed before') → ;",
  ]),
  // Absent it is as good as false.
  ...compiler('rules/src/listings/insertion/known-party.ts', [
    'export const nothingKnown: KnownParty = { registered: undefined, isMailboxShared: false }',
    'isMailboxShared: false → (nothing)',
  ]),
  ...never(
    giveNotice,
    // One notice is the current one.
    [
      "const queued = draft.notices.find((one) => one.status === 'queued' && isCurrent(draft, one))",
      'find → findLast',
    ],
    // Every waiting period is longer than either.
    ['record.notice?.waitingDays ?? 0,', '0 → 1'],
  ),
  ...never(
    move,
    // One guarantor has an id.
    ['const found = guarantors.find(({ listing }) => listing.id === guarantorId)', 'find → findLast'],
  ),
  ...compiler(update, [
    '? reviewedAnew(changed, { anew, known: nothingKnown, isCorrected: false }, means, moment)',
    'isCorrected: false → (nothing)',
  ]),
  ...checked(giveNotice, ["assert.ok(!isRefused(delivered), 'a notice just queued can be delivered')"]),
  ...checked(move, ['assert.ok(state !== undefined,…']),
  ...compiler('rules/src/listings/notices/listing-notice.ts', [
    "const waitingDays = means.waitingDaysIn(listing.address.state ?? '')",
  ]),
  ...never('rules/src/listings/insertion/postcodes.ts', ['RS: [[90000, 99999]],', '99999 → 100000']),
  ...compiler('rules/src/listings/insertion/postcodes.ts', [
    'const own = Object.hasOwn(ranges, state) ? (ranges[state] ?? []) : []',
  ]),
  ...never(
    'rules/src/listings/readers.ts',
    // Nothing took effect in the first millisecond of 1970.
    ['let lastMs = 0', '0 → 1'],
  ),
  ...compiler(
    'rules/src/listings/readers.ts',
    // No listing is kept under either.
    [
      "byLoad?.lapsed.get(id) ?? byLoad?.lapsed.get(principalId ?? '')",
      "principalId ?? '' → principalId",
      "'' → 'mutant'",
    ],
  ),
  ...never(
    update,
    // Compared with nothing the other day stays, and that of before is never after the one that was told.
    [
      'return earliest(before, firstLoadedDay(listing, registered?.debts ?? []) ?? before)',
      'firstLoadedDay(listing, registered?.debts ?? []) ?? before → firstLoadedDay(listing, registered?.debts ?? [])',
    ],
    // A due date, or a value, that stays what it is changes nothing in a step of its own.
    [
      'const isBoth = amount !== undefined && dueDate !== undefined && dueDate < draft.listing.dueDate',
      '< → <=',
    ],
    [
      'if (!isBoth || centsOf(amount) <= draft.listing.amountCents) return owedAnew(draft, patch, means, moment)',
      '<= → <',
    ],
  ),
]
