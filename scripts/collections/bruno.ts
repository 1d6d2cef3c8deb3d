import { type CollectedRequest, collectedFolders, type Named, variables } from './collection.ts'
import { isHeaderName } from './steps.ts'

/** The files of a Bruno folder, by their paths. Bruno fetches and keeps the token by itself. */
export function brunoFiles(): ReadonlyMap<string, string> {
  const folders = collectedFolders().map((folder) => ({ ...folder, directory: plain(folder.name) }))
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Lastro', type: 'collection' }, null, 2)}\n`],
    ['collection.bru', collectionFile],
    ['environments/sandbox.bru', environmentFile],
    ...folders.flatMap(({ name, directory, requests }, index) => [
      [`${directory}/folder.bru`, block('meta', [`name: ${name}`, `seq: ${index + 1}`])] as const,
      ...requests.map((one, at) => [`${directory}/${one.id}.bru`, requestFile(one, at + 1)] as const),
    ]),
  ])
}

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replaceAll(' ', '-')

const collectionFile = [
  block('auth', ['mode: oauth2']),
  block('auth:oauth2', [
    'grant_type: client_credentials',
    'access_token_url: {{host}}{{environment}}/oauth/token',
    'refresh_token_url: ',
    'client_id: {{clientId}}',
    'client_secret: {{clientSecret}}',
    'scope: ',
    'credentials_placement: body',
    'credentials_id: lastro',
    'token_placement: header',
    'token_header_prefix: Bearer',
    'auto_fetch_token: true',
    'auto_refresh_token: false',
  ]),
].join('\n')

const secrets = ['clientSecret', 'apiKey']

const environmentFile = [
  block(
    'vars',
    Object.entries(variables)
      .filter(([name]) => !secrets.includes(name))
      .map(([name, value]) => `${name}: ${value}`),
  ),
  `vars:secret [\n${secrets.map((name) => `  ${name}`).join(',\n')}\n]\n`,
].join('')

const bodyKinds = { json: 'json', form: 'formUrlEncoded', lines: 'text' } as const
const bodyBlocks = { json: 'body:json', form: 'body:form-urlencoded', lines: 'body:text' } as const

function requestFile(request: CollectedRequest, seq: number): string {
  const { name, description, method, url, needsToken, headers, query, body } = request
  const pairs = (of: readonly Named[], mark = '') => of.map((one) => `${mark}${one.name}: ${one.value}`)
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${body === undefined ? 'none' : bodyKinds[body.kind]}`,
      `auth: ${needsToken ? 'inherit' : 'none'}`,
    ]),
    ...(query.length === 0 ? [] : [block('params:query', pairs(query, '~'))]),
    ...(headers.length === 0 ? [] : [block('headers', pairs(headers))]),
    ...(body === undefined ? [] : [block(bodyBlocks[body.kind], bodyLines(body))]),
    ...afterwards(request),
    block('docs', [description]),
  ].join('\n')
}

const bodyLines = ({ kind, text }: NonNullable<CollectedRequest['body']>): string[] =>
  kind === 'form'
    ? [...new URLSearchParams(text)].map(([name, value]) => `${name}: ${value}`)
    : text.trimEnd().split('\n')

/** What later requests need is kept, and the status is one that the contract names. */
function afterwards({ keeps, statuses }: CollectedRequest): string[] {
  const kept = Object.entries(keeps).map(([variable, path]) => {
    const members = path.split('.').map((member) => (/^\d+$/.test(member) ? `[${member}]` : `.${member}`))
    const value = isHeaderName(path)
      ? `res.getHeader('${path.toLowerCase()}')?.split('/').at(-1)`
      : `res.body?${members.join('?')}`
    return `bru.setVar('${variable}', ${value.replaceAll('?[', '?.[')})`
  })
  const check = [
    `test('the status is in the contract', () => {`,
    `  expect([${statuses.join(', ')}]).to.include(res.getStatus())`,
    '})',
  ]
  return [...(kept.length === 0 ? [] : [block('script:post-response', kept)]), block('tests', check)]
}
