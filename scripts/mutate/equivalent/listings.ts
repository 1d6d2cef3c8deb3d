import { compiler, lock, never, type Reviewed } from './reasons.ts'

const folder = 'service/src/features/listings'

const partiesText = `\`$${'{creditorKey(identity)} $'}{identity.document}\``
const lookText = `\`$${'{parties} $'}{look}\``

export const listings: readonly Reviewed[] = [
  // Whatever is not CSV is read as lines of JSON.
  ...never(`${folder}/batches/read-batch-line.ts`, ['const read = recordReader(…', "'ndjson' → ''"]),
  // Keeping none of the lines writes nothing.
  ...never(`${folder}/batches/receive-batch.ts`, [
    'for (let from = 0; from < fresh.length; from += commitLineCount) {',
    '< → <=',
  ]),
  ...compiler(`${folder}/batches/batch-routes.ts`, [
    'return batchView(kept ?? batch, clock.nowMs(), instantText)',
    'kept ?? batch → kept',
  ]),
  ...compiler(`${folder}/batches/receive-batch.ts`, [
    'if (last === undefined) return',
    'last === undefined → false',
  ]),
  ...never(
    `${folder}/deadlines/due-listings.ts`,
    // What time does is the bureau's doing whoever asks, and the ids are those of the client's own debts.
    ["const { today } = await momentIn(deps, register, 'bureau')", "'bureau' → ''"],
    ['await changeDebt(deps, { key: {…', 'clientId, → (nothing)', "'bureau' → ''"],
  ),
  ...compiler(`${folder}/insert-debt.ts`, [
    "return parsed.kind === 'fault' ? undefined :…",
    "parsed.kind === 'fault' ? undefined : credito…ed.document) → (creditors.find((one) => one.document === parsed.document))",
    "'fault' → ''",
  ]),
  // A key has made one debt of a client's, and added one guarantor.
  ...never(`${folder}/insert-debt.ts`, ['const made = known.listings.find(…', 'find → findLast']),
  ...never(`${folder}/insert-debt.ts`, ['const made = kept.guarantors.find(…', 'find → findLast']),
  ...never(
    `${folder}/operate.ts`,
    // A guarantor that was found is its debt's own.
    ['const changed = await changeDebt(…', 'guarantorId → (nothing)'],
    // What is neither unknown nor busy was looked at.
    ['let hasMoved = false', 'false → true'],
  ),
  // Neither is true.
  ...never(`${folder}/notices/others-mailbox.ts`, [
    "if (mailbox === undefined || reviewed.includes('mailbox_shared')) return false",
    'return false → return undefined',
  ]),
  // Whoever is reminded was paid, by a contract.
  ...compiler(`${folder}/notices/outbox-rows.ts`, [
    'if (contractId === undefined || paidOn === undefined) return []',
    'contractId === undefined || paidOn === undefined → false',
    '|| → &&',
  ]),
  ...never(
    `${folder}/reviews/review-queue.ts`,
    // The store asks only whether it is said.
    ['...(state === undefined ? { toReview: true, withGuarantors: true } :…', 'true → false'],
    // No register has either name.
    [
      "register: registerOf({ environment, clientId: clientId ?? '' }),",
      "clientId ?? '' → clientId",
      "'' → 'mutant'",
    ],
    ["...(state === 'received' && { withGuarantors: true }),", 'true → false'],
  ),
  // The store asks only whether it is said.
  // No listing is without a document, and none without a mailbox is found by it.
  ...never(
    `${folder}/known-parties.ts`,
    [
      "const document = parsed.kind === 'document' ?…",
      "parsed.kind === 'document' ? parsed.document : undefined → (parsed.document)",
    ],
    [
      'document === undefined || mailbox === undefined ? [] :…',
      'document === undefined || mailbox === undefin…, mailbox }] → ([{ document, mailbox }])',
      '|| → &&',
    ],
  ),
  ...never(`${folder}/insert-debt.ts`, [
    "return identity === undefined || parsed.kind === 'fault' ?…",
    "'fault' → ''",
  ]),
  // One party asked of gives one answer.
  ...compiler(`${folder}/known-parties.ts`, [
    'return known ?? nothingKnown',
    'known ?? nothingKnown → known',
  ]),
  ...never(
    `${folder}/find-correction.ts`,
    // A version is of one change, and no listing is without an id.
    ['const entry = history.find((one) => one.version === version)', 'find → findLast'],
    ['const seen = history.find(({ version }) => version === seenVersion)?.shown', 'find → findLast'],
    [
      'const principal = principalId === undefined ? undefined :…',
      'principalId === undefined ? undefined : await…principalId) → (await listings.findListing(principalId))',
    ],
    // Nothing is spread of either.
    ['if (seen === undefined || now === undefined) return {}', 'return {} → return undefined'],
  ),
  // One listing has an id.
  ...never(`${folder}/notices/outbox-rows.ts`, [
    'const principalOf = ({ listing }: Draft) =>…',
    'find → findLast',
  ]),
  // An end is told of the version before any change, and what is given back only where no change was told.
  ...never(`${folder}/notices/outbox-rows.ts`, [
    'const ofChanges = tellings.filter((one) => one.lapse === undefined)',
    '.filter((one) => one.lapse === undefined) → (nothing)',
  ]),
  // Nothing is changed, so nothing is recorded of whoever did.
  ...never(`${folder}/deadlines/tell-lapsed.ts`, [
    "await changeDebt(deps, debt, 'bureau', (kept) => kept)",
    "'bureau' → ''",
  ]),
  // What is taken has nothing to mend in it.
  ...never(`${folder}/batches/decide-lines.ts`, [
    'const refused = refusal === undefined ? [] :…',
    'refusal === undefined ? [] : refusalsOf(comma…oment.today) → (refusalsOf(command.request, creditor, moment.today))',
  ]),
  // No listing has either for an id.
  ...compiler(
    `${folder}/batches/decide-lines.ts`,
    ['const principals = found.flatMap(…', "principalId ?? '' → principalId", "'' → 'mutant'"],
    // Whoever was backed was taken, with its creditor and its contract.
    [
      'return identity === undefined ? [] : this.#alike(identity)',
      'identity === undefined ? [] : this.#alike(identity) → (this.#alike(identity))',
    ],
  ),
  // Whoever is found is compared again, party by party and contract by contract.
  ...lock(
    `${folder}/batches/decide-lines.ts`,
    [`const parties = ${partiesText}`, `${partiesText} → \`\``],
    [
      'return [...new Set([joined, inParts])].map((look) =>…',
      `${lookText} → undefined`,
      `${lookText} → \`\``,
    ],
  ),
  ...compiler(
    `${folder}/batches/batch-routes.ts`,
    // No listing is without an id, or has either of these.
    ['const ids = lines.flatMap((one) => one.id ?? [])', 'one.id ?? [] → one.id'],
    ['lines: lines.map((one) => refusedLineView(…', "one.id ?? '' → one.id", "'' → 'mutant'"],
  ),
  ...never(
    `${folder}/batches/batch-routes.ts`,
    // What was refused is shown on no day.
    [
      'const viewing = { today: dayAt(await deps.nowMsIn(register)),…',
      'today: dayAt(await deps.nowMsIn(register)), → (nothing)',
    ],
  ),
  ...compiler(`${folder}/notices/send-notice.ts`, [
    "if (draft.listing.state !== 'notice_queued' ||…",
    '?. → .',
  ]),
  ...never(
    `${folder}/notices/send-notice.ts`,
    // Of this moment the day alone is read.
    ["const moment = await momentIn(deps, register, 'bureau')", "'bureau' → ''"],
    // A guarantor that was found is its debt's own, and a channel has one name.
    ['const changed = await changeDebt(…', 'guarantorId → (nothing)'],
    ['const held = await changeDebt(…', 'guarantorId → (nothing)'],
    ['const way = channels.find(…', 'find → findLast'],
    // Neither a delivery nor a failure, by whatever name.
    ['const reported = await reportNotice(…', "kind: 'silent', → (nothing)", "'silent' → ''"],
    // There is no debt without an id either.
    ["if (debtId === undefined) return 'unknown'", 'debtId === undefined → false'],
  ),
  // Whatever is corrected was shown, with its creditor and its contract.
  ...compiler(
    `${folder}/notices/tell-debtor.ts`,
    [
      "creditorName: creditor?.name ?? '',",
      "creditor?.name ?? '' → creditor?.name",
      '?. → .',
      "'' → 'mutant'",
    ],
    ["contractId: contractId ?? '',", "contractId ?? '' → contractId", "'' → 'mutant'"],
  ),
  // A report shows a listing once.
  ...never(`${folder}/notices/tell-recipients.ts`, [
    "const found = listings.split(',').find(…",
    'find → findLast',
  ]),
  // What is not said to be theirs is not.
  ...never(
    `${folder}/notices/tried-again.ts`,
    ['not_configured: false,', 'not_configured: false, → (nothing)'],
    ['sender_refused: false,', 'sender_refused: false, → (nothing)'],
  ),
]
