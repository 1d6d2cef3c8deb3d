import { compared, compiler, never, type Reviewed } from './reasons.ts'

const folder = 'service/src/features/listings'

export const listings: readonly Reviewed[] = [
  ...compared(
    `${folder}/batches/read-batch.ts`,
    ["let digest = ''", "'' → 'mutant'"],
    ["return hash('sha256',…", "'base64url' → ''"],
  ),
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
  // A key has added one guarantor.
  ...never(`${folder}/insert-debt.ts`, ['const made = kept.guarantors.find(…', 'find → findLast']),
  // A guarantor that was found is its debt's own.
  ...never(`${folder}/operate.ts`, ['const changed = await changeDebt(…', 'guarantorId → (nothing)']),
  // Whoever is reminded was paid, by a contract.
  ...compiler(`${folder}/notices/outbox-rows.ts`, [
    'if (contractId === undefined || paidOn === undefined) return []',
    'contractId === undefined || paidOn === undefined → false',
    '|| → &&',
  ]),
  ...never(
    `${folder}/reviews/review-queue.ts`,
    // No register has either name.
    ['register: environment ===…', "clientId ?? '' → clientId", "'' → 'mutant'"],
    ["...(state === 'received' && { withGuarantors: true }),", 'true → false'],
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
    ['const way = channels.find(…', 'find → findLast'],
    // What is not said to be theirs is not.
    ['not_configured: false,', 'not_configured: false, → (nothing)'],
    ['sender_refused: false,', 'sender_refused: false, → (nothing)'],
    // Neither a delivery nor a failure, by whatever name.
    ['const reported = await reportNotice(…', "kind: 'silent', → (nothing)", "'silent' → ''"],
    // Neither is true.
    [
      "if (mailbox === undefined || reviewed.includes('mailbox_shared')) return false",
      'return false → return undefined',
    ],
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
]
