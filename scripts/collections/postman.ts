import { type CollectedRequest, collectedFolders, type Named, variables } from './collection.ts'
import { isHeaderName } from './steps.ts'

/** The collection in Postman's format 2.1, which newman, Insomnia and Hoppscotch read too. */
export function postmanCollection() {
  return {
    info: {
      name: 'Lastro',
      description:
        'Preencha host, clientId, clientSecret e apiKey nas variáveis da coleção. O token é obtido uma vez e renovado quando vence. · Fill in host, clientId, clientSecret and apiKey among the variables of the collection. The token is fetched once, and again when it has run out.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries({ ...variables, token: '', tokenEndsMs: '0' }).map(([key, value]) => ({
      key,
      value,
    })),
    event: [script('prerequest', fetchToken)],
    item: collectedFolders().map(({ name, requests }) => ({ name, item: requests.map(itemOf) })),
  }
}

/** Before each request: a token is asked for where there is none that lasts another minute. */
const fetchToken = `
if (Number(pm.collectionVariables.get('tokenEndsMs')) > Date.now() + 60000) return
const read = (name) => pm.variables.get(name)
pm.sendRequest({
  url: pm.variables.replaceIn('{{host}}{{environment}}/oauth/token'),
  method: 'POST',
  header: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: {
    mode: 'urlencoded',
    urlencoded: [
      { key: 'grant_type', value: 'client_credentials' },
      { key: 'client_id', value: read('clientId') },
      { key: 'client_secret', value: read('clientSecret') },
    ],
  },
}, (error, answer) => {
  if (error || answer.code !== 200) throw error || new Error(answer.text())
  const { access_token, expires_in } = answer.json()
  pm.collectionVariables.set('token', access_token)
  pm.collectionVariables.set('tokenEndsMs', String(Date.now() + expires_in * 1000))
})`

function itemOf(request: CollectedRequest) {
  const { id, name, description, method, url, needsToken, headers, query, body } = request
  return {
    id,
    name,
    event: [script('test', afterwards(request))],
    request: {
      method,
      description,
      url: urlOf(url, query),
      header: headers.map(pairOf),
      ...(!needsToken && { auth: { type: 'noauth' } }),
      ...(body !== undefined && { body: bodyOf(body) }),
    },
    response: [],
  }
}

const pairOf = ({ name, value, description }: Named) => ({
  key: name,
  value,
  ...(description !== '' && { description }),
})

const urlOf = (url: string, query: readonly Named[]) => {
  const [address = '', sent = ''] = url.split('?')
  const [host = '', ...path] = address.split('/')
  const given = sent === '' ? [] : sent.split('&').map((pair) => pair.split('='))
  return {
    raw: url,
    host: [host],
    path,
    query: [
      ...given.map(([key, value]) => ({ key, value })),
      ...query.map((one) => ({ ...pairOf(one), disabled: true })),
    ],
  }
}

const bodyOf = ({ kind, text }: NonNullable<CollectedRequest['body']>) =>
  kind === 'form'
    ? {
        mode: 'urlencoded',
        urlencoded: [...new URLSearchParams(text)].map(([key, value]) => ({ key, value })),
      }
    : { mode: 'raw', raw: text, options: { raw: { language: kind === 'json' ? 'json' : 'text' } } }

/** After it: the status is one that the contract names, and what later requests need is kept. */
function afterwards({ statuses, keeps }: CollectedRequest): string {
  const kept = Object.entries(keeps).map(([variable, path]) => {
    const members = path.split('.').map((member) => `?.[${JSON.stringify(member)}]`)
    const value = isHeaderName(path)
      ? `pm.response.headers.get('${path}')?.split('/').at(-1)`
      : `pm.response.json()${members.join('')}`
    return `pm.collectionVariables.set('${variable}', ${value})`
  })
  return [
    `pm.test('the status is in the contract', () => pm.expect([${statuses.join(', ')}]).to.include(pm.response.code))`,
    ...(kept.length === 0 ? [] : ['if (pm.response.code < 300) {', ...kept.map((line) => `  ${line}`), '}']),
  ].join('\n')
}

const script = (listen: string, text: string) => ({
  listen,
  script: { type: 'text/javascript', exec: text.trim().split('\n') },
})
