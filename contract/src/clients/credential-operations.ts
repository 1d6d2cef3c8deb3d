import { Type } from 'typebox'
import { commonHeaders, failureHeaders, type Operation, problemsEverywhere } from '../operation.ts'
import type { Text } from '../text.ts'
import { RevokeRequest, TokenAnswer, TokenError, TokenRequest } from './credentials.ts'

const tag: Text = { pt: 'Credenciais', en: 'Credentials' }

const formAndJson = ['application/x-www-form-urlencoded', 'application/json']
const tokenFailures = Object.fromEntries(
  [400, 401, 413, 415, 503].map((status) => [
    status,
    {
      text: { pt: 'Falha (RFC 6749, 5.2).', en: 'Failure (RFC 6749, 5.2).' },
      schema: TokenError,
      headers: failureHeaders[status] ?? [],
    },
  ]),
)

/** How a client gets a token, and gives one back. */
export const credentialOperations: readonly Operation[] = [
  {
    id: 'token',
    method: 'POST',
    path: '/oauth/token',
    tag,
    summary: { pt: 'Gerar ou renovar um token', en: 'Generate or refresh a token' },
    description: {
      pt: 'RFC 6749: client_credentials gera, refresh_token renova. Vale 600 segundos; a renovação, 86400.',
      en: 'RFC 6749: client_credentials generates, refresh_token refreshes. Lasts 600 seconds; the refresh, 86400.',
    },
    credentials: 'client',
    environments: 'both',
    headers: commonHeaders,
    request: { schema: TokenRequest, required: true, mediaTypes: formAndJson },
    answers: { 200: { text: { pt: 'O token.', en: 'The token.' }, schema: TokenAnswer }, ...tokenFailures },
    problems: problemsEverywhere,
  },
  {
    id: 'revoke',
    method: 'POST',
    path: '/oauth/revoke',
    tag,
    summary: { pt: 'Revogar um token', en: 'Revoke a token' },
    description: {
      pt: 'RFC 7009. Revogar um refresh_token revoga toda a sua família. Um token desconhecido também responde 200.',
      en: 'RFC 7009. Revoking a refresh_token revokes its whole family. An unknown token answers 200 too.',
    },
    credentials: 'client',
    environments: 'both',
    headers: commonHeaders,
    request: { schema: RevokeRequest, required: true, mediaTypes: formAndJson },
    answers: {
      200: { text: { pt: 'Revogado.', en: 'Revoked.' }, schema: Type.Object({}) },
      ...tokenFailures,
    },
    problems: problemsEverywhere,
  },
]
