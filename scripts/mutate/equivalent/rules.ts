import { cache, compiler, hashing, never, type Place, type Reviewed, sorted } from './reasons.ts'

const billing = 'rules/src/trail/billing.ts'
const companyKey = 'rules/src/documents/company-key.ts'
const dayNumber = 'rules/src/calendar/day-number.ts'
const maskCpfs = 'rules/src/documents/mask-cpfs.ts'
const chain = 'rules/src/trail/chain.ts'
const statement = 'rules/src/billing/statement.ts'
const businessDays = 'rules/src/calendar/business-days.ts'
const documentKey = 'rules/src/documents/document-key.ts'
const documentNumber = 'rules/src/documents/document-number.ts'

/** Written in parts: in one it would be taken for a template that lost its quotes. */
const keyText = `\`$${'{query} key $'}{draft.key}\``
const withKey = `draft.key === '' ? undefined : ${keyText} → (${keyText})`
const orFebruary = `(parseDay(sameDay) ?? (\`$${'{year}'}-02-28\` as Day))`
const wholeYears = `day.endsWith('-02-29') ? (parseDay(sameDay) ?…)) : sameDay → ${orFebruary}`

export const rules: readonly Reviewed[] = [
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
  ...cache(
    documentNumber,
    [
      "if (bareFault(text) === undefined) return { kind: 'document', document: text as DocumentNumber }",
      'bareFault(text) === undefined → false',
    ],
    ['if (oneIdOfChance.test(text)) return false', 'oneIdOfChance.test(text) → false'],
    ['const oneIdOfChance = new RegExp(…', "'i' → ''"],
  ),
  ...never(
    documentNumber,
    ['for (let at = 0; at + 11 <= digits.length; at++) {', '+ → -'],
    // Both are asked for texts of their length alone.
    ["if (!/^\\d{11}$/.test(bare)) return 'characters'"],
    ["if (!/^[0-9A-Z]{12}\\d{2}$/.test(bare)) return 'characters'"],
    // No valid CPF differs from ten equal digits in its first or its second one.
    ['for (let at = 1; at < bare.length; at++) if (bare.charCodeAt(at) !== bare.charCodeAt(0)) return false'],
  ),
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
    ['saoPauloFormat ??= newSaoPauloFormat()', '??= → ='],
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
]
