import { cache, checked, compared, compiler, never, pace, type Reviewed } from './reasons.ts'

const answerHeaders = 'service/src/http/headers/answer-headers.ts'
const callHeaders = 'service/src/http/headers/call-headers.ts'
const negotiation = 'service/src/http/headers/negotiation.ts'
const networks = 'service/src/http/headers/networks.ts'
const requestId = 'service/src/http/headers/request-id.ts'
const body = 'service/src/http/body/body.ts'
const readJson = 'service/src/http/body/read-json.ts'
const halfCharacter = 'service/src/http/body/half-character.ts'
const validate = 'service/src/http/body/validate.ts'
const fastConnection = 'service/src/http/fast/fast-connection.ts'
const fastReader = 'service/src/http/fast/fast-reader.ts'
const nodeConnection = 'service/src/http/node/node-connection.ts'
const nodeReader = 'service/src/http/node/node-reader.ts'
const nodeRequest = 'service/src/http/node/node-request.ts'
const fastHead = 'service/src/http/fast/fast-head.ts'

export const http: readonly Reviewed[] = [
  ...compared('service/src/http/idempotency.ts', ['requestHash: hash(…', "'base64url' → ''"]),
  ...cache(answerHeaders, [
    'if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() }',
    'second !== dated.second → true',
    'second, → (nothing)',
  ]),
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
    '|| → &&',
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
    ["let lastSocket = { sent: '', plain: '' }", "sent: '', → (nothing)", "'' → 'mutant'"],
  ),
  ...never(
    networks,
    // What is not called IPv4 is read as IPv6.
    ["const allowed = version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')", "'ipv6' → ''"],
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
  // A value that is no text has no members, a list is its members by their places, and both ways find the same.
  ...never(
    halfCharacter,
    [
      "if (typeof value !== 'object' || value === null) return true",
      "typeof value !== 'object' || value === null → false",
      '|| → &&',
    ],
    [
      'if (depth === depthByCalls) return halfCharacterAt(value) === undefined',
      'depth === depthByCalls → true',
      '=== → !==',
    ],
    [
      'if (Array.isArray(value)) return value.every((one) => isWhole(one, depth + 1))',
      'Array.isArray(value) → false',
    ],
  ),
  ...never(validate, ["accepts: (value, texts = 'any'): value is Static<Schema> =>", "'any' → ''"]),
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
    // What follows asks again whether the caller has gone, and an answer is sent in no other state.
    [
      "if (error || this.#socket.destroyed || this.#state !== 'sending') return",
      "error || this.#socket.destroyed || this.#state !== 'sending' → false",
      '|| → &&',
    ],
    // While a request is begun none waits.
    ["const isIdle = this.#state === 'reading' && this.#begun.length + this.#waiting.length === 0", '+ → -'],
    // As long as anything waits, the socket is paused.
    [
      'this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])',
      'this.#waiting.length === 0 ? bytes : Buffer.c…ing, bytes]) → (bytes)',
      'this.#waiting.length === 0 ? bytes : Buffer.c…ing, bytes]) → (Buffer.concat([this.#waiting, bytes]))',
      '=== → !==',
      'this.#waiting, → (nothing)',
      'bytes → (nothing)',
    ],
    // The timeout is this one already, or is set again below.
    ['if (wasBegun) this.#finishBegun()', 'wasBegun → true'],
    [
      'if (this.#deps.isDraining) this.#socket.setTimeout(this.#deps.timeouts.idleMs)',
      'this.#deps.isDraining → true',
    ],
    // A socket that is paused for nothing still tells of its end, and is read on after the answer.
    ['if (bytes.length > end) this.#wait(bytes.subarray(end))', 'bytes.length > end → true', '> → >='],
    // Whatever was written to a caller that has gone fails, and that says the same.
    ['this.#deps.unread.taken(this.#socket)', 'this.#deps.unread.taken(this.#socket) → ;'],
  ),
  ...never(
    nodeConnection,
    // After a refusal no piece is handed on, and no piece holds the end of one request and another whole.
    ['if (this.#refusal !== undefined) return', 'this.#refusal !== undefined → false'],
    // What follows changes nothing of a connection that is closing or has gone.
    ['if (this.destroyed || this.#isClosing) return', 'this.destroyed || this.#isClosing → false', '|| → &&'],
    // One that waits for its answer to be taken is closed without a word, whatever it is refused for by then.
    ['if (this.#isClosing || this.#refusal !== undefined || this.destroyed) return', '|| → &&'],
    // The timeout is this one already.
    [
      'if (this.#deps.isDraining) this.#socket.setTimeout(this.#deps.timeouts.idleMs)',
      'this.#deps.isDraining → true',
    ],
    // As long as anything is unread, the socket is paused.
    [
      'this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])',
      'this.#unread.length === 0 ? bytes : Buffer.co…ead, bytes]) → (bytes)',
      'this.#unread.length === 0 ? bytes : Buffer.co…ead, bytes]) → (Buffer.concat([this.#unread, bytes]))',
      '=== → !==',
      'this.#unread, → (nothing)',
      'bytes → (nothing)',
    ],
    // A blank line that is none cuts a piece in two, and both are handed on.
    [
      'this.#lineBegun = found === -1 ? line.subarray(1 - blankLine.length) : nothing',
      'found === -1 ? line.subarray(1 - blankLine.length) : nothing → (line.subarray(1 - blankLine.length))',
    ],
    // The head of an answer is ASCII.
    ['encoding,', 'encoding, → (nothing)'],
    // Nobody waits for the end of this stream: it goes with its socket.
    ['done()', 'done() → ;'],
    // Whatever was written to a caller that has gone fails, and that says the same.
    ['this.#deps.unread.taken(this.#socket)', 'this.#deps.unread.taken(this.#socket) → ;'],
  ),
  // What is here is one piece of the socket at most.
  ...pace(nodeConnection, [
    'const unread = this.#unread.subarray(0, pieceBytesMax)',
    '.subarray(0, pieceBytesMax) → (nothing)',
  ]),
  ...compiler(nodeConnection, [
    "this.#bodyBytesLeft = Number(request.headers['content-length'] ?? 0)",
    "request.headers['content-length'] ?? 0 → request.headers['content-length']",
  ]),
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
    // Of a body that has come whole nothing is left.
    ['if (!request.complete) discardRest(request)', '!request.complete → true'],
    ['if (body.length > pieceLength) response.flushHeaders()', 'body.length > pieceLength → true', '> → >='],
    ["function isKept(version: string, { connection = '' }: CallHeaders): boolean {", "'' → 'mutant'"],
  ),
  ...compiler(nodeRequest, ["method: request.method ?? '',"], ["url: request.url ?? '',"]),
  ...compiler(fastReader, [
    'const state = { ...deps, connections: new Set<FastConnection>(), isDraining: false }',
    'isDraining: false → (nothing)',
  ]),
  ...compiler(nodeReader, [
    'const state = { ...deps, connections: new Set<NodeConnection>(), isDraining: false }',
    'isDraining: false → (nothing)',
  ]),
  ...never(
    nodeReader,
    // A server that listens nowhere looks at no clock, and its streams have no timeout to set.
    [
      '{ requireHostHeader: false, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },',
      'keepAliveTimeout: 0, → (nothing)',
      'requestTimeout: 0, → (nothing)',
      'headersTimeout: 0 → (nothing)',
    ],
    // What node:http keeps by itself is more than a hundred, and so is refused.
    ['server.maxHeadersCount = 0', 'server.maxHeadersCount = 0 → ;'],
  ),
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
  // A plain head is ASCII.
  ...never(fastHead, ['const flat = (piece: string): string => Buffer.from(…', "'latin1' → ''"]),
  ...cache(fastHead, [
    'if (knownHeads.size >= knownHeadsMax) knownHeads.clear()',
    'knownHeads.size >= knownHeadsMax → true',
    '>= → >',
    '>= → <',
  ]),
]
