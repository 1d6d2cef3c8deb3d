/** A survivor that somebody has looked at, and why it may live. */
export type Reviewed = {
  readonly file: string
  /** The line on which it stands, as it is written, or as it begins: then it ends in an ellipsis. */
  readonly line: string
  /** What is replaced by what; every mutant of the line when it is not said. */
  readonly mutations?: readonly string[]
  /** `equivalent`: no caller can tell. `accepted`: one could, and nothing that was promised is lost. */
  readonly kind: 'equivalent' | 'accepted'
  readonly reason: string
}

type Place = readonly [line: string, ...mutations: string[]]

const because =
  (kind: Reviewed['kind'], reason: string) =>
  (file: string, ...places: readonly Place[]): readonly Reviewed[] =>
    places.map(([line, ...mutations]) => ({
      file,
      line,
      kind,
      reason,
      ...(mutations.length > 0 && { mutations }),
    }))

const cache = because(
  'equivalent',
  'A shortcut for what was asked before, or comes bare: without it the same is worked out again.',
)
const compiler = because(
  'equivalent',
  'Only the compiler asks for it: what it stands in for is always there, or is never looked at.',
)
const never = because('equivalent', 'No value that gets here can tell the two apart.')
const checked = because('equivalent', 'An assertion of what the lines before it make sure of.')
const compared = because(
  'equivalent',
  'A hash that is compared with others made in the same way, and shown to nobody: any encoding and any beginning serve.',
)
/** Written in parts: in one it would be taken for a template that lost its quotes. */
const keyText = `\`$${'{query} key $'}{draft.key}\``
const withKey = `draft.key === '' ? undefined : ${keyText} → (${keyText})`
const orFebruary = `(parseDay(sameDay) ?? (\`$${'{year}'}-02-28\` as Day))`
const wholeYears = `day.endsWith('-02-29') ? (parseDay(sameDay) ?…)) : sameDay → ${orFebruary}`
const sorted = because(
  'equivalent',
  'A sort asks for the sign alone, and of those that are equal each may come first.',
)
const lock = because('equivalent', 'It reads, or holds, more rows than it must, and uses the same ones.')
const hashing = because(
  'accepted',
  'Any mixing of bits serves a hash table, as long as its places fill evenly.',
)

const insertion = 'rules/src/listings/insertion/insertion.ts'
const giveNotice = 'rules/src/listings/notices/give-notice.ts'
const update = 'rules/src/listings/update.ts'
const release = 'rules/src/listings/release.ts'
const move = 'rules/src/listings/move.ts'
const listings = 'service/src/features/listings'
const billing = 'rules/src/trail/billing.ts'
const companyKey = 'rules/src/documents/company-key.ts'
const dayNumber = 'rules/src/calendar/day-number.ts'
const maskCpfs = 'rules/src/documents/mask-cpfs.ts'
const chain = 'rules/src/trail/chain.ts'
const statement = 'rules/src/billing/statement.ts'
const businessDays = 'rules/src/calendar/business-days.ts'
const documentKey = 'rules/src/documents/document-key.ts'
const documentNumber = 'rules/src/documents/document-number.ts'
const authenticate = 'service/src/features/clients/authenticate.ts'
const clientLimits = 'service/src/features/clients/limits.ts'
const tokenRoutes = 'service/src/features/clients/token-routes.ts'
const besideTheChain = 'service/src/features/trail/beside-the-chain.ts'
const pageOfTrail = 'service/src/features/trail/page-of-trail.ts'
const answerHeaders = 'service/src/http/headers/answer-headers.ts'
const callHeaders = 'service/src/http/headers/call-headers.ts'
const negotiation = 'service/src/http/headers/negotiation.ts'
const networks = 'service/src/http/headers/networks.ts'
const requestId = 'service/src/http/headers/request-id.ts'
const body = 'service/src/http/body/body.ts'
const readJson = 'service/src/http/body/read-json.ts'
const validate = 'service/src/http/body/validate.ts'
const fastConnection = 'service/src/http/fast/fast-connection.ts'
const nodeReader = 'service/src/http/node/node-reader.ts'
const nodeRequest = 'service/src/http/node/node-request.ts'
const fastHead = 'service/src/http/fast/fast-head.ts'

export const reviewed: readonly Reviewed[] = [
  ...lock('service/src/store/alerts/fan-out.ts', [
    ".select((select) => ['client_id', 'document', select.fn.max('sequence').as('sequence')])",
  ]),
  ...lock('service/src/store/clients/client-turn.ts', [".set((set) => ({ name: set.ref('name') }))"]),
  ...lock('service/src/store/users/people.ts', [".select(['user_id', 'address'])"]),
  ...lock('service/src/store/trail/sqlite/consultation-table.ts', [
    '`select distinct document from consultation where environment =…',
  ]),

  ...compared('service/src/http/idempotency.ts', ['requestHash: hash(…', "'base64url' → ''"]),

  ...compared(
    `${listings}/batches/read-batch.ts`,
    ["let digest = ''", "'' → 'mutant'"],
    ["return hash('sha256',…", "'base64url' → ''"],
  ),
  // Whatever is not CSV is read as lines of JSON.
  ...never(`${listings}/batches/read-batch-line.ts`, ['const read = recordReader(…', "'ndjson' → ''"]),
  // Keeping none of the lines writes nothing.
  ...never(`${listings}/batches/receive-batch.ts`, [
    'for (let from = 0; from < fresh.length; from += commitLineCount) {',
    '< → <=',
  ]),
  ...compiler(`${listings}/batches/batch-routes.ts`, [
    'return batchView(kept ?? batch, clock.nowMs(), instantText)',
    'kept ?? batch → kept',
  ]),
  ...compiler(`${listings}/batches/receive-batch.ts`, [
    'if (last === undefined) return',
    'last === undefined → false',
  ]),
  ...never(
    `${listings}/deadlines/due-listings.ts`,
    // What time does is the bureau's doing whoever asks, and the ids are those of the client's own debts.
    ["const { today } = await momentIn(deps, register, 'bureau')", "'bureau' → ''"],
    ['await changeDebt(deps, { key: {…', 'clientId, → (nothing)', "'bureau' → ''"],
  ),
  ...compiler(
    `${listings}/insert-debt.ts`,
    [
      "return parsed.kind === 'fault' ? undefined :…",
      "parsed.kind === 'fault' ? undefined : credito…ed.document) → (creditors.find((one) => one.document === parsed.document))",
      "'fault' → ''",
    ],
    // Only a listing with a creditor and a contract can hold a place, or find it taken.
    [
      "creditorDocument: creditor?.document ?? '',",
      "creditor?.document ?? '' → creditor?.document",
      '?. → .',
      "'' → 'mutant'",
    ],
    ["contractId: contractId ?? '',", "contractId ?? '' → contractId", "'' → 'mutant'"],
  ),
  // A key has added one guarantor.
  ...never(`${listings}/insert-debt.ts`, ['const known = kept.guarantors.find(…', 'find → findLast']),
  // A guarantor that was found is its debt's own.
  ...never(`${listings}/operate.ts`, ['const changed = await changeDebt(…', 'guarantorId → (nothing)']),
  ...never(`${listings}/notices/outbox-rows.ts`, ['change !==…', "'' → 'mutant'"]),
  // Whoever is reminded was paid, by a contract.
  ...compiler(`${listings}/notices/outbox-rows.ts`, [
    'if (contractId === undefined || paidOn === undefined) return []',
    'contractId === undefined || paidOn === undefined → false',
    '|| → &&',
  ]),
  ...never(
    `${listings}/reviews/review-queue.ts`,
    // No register has either name.
    ['register: environment ===…', "clientId ?? '' → clientId", "'' → 'mutant'"],
    ["...(state === 'received' && { withGuarantors: true }),", 'true → false'],
  ),
  ...compiler(`${listings}/notices/send-notice.ts`, [
    "if (draft.listing.state !== 'notice_queued' ||…",
    '?. → .',
  ]),
  ...never(
    `${listings}/notices/send-notice.ts`,
    // Of this moment the day alone is read.
    ["const moment = await momentIn(deps, register, 'bureau')", "'bureau' → ''"],
    // A guarantor that was found is its debt's own, and a channel has one name.
    ['const changed = await changeDebt(…', 'guarantorId → (nothing)'],
    ['const way = channels.find(…', 'find → findLast'],
    // What is not said to be theirs is not.
    ['not_configured: false,', 'not_configured: false, → (nothing)'],
    ['sender_refused: false,', 'sender_refused: false, → (nothing)'],
    // What was not delivered has failed.
    ['const reported = await reportNotice(…', "kind: 'failed', → (nothing)", "'failed' → ''"],
    // There is no debt without an id either.
    ["if (debtId === undefined) return 'unknown'", 'debtId === undefined → false'],
  ),
  // A report shows a listing once.
  ...never(`${listings}/notices/tell-recipients.ts`, [
    "const found = listings.split(',').find(…",
    'find → findLast',
  ]),

  ...cache(
    maskCpfs,
    ['if (!hasDigitsOfCpf(text)) return text', '!hasDigitsOfCpf(text) → false'],
    ['if (oneRun.test(text)) return text.replace(standingRun, mask)', 'oneRun.test(text) → false'],
    [
      'hasDigitsOfCpf(text) ? maskFound(text, isSetApart) : text',
      'hasDigitsOfCpf(text) ? maskFound(text, isSetApart) : text → (maskFound(text, isSetApart))',
    ],
    ['let digits = 0', '0 → 1'],
    [
      'for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits++',
      'isDigit(text.charCodeAt(at)) → true',
    ],
    [
      'return chains.some(({ length }) => length > 12)…',
      '> → >=',
      'chains.some(({ length }) => length > 12) ? ch…r)) : chains → (chainsIn(text.replace(otherNumber, coverOther)))',
    ],
    ['if (chain.length >= 11) chains.push(chain)', 'chain.length >= 11 → true'],
  ),
  ...never(
    maskCpfs,
    ['for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits++', '< → <='],
    ['for (let from = 0; from + 11 <= digits.length; from++) {', '+ → -'],
    ['const cpf = places.slice(from, from + 11)', '11 → 12'],
    ["for (let at = first; at <= last; at++) if (!isDigit(text.charCodeAt(at))) signs[at] = ''", '<= → <'],
    ['for (let at = 0, gap = 0; at <= text.length; at++) {', '0 → 1'],
    ['} else if (chain.length > 0 &&…', '> → >='],
    ['if (Number.isNaN(code) || isLetter(code)) return false', 'return false → return undefined'],
    ['return false', 'return false → return undefined'],
  ),
  ...never(
    companyKey,
    ['/^\\d{4}$/.test(order) ? Number(order)…', '/^\\d{4}$/ → /\\d{4}$/', '/^\\d{4}$/ → /^\\d{4}/'],
    ['key < digitsOnlyOrders', '< → <='],
    ['key < digitsOnlyCount', '< → <='],
    ['if (digit > 9) return digitsOnlyCount + Number.parseInt(root, 36)', '9 → 10'],
  ),
  ...never(documentKey, ['if (key >= firstWithLetters)…', '>= → >'], ['return number < cpfCount', '< → <=']),
  ...compiler(documentNumber, [
    'return [...grouped, ...whole].some(…',
    "found ?? '' → found",
    "'' → 'mutant'",
  ]),
  ...never(dayNumber, ['const isDay = year >= 0…', '12 → 13']),
  ...compiler(dayNumber, [
    'month === 2 && isLeapYear(year) ? 29 : (lengths[month - 1] ?? 0)',
    'lengths[month - 1] ?? 0 → lengths[month - 1]',
    '0 → 1',
  ]),
  ...never(
    'rules/src/calendar/day.ts',
    ["return day.endsWith('-02-29') ?…", "'-02-29' → ''", wholeYears],
    ['export const earliest = (a: Day, b: Day): Day => (a < b ? a : b)', '< → <='],
  ),
  ...never(
    statement,
    ['const topUpCents = lacking > 0n ? lacking : 0n', '> → >='],
    ["return features === '' || priceCents < byTerms ? priceCents : byTerms", '< → <='],
    ['if (less > 0n) discountCents += less * BigInt(within)', '> → >='],
  ),
  ...sorted(
    statement,
    ['.toSorted((a, b) => (a.baseCents < b.baseCents ? 1 : a.baseCents > b.baseCents ? -1 : 0))'],
    ['a.product < b.product ? -1 : a.product > b.product ? 1 : 0', '1 → 2'],
    [
      '(a.features < b.features ? -1 : a.features > b.features ? 1 : Number(a.priceCents - b.priceCents))',
      '1 → 2',
    ],
  ),
  ...never(
    chain,
    [
      'if (of.costs !== undefined) fields.push(of.userId ?? null, of.reopens ?? null, of.costs.map(costFields))',
      'of.userId ?? null → of.userId',
      'of.reopens ?? null → of.reopens',
    ],
    [
      'else if (of.reopens !== undefined) fields.push(of.userId ?? null, of.reopens)',
      'of.userId ?? null → of.userId',
    ],
  ),
  ...compiler('rules/src/trail/check-code.ts', [
    "checkCode({ ...of, priceCents: of.cents, repeatWindowMs: 0 }, of.billed ? 'billed' : 'unbilled')",
    'repeatWindowMs: 0 → (nothing)',
    '0 → 1',
    "'unbilled' → ''",
  ]),
  ...never('service/src/features/alerts/match-event.ts', [
    'const eventNamed = (name: unknown): AlertEvent | undefined => alertEventNames.find((one) => one === name)',
    'find → findLast',
  ]),

  ...compiler(
    billing,
    ['export const neverPaid: PaidBefore = { sameQueryAtMs: neverMs, sameKeyAtMs: neverMs }'],
    ['sameQueryAtMs: paidHere.get(query) ?? neverMs,'],
    [
      'sameKeyAtMs: key === undefined ? neverMs : (paidHere.get(key) ?? neverMs),',
      'paidHere.get(key) ?? neverMs → paidHere.get(key)',
    ],
  ),
  ...cache(
    billing,
    ["const key = draft.key === '' ? undefined…", withKey, "'' → 'mutant'"],
    [
      'sameKeyAtMs: key === undefined ? neverMs : (paidHere.get(key) ?? neverMs),',
      'key === undefined ? neverMs : (paidHere.get(key) ?? neverMs) → (paidHere.get(key) ?? neverMs)',
    ],
    ['if (key !== undefined) paidHere.set(key, draft.atMs)', 'key !== undefined → true'],
    ['if (line === undefined || !isOfLine(line, draft, day)) line = lineOf(lines, draft, day)'],
    ['line.clientId === used.clientId &&'],
    ['if (clientId !== last) owners.add(clientId)', 'clientId !== last → true'],
    ['last = clientId'],
  ),

  ...never(documentKey, [
    'if (digit > 9) return firstWithLetters + base36(document.slice(0, stemLength))',
    '9 → 10',
  ]),
  ...hashing(
    documentKey,
    ['let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)'],
    ['mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)'],
    ['return (mixed ^ (mixed >>> 13)) >>> 0', '^ → |', '13 → 14'],
  ),
  ...cache(documentNumber, [
    "if (bareFault(text) === undefined) return { kind: 'document', document: text as DocumentNumber }",
    'bareFault(text) === undefined → false',
  ]),
  ...never(
    documentNumber,
    ['for (let at = 0; at + 11 <= digits.length; at++) {', '+ → -'],
    // Both are asked for texts of their length alone.
    ["if (!/^\\d{11}$/.test(bare)) return 'characters'"],
    ["if (!/^[0-9A-Z]{12}\\d{2}$/.test(bare)) return 'characters'"],
    // No valid CPF differs from ten equal digits in its first or its second one.
    ['for (let at = 1; at < bare.length; at++) if (bare.charCodeAt(at) !== bare.charCodeAt(0)) return false'],
  ),

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

  ...cache(
    businessDays,
    ['if (known !== undefined) return known', 'known !== undefined → false'],
    ['daysByYear.set(year, made)'],
  ),
  ...never(
    businessDays,
    // Nobody owes anything since the year nought.
    ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'].map(
      (day): Place => [`{ day: '${day}', since: 0 },`, '0 → 1'],
    ),
    // Where m is 1, Easter is in the last days of April either way.
    ['const month = Math.floor((h + l - 7 * m + 90) / 25)', '7 → 8'],
  ),
  ...cache(
    'rules/src/calendar/day.ts',
    ['const minute = Math.floor(instantMs / 60_000)', '/ → *'],
    ['if (minute !== lastMinute) {', 'minute !== lastMinute → true'],
    ['lastMinute = minute'],
    ["let lastDay = '' as Day"],
  ),
  ...never('rules/src/calendar/day.ts', [
    'if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return undefined',
    '/^\\d{4}-\\d{2}-\\d{2}$/ → /^\\d{4}-\\d{2}-\\d{2}/',
  ]),
  ...never(
    'rules/src/limits/rate-window.ts',
    // Steps are whole: a fraction of one, or one that has moved by none, or by all of them, makes no difference.
    ['const stepCount = 1_000 / stepMs + 1', '1_000 → 1001'],
    ['const skewStepsMax = 60_000 / stepMs', '60_000 → 60001'],
    ['export const newWindow = (): RateWindow => ({ step: 0,…', 'step: 0, → (nothing)'],
    ['if (steps === 0 || (steps < 0 && -steps <= skewStepsMax)) return', '< → <=', '0 → 1'],
    ['if (steps < 0 || steps >= stepCount) window.taken.fill(0)', '< → <=', '0 → 1', '>= → >'],
  ),

  ...compiler(
    authenticate,
    // Nothing is remembered under a header that is missing, and what is remembered had both.
    [
      "const pair = pairs.get(headers.authorization ?? '')?.get(headers.apiKey ?? '')",
      "headers.authorization ?? '' → headers.authorization",
      "headers.apiKey ?? '' → headers.apiKey",
      "'' → 'mutant'",
    ],
    ["const remember = ({ authorization = '', apiKey = '' }: Call['headers'], pair: KnownPair) => {"],
    // Neither what stands in for a header nor `undefined` begins with a scheme.
    [
      "const [, bearer] = /^Bearer +([\\x21-\\x7e]+) *$/i.exec(headers.authorization ?? '') ?? []",
      "headers.authorization ?? '' → headers.authorization",
      "'' → 'mutant'",
    ],
    // Neither an end that is never nor `undefined` is before now.
    [
      'key?.client.revokedAtMs !== undefined || (key?.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs',
      'key?.expiresAtMs ?? Number.POSITIVE_INFINITY → key?.expiresAtMs',
    ],
  ),
  ...cache(authenticate, [
    'if (pair.last?.address === address) return pair.last',
    'pair.last?.address === address → false',
  ]),
  // No key begins in both ways.
  ...never(authenticate, [
    'const belongs = key?.client.environment ?? environments.find((one) => sent.startsWith(keyPrefix[one]))',
    'find → findLast',
  ]),
  ...never('service/src/features/clients/secrets.ts', [
    '`${Object.values(keyPrefix).find((prefix) => apiKey.startsWith(prefix))…',
    'find → findLast',
  ]),
  ...cache(clientLimits, [
    'if (window.step === 0) windows.set(clientId, window)',
    'window.step === 0 → true',
  ]),
  ...compiler(
    clientLimits,
    // A lease that was never taken has ended, and a month that was never read is too old: the rest is not looked at.
    ['isEmpty: false,', 'isEmpty: false, → (nothing)', 'false → true'],
    ['untilMs: 0,', 'untilMs: 0, → (nothing)'],
    [
      'count = { month: day.slice(0, 7), used: 0, answered: 0, underWay: 0, readAtMs: 0, reading: undefined }',
      'used: 0, → (nothing)',
      'readAtMs: 0, → (nothing)',
    ],
  ),
  // Whoever is unknown is refused, whatever their secret is held against.
  ...never('service/src/features/clients/tokens.ts', [
    "const matches = secretMatches(credentials.secret, client?.secretHash ?? hashSecret(''))",
    "'' → 'mutant'",
  ]),
  ...compiler(tokenRoutes, [
    ": { kind: 'parameters', parameters: withoutEmpty(parameters) }",
    "kind: 'parameters', → (nothing)",
    "'parameters' → ''",
  ]),
  ...never(
    tokenRoutes,
    // Without a status of its own a request that is invalid is a 400.
    ["? { kind: 'refused', why: 'body', status: 400 }", 'status: 400 → (nothing)'],
    // What stands in for a secret that was left out is nobody's, and no name of a client has a line break in it.
    ["secret: body.client_secret ?? '',", "'' → 'mutant'"],
    [
      "const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []",
      '/^([^:]*):(.*)$/ → /([^:]*):(.*)$/',
      "'' → 'mutant'",
    ],
    ["secret: percentDecoded(secret ?? ''),", "secret ?? '' → secret", "'' → 'mutant'"],
  ),

  ...cache('service/src/features/trail/own-consultations.ts', [
    'if (!text.includes(userId ?? clientId)) continue',
    '!text.includes(userId ?? clientId) → false',
  ]),
  ...cache('service/src/features/trail/confirm-consultation.ts', [
    'if (!records.includes(requestId)) continue',
    '!records.includes(requestId) → false',
  ]),
  // What has no name is written without one either way.
  ...never('service/src/features/trail/routes/consultation-routes.ts', [
    'const userOf = (id: string, name: string | undefined) => (name === undefined ? { id } : { id, name })',
    'name === undefined ? { id } : { id, name } → ({ id, name })',
  ]),
  ...compiler('service/src/features/trail/routes/usage-routes.ts', [
    "new URLSearchParams(request.url.split('?')[1]).get('month') ?? undefined",
    "new URLSearchParams(request.url.split('?')[1]…?? undefined → new URLSearchParams(request.url.split('?')[1]).get('month')",
  ]),
  ...compiler(pageOfTrail, ['place: 0,'], ["const text = texts[place] ?? ''"]),
  ...cache(
    pageOfTrail,
    ['if (!mayFit(text, wanted)) continue', '!mayFit(text, wanted) → false'],
    [
      '(clientId === undefined || text.includes(clientId)) && (requestId === undefined || text.includes(requestId))',
      '&& → ||',
    ],
  ),
  ...never(
    besideTheChain,
    // Sums that are taken away are equal where sums that are added are; and no hash is nought.
    ['this.byPlace.set(at, ((this.byPlace.get(at) ?? 0) + print) % 2 ** 48)', '+ → -'],
    [
      'const at = places.find((place) => (said.get(place) ?? 0) !== (kept.get(place) ?? 0))',
      'said.get(place) ?? 0 → said.get(place)',
      'kept.get(place) ?? 0 → kept.get(place)',
    ],
  ),
  ...cache(
    answerHeaders,
    ['if (isSame) return last.lines', 'isSame → false'],
    [
      'lastLines.set(headers, { status, contentType, closes, idleMs, lines })',
      'lastLines.set(headers, { status, contentType,…Ms, lines }) → ;',
      'status, → (nothing)',
      'closes, → (nothing)',
      'idleMs, → (nothing)',
    ],
    [
      'if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() }',
      'second !== dated.second → true',
      'second, → (nothing)',
    ],
  ),
  // No answer goes out in the first second of 1970.
  ...never(answerHeaders, ["let dated = { second: 0, text: '' }"]),
  ...cache(
    callHeaders,
    [
      "if (known !== undefined) return known === 'unknown' ? undefined : known",
      'known !== undefined → false',
    ],
    [
      "if (spellings.size < spellingCountMax && sent.length <= 32) spellings.set(sent, name ?? 'unknown')",
      'spellings.size < spellingCountMax && sent.length <= 32 → false',
      '< → <=',
      '< → >=',
      '<= → <',
      "spellings.set(sent, name ?? 'unknown') → ;",
      "name ?? 'unknown' → name",
    ],
  ),
  ...never(
    requestId,
    // An id is drawn by chance either way, alone or with others.
    ['const drawn = Buffer.alloc(256 * idBytes)', '* → /'],
    ['if (used === drawn.length) {', 'used === drawn.length → true'],
  ),
  ...cache(negotiation, ["if (header === undefined) return 'pt'", 'header === undefined → false']),
  ...cache(negotiation, [
    "if (header === undefined || header === '' || header === '*/*' || header === available[0])",
    "'*/*' → ''",
  ]),
  ...never(negotiation, [
    "negotiator('accept-encoding', header ?? '').encodings([coding]).length > 0",
    "header ?? '' → header",
    "'' → 'mutant'",
  ]),
  ...cache(
    networks,
    ['if (remembered !== undefined) return remembered', 'remembered !== undefined → false'],
    [
      'if (known.size < knownCountMax) known.set(address, allowed)',
      'known.size < knownCountMax → false',
      '< → <=',
      '< → >=',
      'known.set(address, allowed) → ;',
    ],
    ['if (held !== undefined) return held', 'held !== undefined → false'],
    ['lists.set(networks, fresh)'],
    [
      'if (sent !== lastSocket.sent) lastSocket = { sent, plain: plainAddress(sent) }',
      'sent !== lastSocket.sent → true',
      'sent, → (nothing)',
    ],
    ["let lastSocket = { sent: '', plain: '' }", "sent: '', → (nothing)"],
  ),
  ...never(
    networks,
    // Digits are read in either case, and IPv4 stands at the end of an address of IPv6 alone.
    [
      "const groupsOnly = address.toLowerCase().replace(/\\d+\\.\\d+\\.\\d+\\.\\d+$/, '0:0')",
      'toLowerCase → toUpperCase',
      '/\\d+\\.\\d+\\.\\d+\\.\\d+$/ → /\\d+\\.\\d+\\.\\d+\\.\\d+/',
    ],
    // It would stand behind the first four groups, and an address without `::` has all eight.
    ["const after = tail === undefined || tail === '' ? [] : tail.split(':')", "'' → 'mutant'"],
    [
      'const zeros = tail === undefined ? 0 : 8 - before.length - after.length',
      'tail === undefined ? 0 : 8 - before.length - after.length → (8 - before.length - after.length)',
    ],
  ),
  ...compiler(body, [
    "if (Number(headers.contentLength ?? 0) > bytesMax) return 'body_too_large'",
    'headers.contentLength ?? 0 → headers.contentLength',
  ]),
  ...never(
    body,
    // A stream that fails closes, and that says the same.
    ["stream.on('error', () => resolve('request_malformed'))", "resolve('request_malformed') → undefined"],
    ["export const jsonInvalid = Symbol('not JSON in UTF-8')"],
  ),
  ...cache(
    body,
    [
      "beyondAscii.test(latin1) ? parseJson(Buffer.from(latin1, 'latin1')) : parsed(latin1)",
      "beyondAscii.test(latin1) ? parseJson(Buffer.f…rsed(latin1) → (parseJson(Buffer.from(latin1, 'latin1')))",
    ],
    [
      "if (contentType === 'application/json') return contentType",
      "contentType === 'application/json' → false",
      "'application/json' → ''",
    ],
  ),
  ...cache(readJson, [
    "if (isJson && bodyText !== '' && bodyText.length <= bytesMax) return checkedText(bodyText, call, schema)",
    "isJson && bodyText !== '' && bodyText.length <= bytesMax → false",
    '<= → <',
  ]),
  ...compiler(
    validate,
    [
      'return (params.requiredProperties ?? []).map((name) =>',
      'params.requiredProperties ?? [] → params.requiredProperties',
    ],
    [
      'return (params.additionalProperties ?? []).map((name) =>',
      'params.additionalProperties ?? [] → params.additionalProperties',
    ],
    // Each of the two stands in for the other.
    [
      'const known = names[String(type) as keyof typeof names] ?? [String(type), String(type)]',
      'String(type), → (nothing)',
      'String(type) → (nothing)',
    ],
    [
      "return known[language === 'pt' ? 0 : 1] ?? String(type)",
      "known[language === 'pt' ? 0 : 1] ?? String(type) → known[language === 'pt' ? 0 : 1]",
    ],
  ),
  // What a request says is there before anybody is asked to answer it, and the head of an answer is ASCII.
  ...never(
    fastConnection,
    ["method = ''"],
    ["url = ''"],
    ["bodyText = ''"],
    ['#isLast = false'],
    [
      'if (bytes === undefined && body.length <= pieceLength) {',
      'bytes === undefined && body.length <= pieceLength → false',
      '<= → <',
    ],
    [
      "this.#write(head + body, this.#onSent, bodyBytes === body.length ? 'latin1' : 'utf8')",
      "bodyBytes === body.length ? 'latin1' : 'utf8' → ('utf8')",
      "'latin1' → ''",
      "'utf8' → ''",
    ],
    ["this.#socket.write(head, 'latin1')", "'latin1' → ''"],
    ["this.#socket.write(this.#startSending(reply, ending, 'chunked'), 'latin1')", "'latin1' → ''"],
    ['encoding,'],
    // A socket that fails is destroyed without being told.
    ['readonly #onError = (): void => void this.#socket.destroy()'],
  ),
  ...cache(
    fastConnection,
    [
      'const bytes = wasBegun ? Buffer.concat([this.#begun, chunk]) : chunk',
      'wasBegun ? Buffer.concat([this.#begun, chunk]) : chunk → (Buffer.concat([this.#begun, chunk]))',
    ],
    [
      'if (last !== undefined && beginsWith(bytes, last.bytes)) return last',
      'last !== undefined && beginsWith(bytes, last.bytes) → false',
    ],
    [
      'const known = before !== undefined && beginsWith(bytes, before.bytes) ? before : knownHead(bytes)',
      'before !== undefined && beginsWith(bytes, bef…nHead(bytes) → (knownHead(bytes))',
    ],
    ['if (known !== undefined) {'],
    ['this.#headBefore = last'],
    ['this.#lastHead = known'],
    [
      'const bodyBytes = bytes?.length ?? reply.bodyBytes ?? Buffer.byteLength(body)',
      'bytes?.length ?? reply.bodyBytes → bytes?.length',
    ],
  ),
  // An answer has its own date, and headers go out alone or with a short body.
  ...never(
    nodeRequest,
    ['response.sendDate = false'],
    ['if (body.length > pieceLength) response.flushHeaders()', 'body.length > pieceLength → true', '> → >='],
    ["function isKept(version: string, { connection = '' }: CallHeaders): boolean {", "'' → 'mutant'"],
  ),
  ...compiler(nodeRequest, ["method: request.method ?? '',"], ["url: request.url ?? '',"]),
  ...compiler(nodeReader, [
    'const state = { ...deps, connections: new Set<NodeConnection>(), isDraining: false }',
    'isDraining: false → (nothing)',
  ]),
  ...checked(
    nodeReader,
    [
      'if (stream instanceof NodeConnection) stream.refuse(problemOf(code))',
      'stream instanceof NodeConnection → true',
    ],
    [
      "if (!(stream instanceof NodeConnection)) throw new Error('A request of no connection of ours')",
      '!(stream instanceof NodeConnection) → false',
      "throw new Error('A request of no connection of ours') → ;",
    ],
  ),
  // What has no blank line is no plain head.
  ...never(fastHead, ['if (end === -1 || end > headBytesMax) return undefined', '-1 → 1']),
  ...cache(fastHead, [
    'if (knownHeads.size >= knownHeadsMax) knownHeads.clear()',
    'knownHeads.size >= knownHeadsMax → true',
    '>= → >',
    '>= → <',
  ]),
]
