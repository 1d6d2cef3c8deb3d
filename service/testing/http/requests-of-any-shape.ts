import fc from 'fast-check'

/** The bytes of a few requests after one another, as text in Latin-1: most of them plain, some odd, some no HTTP. */
export function requestsOfAnyShape(): fc.Arbitrary<string> {
  const request = fc.oneof(
    { weight: 6, arbitrary: plainRequest },
    { weight: 5, arbitrary: oddRequest },
    { weight: 2, arbitrary: fc.tuple(plainRequest, flaw).map(([text, spoil]) => spoil(text)) },
    { weight: 1, arbitrary: nonsense },
  )
  return fc.array(request, { minLength: 1, maxLength: 5 }).map((all) => all.join(''))
}

/** A request for every oddity there is here, which has that one and no other. */
export function requestsOfOneOddity(): string[] {
  const usual: Shape = {
    before: '',
    method: 'POST',
    url: '/',
    version: ' HTTP/1.1',
    lineEnd: '\r\n',
    host: hostLine,
    headers: '',
    framing: '\r\n',
  }
  const changes: Partial<Shape>[] = [
    ...Object.entries(odd).flatMap(([part, texts]) => texts.map((text) => ({ [part]: text }))),
    ...oddHeaders.map((headers) => ({ headers })),
    ...lengths.map((length) => ({ framing: `Content-Length: ${length}\r\n\r\n{}` })),
    ...codings.flatMap((coding) =>
      chunkedBodies.map((body) => ({ framing: `Transfer-Encoding: ${coding}\r\n\r\n${body}` })),
    ),
  ]
  return changes.map((change) => textOf({ ...usual, ...change }))
}

const hostLine = 'Host: a\r\n'

const plainHeader = fc.constantFrom(
  'Accept: application/json\r\n',
  'accept: */*\r\n',
  'Authorization: Bearer x y\r\n',
  'Connection: keep-alive\r\n',
  'CONNECTION:Keep-Alive\r\n',
  'Content-Type:application/json\r\n',
  'User-Agent: a, b; c="d"\r\n',
  'X-API-Key:   spaced   \r\n',
  'X-Empty:\r\n',
  'X-Forwarded-For: 192.0.2.1\r\n',
  'X-Forwarded-Proto: https\r\nX-Real-IP: 192.0.2.1\r\n',
  'X-Unknown-1: one\r\n',
)

const bytes = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })

const body = fc.oneof(
  fc.constantFrom('', '{}', '\r\n\r\n', 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n', '0\r\n\r\n'),
  bytes,
  fc.nat(200).map((length) => 'x'.repeat(length * 40)),
)

const plainUrl = fc.constantFrom(
  '/',
  '/soon',
  '/later',
  '/unread',
  '/a/b?c=d&e',
  '//a',
  '/%00"<>\\^`{|}',
  '/?#a',
)

const plainMethod = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE')

const plainRequest = fc
  .record({
    method: plainMethod,
    url: plainUrl,
    headers: fc.uniqueArray(plainHeader, { maxLength: 4 }),
    body: fc.option(body, { nil: undefined }),
  })
  .map((one) => {
    const length = one.body === undefined ? '' : `Content-Length: ${one.body.length}\r\n`
    return `${one.method} ${one.url} HTTP/1.1\r\n${hostLine}${one.headers.join('')}${length}\r\n${one.body ?? ''}`
  })

const oddHeaders = [
  'Connection: close\r\n',
  'Connection: keep-alive, close\r\n',
  'Connection: upgrade\r\nUpgrade: h2c\r\n',
  'Connection:\r\n',
  'Expect: 100-continue\r\n',
  'Expect: else\r\n',
  'Host : a\r\n',
  'Host: b\r\n',
  'Keep-Alive: timeout=1\r\n',
  'Proxy-Connection: close\r\n',
  'Proxy-Connection: keep-alive\r\n',
  'Transfer-Encoding: identity\r\n',
  'Upgrade: websocket\r\n',
  'X-API-Key: twice\r\n',
  'X-Bare: a\n',
  'X-Bare: a\r',
  'X-Folded: a\r\n b\r\n',
  'X-High: \xe9\r\n',
  'X-Many:\r\n'.repeat(40),
  'X-Nul: \0\r\n',
  'X-Return: a\rb\r\n',
  'X-Tab:\ta\t\r\n',
  'X_Under: a\r\n',
  ' X-Led: a\r\n',
  ': nameless\r\n',
  'no colon\r\n',
  `${'A:\r\n'.repeat(98)}X-API-Key: the last of a hundred\r\n`,
  `${'A:\r\n'.repeat(99)}X-API-Key: one too many\r\n`,
  `${'A:\r\n'.repeat(1_999)}X-API-Key: far down\r\n`,
  `X-Long: ${'x'.repeat(7_950)}\r\n`,
  `X-Longer: ${'x'.repeat(20_000)}\r\n`,
]

const lengths = [
  '-1',
  '+2',
  '',
  ' ',
  '0',
  '0x2',
  '1, 1',
  '1 1',
  '1e1',
  '2',
  '2.0',
  '00002',
  '000000002',
  '2\r\nContent-Length: 2',
  '2\r\nContent-Length: 5',
  '70000',
  '99999999999999999999',
  'two',
]

const chunkedBodies = [
  '0\r\n\r\n',
  '2\r\n{}\r\n0\r\n\r\n',
  '2;ext="a"\r\n{}\r\n0\r\nTrailer: b\r\n\r\n',
  '02\r\n{}\r\n000\r\n\r\n',
  '2\n{}\n0\n\n',
  '-2\r\n{}\r\n0\r\n\r\n',
  '3\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}',
  'ffffffffffffffffff\r\n{}',
]

const codings = ['chunked', 'Chunked', 'gzip, chunked', 'chunked, gzip', 'chunked\r\nContent-Length: 2']

const framing = fc.oneof(
  fc
    .tuple(fc.constantFrom(...lengths), body)
    .map(([value, sent]) => `Content-Length: ${value}\r\n\r\n${sent}`),
  fc
    .tuple(fc.constantFrom(...codings), fc.constantFrom(...chunkedBodies))
    .map(([coding, sent]) => `Transfer-Encoding: ${coding}\r\n\r\n${sent}`),
)

type Shape = Readonly<Record<keyof typeof odd | 'headers' | 'framing', string>>

const textOf = ({ before, method, url, version, lineEnd, host, headers, framing }: Shape): string =>
  `${before}${method} ${url}${version}${lineEnd}${host}${headers}${framing}`

/** One oddity at a time finds more than many at once: a request that is odd in its first line is read no further. */
const mostly = (usual: fc.Arbitrary<string>, ...odd: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const odd = {
  before: ['\r\n', '\n', ' '],
  method: ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'NONE', ''],
  url: ['http://a/b', '*', 'a:1', 'a', '', '/a b', '/\xe9', '/\0', '/\t'],
  version: [' HTTP/1.0', ' HTTP/1.2', ' HTTP/2.0', ' http/1.1', '  HTTP/1.1', ''],
  lineEnd: ['\n', '\r', ' \r\n'],
  host: [''],
} as const

const oddRequest = fc
  .record({
    before: mostly(fc.constant(''), ...odd.before),
    method: mostly(plainMethod, ...odd.method),
    url: mostly(plainUrl, ...odd.url),
    version: mostly(fc.constant(' HTTP/1.1'), ...odd.version),
    lineEnd: mostly(fc.constant('\r\n'), ...odd.lineEnd),
    host: mostly(fc.constant(hostLine), ...odd.host),
    headers: fc
      .array(fc.oneof(plainHeader, fc.constantFrom(...oddHeaders)), { maxLength: 2 })
      .map((all) => all.join('')),
    framing: fc.oneof({ weight: 2, arbitrary: fc.constant('\r\n') }, { weight: 1, arbitrary: framing }),
  })
  .map(textOf)

/** Takes a byte out, puts one in, or ends too early. */
const flaw = fc.oneof(
  fc.nat(300).map((at) => (text: string) => text.slice(0, at) + text.slice(at + 1)),
  fc.nat(300).map((at) => (text: string) => text.slice(0, at)),
  fc
    .tuple(
      fc.nat(300),
      fc.constantFrom('\0', '\t', '\n', '\r', '\r\n', ' ', ':', '\x7f', '\x80', '\xff', 'x'),
    )
    .map(
      ([at, byte]) =>
        (text: string) =>
          text.slice(0, at) + byte + text.slice(at),
    ),
)

const nonsense = fc.oneof(
  bytes,
  fc.constantFrom('NONSENSE\r\n\r\n', '\x16\x03\x01\x02\0', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
)
