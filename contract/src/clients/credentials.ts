import { type Static, Type } from 'typebox'
import { described } from '../leaves.ts'

export type Environment = 'sandbox' | 'production'

/** RFC 6749, sections 4.4 and 6. Client credentials may come here or in an Authorization: Basic header. */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.Enum(['client_credentials', 'refresh_token'], {
      ...described({ pt: 'Gerar ou renovar.', en: 'Generate or refresh.' }),
    }),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
    refresh_token: Type.Optional(
      Type.String(described({ pt: 'Para renovar; vale uma vez.', en: 'To refresh; works once.' })),
    ),
    scope: Type.Optional(
      Type.String(
        described({
          pt: 'Escopos desejados, separados por espaço; todos os do contrato quando ausente.',
          en: 'Scopes wanted, separated by spaces; all of the contract when absent.',
        }),
      ),
    ),
  },
  { additionalProperties: false, $id: 'TokenRequest' },
)

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String(
      described({ pt: 'Vai em Authorization: Bearer.', en: 'Goes in Authorization: Bearer.' }),
    ),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer(described({ pt: 'Validade em segundos.', en: 'Lifetime in seconds.' })),
    refresh_token: Type.String(
      described({ pt: 'Renova uma única vez.', en: 'Refreshes once; a second use revokes its family.' }),
    ),
    refresh_expires_in: Type.Integer(
      described({
        pt: 'Validade do refresh_token em segundos.',
        en: 'Lifetime of the refresh_token in seconds.',
      }),
    ),
    scope: Type.String(described({ pt: 'Escopos concedidos.', en: 'Scopes granted.' })),
  },
  { $id: 'TokenAnswer' },
)
export type TokenAnswer = Static<typeof TokenAnswer>

/** RFC 7009. */
export const RevokeRequest = Type.Object(
  {
    token: Type.String(described({ pt: 'O token a revogar.', en: 'The token to revoke.' })),
    token_type_hint: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
  },
  { additionalProperties: false, $id: 'RevokeRequest' },
)

export const tokenErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
  'temporarily_unavailable',
] as const
export type TokenErrorCode = (typeof tokenErrors)[number]

/** RFC 6749, section 5.2: this operation's failures have their own shape. */
export const TokenError = Type.Object(
  { error: Type.Enum([...tokenErrors]), error_description: Type.String() },
  { $id: 'TokenError' },
)
