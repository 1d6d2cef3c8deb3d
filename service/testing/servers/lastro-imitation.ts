import type { ServerResponse } from 'node:http'
import { answerJson, type ProviderRequest, type ProviderServer, providerServer } from './provider-server.ts'

/** A provider that speaks our API and says what a test wants. It knows any credentials, and names them in its tokens. */
export type LastroImitation = ProviderServer & {
  /** How it answers queries from now on; nothing on file until told otherwise. */
  consult: (answer: ServerResponse, request: ProviderRequest) => void
  /** How it answers whoever wants a token. */
  logIn: (answer: ServerResponse, request: ProviderRequest) => void
  readonly logins: () => readonly ProviderRequest[]
  readonly queries: () => readonly ProviderRequest[]
}

export async function lastroImitation(): Promise<LastroImitation> {
  const server = await providerServer()
  const imitation: LastroImitation = Object.assign(server, {
    consult: (answer: ServerResponse, request: ProviderRequest) => answerReport(answer, request, {}),
    logIn: (answer: ServerResponse, { body }: ProviderRequest) =>
      answerJson(answer, 200, {
        access_token: `token of ${JSON.parse(body).client_id}`,
        token_type: 'Bearer',
        expires_in: 600,
        refresh_token: 'again',
      }),
    logins: () => server.requests.filter(({ path }) => path.endsWith('/oauth/token')),
    queries: () => server.requests.filter(({ path }) => path.endsWith('/consulta')),
  })
  server.answer = (answer, request) => {
    if (request.path.endsWith('/oauth/token')) imitation.logIn(answer, request)
    else if (request.path.endsWith('/consulta')) imitation.consult(answer, request)
    // It does not list its features, as a service of another make may not.
    else answerJson(answer, 404, {})
  }
  return imitation
}

/** A report on the document that was asked for, or on another. */
export function answerReport(
  answer: ServerResponse,
  { body }: ProviderRequest,
  report: object,
  document: string = JSON.parse(body).documento,
): void {
  answerJson(answer, 200, { error: false, result: { document, report } })
}
