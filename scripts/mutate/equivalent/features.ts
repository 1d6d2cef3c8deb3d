import { cache, compiler, never, type Reviewed } from './reasons.ts'

const authenticate = 'service/src/features/clients/authenticate.ts'
const clientLimits = 'service/src/features/clients/limits.ts'
const tokenRoutes = 'service/src/features/clients/token-routes.ts'
const besideTheChain = 'service/src/features/trail/beside-the-chain.ts'
const consultationRoutes = 'service/src/features/trail/routes/consultation-routes.ts'
const verifyTrail = 'service/src/features/trail/seals/verify-trail.ts'
const heldSeals = 'service/src/features/trail/seals/held-seals.ts'
const verifySeals = 'service/src/features/trail/seals/verify-seals.ts'
const pageOfTrail = 'service/src/features/trail/page-of-trail.ts'

export const features: readonly Reviewed[] = [
  ...never('service/src/features/alerts/match-event.ts', [
    'const eventNamed = (name: unknown): AlertEvent | undefined => alertEventNames.find((one) => one === name)',
    'find → findLast',
  ]),
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
    // The code has its challenge.
    [
      "headers: { 'WWW-Authenticate': challenges[code] ?? '' },",
      "challenges[code] ?? '' → challenges[code]",
      "'' → 'mutant'",
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
  // Two that begin in the same place are named before.
  ...never('service/src/features/clients/set-contract.ts', [
    'return others.some((one) => one.from < tier.from && one.price < tier.price)',
    '< → <=',
  ]),
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
  // A page has at least one record.
  ...compiler('service/src/features/trail/own-consultations.ts', [
    'return { found: found.slice(0, limit).map((of) => of.one), next: found[limit - 1]?.at }',
    '?. → .',
  ]),
  ...cache('service/src/features/trail/confirm-consultation.ts', [
    'if (!link.records.includes(requestId)) continue',
    '!link.records.includes(requestId) → false',
  ]),
  ...never(
    consultationRoutes,
    // What has no name is written without one either way.
    [
      'const userOf = (id: string, name: string | undefined) => (name === undefined ? { id } : { id, name })',
      'name === undefined ? { id } : { id, name } → ({ id, name })',
    ],
    // Of a client's reports one is kept under a request id.
    [
      'const mark = kept.find(({ requestId, atMs }) => requestId === one.requestId && atMs === one.atMs)',
      'find → findLast',
    ],
    // Each decision has a query of its own, and records that differ in anything have other codes.
    ['const mark = made.find(({ checkCode }) => checkCode === codes.get(one))', 'find → findLast'],
    // Both spread to no member.
    ['if (!scopes.has(decisionScope)) return () => ({})', '{} → undefined'],
  ),
  ...compiler('service/src/features/trail/routes/usage-routes.ts', [
    "new URLSearchParams(queryOf(request.url)).get('month') ?? undefined",
    "new URLSearchParams(queryOf(request.url)).get…?? undefined → new URLSearchParams(queryOf(request.url)).get('month')",
  ]),
  ...compiler(pageOfTrail, ['place: 0,'], ["const text = texts[place] ?? ''"]),
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
  ...never(
    verifySeals,
    // Neither is true.
    ['await heads.take(seal, { isHeld: true, isAsKept: false })', 'isAsKept: false → (nothing)'],
    [
      'if (head.environment !== environment || taken.get(laneOf(head.number)) === name) return false',
      'return false → return undefined',
    ],
    // Where a lane ends there is a link, and its hash was found.
    ["else if (end < number) faulty.set(lane, { kind: 'lane_cut', lane, number })", '< → <='],
  ),
  ...cache(heldSeals, ['if (start === -1) return undefined', 'start === -1 → false']),
  // Whatever is no object has no number either, or throws where it is asked for one, which is caught.
  ...never(heldSeals, ["typeof value === 'object' && value !== null", '&& → ||']),
  // No number is before `undefined`, as none is before the end that is nowhere.
  ...compiler(
    verifyTrail,
    [
      'if (link.number <= (archives.leftOf(lane)?.number ?? Number.NEGATIVE_INFINITY)) {',
      'archives.leftOf(lane)?.number ?? Number.NEGATIVE_INFINITY → archives.leftOf(lane)?.number',
    ],
    [
      'return (number) => number <= (ends.get(laneOf(number)) ?? Number.NEGATIVE_INFINITY)',
      'ends.get(laneOf(number)) ?? Number.NEGATIVE_INFINITY → ends.get(laneOf(number))',
    ],
    // As no seal is before the first.
    [
      'const lastSeal = archives.lastSeal?.number ?? 0',
      'archives.lastSeal?.number ?? 0 → archives.lastSeal?.number',
    ],
  ),
  // Neither is true.
  ...never(verifyTrail, ['return false', 'return false → return undefined']),
]
