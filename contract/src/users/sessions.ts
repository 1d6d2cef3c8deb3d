import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { roleNames } from '../roles.ts'
import type { Text } from '../text.ts'

/** The cookie of a session; where the service is reached over https it bears the prefix that pins it to its host. */
export const sessionCookie = 'lastro_session'
/** Shows that its user has signed in from this browser before. */
export const deviceCookie = 'lastro_device'
export const hostSessionCookie = `__Host-${sessionCookie}`

/** What a page sends with everything that is more than reading. */
export const csrfHeaderName = 'X-CSRF-Token'

export const sessionPath = '/console/v2/sessao'
export const passwordPath = '/console/v2/senha'
export const totpPath = '/console/v2/totp'
export const totpConfirmPath = `${totpPath}/confirmar`
export const totpRemovePath = `${totpPath}/remover`

const optional = Type.Optional

/** A shorter one is guessed sooner than its pauses protect it; a longer one is not worth the hashing. */
export const passwordLengthMin = 12
export const passwordLengthMax = 256

const password = (text: Text) =>
  Type.String({ minLength: 1, maxLength: passwordLengthMax, ...described(text) })

const totpCode = Type.String({
  pattern: '^\\d{6}$',
  examples: ['492039'],
  ...described({
    pt: 'O código de seis dígitos que o aplicativo mostra agora; vale uma vez.',
    en: 'The six digits that the application shows now; used once.',
  }),
})

export const emailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  examples: ['ana@exemplo.com.br'],
  ...described({ pt: 'O e-mail do usuário.', en: "The user's e-mail address." }),
})

export const SignInRequest = Type.Object(
  {
    email: emailAddress,
    password: password({ pt: 'A senha.', en: 'The password.' }),
    totp: optional(totpCode),
  },
  { additionalProperties: false, $id: 'SignInRequest' },
)
export type SignInRequest = Static<typeof SignInRequest>

/** A user as the user itself sees it. */
export const SessionUser = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o usuário.', en: 'Identifies the user.' })),
    name: Type.String(described({ pt: 'O nome.', en: 'The name.' })),
    email: Type.String(described({ pt: 'O e-mail.', en: 'The e-mail address.' })),
    roles: Type.Array(Type.Enum([...roleNames]), {
      ...described({ pt: 'O que o usuário pode ser.', en: 'What the user may be.' }),
    }),
    clientId: optional(
      Type.String(
        described({
          pt: 'O cliente do usuário; o operador não tem.',
          en: "The user's client; an operator has none.",
        }),
      ),
    ),
    clientName: optional(Type.String(described({ pt: 'O nome do cliente.', en: 'The name of the client.' }))),
    environment: optional(
      Type.Enum(['sandbox', 'production'], {
        ...described({
          pt: 'Onde o cliente vive: os endereços são os de /sandbox, ou os da raiz.',
          en: 'Where the client lives: the addresses are those below /sandbox, or those of the root.',
        }),
      }),
    ),
    scopes: optional(
      Type.Array(Type.String(), {
        ...described({
          pt: 'O que o contrato do cliente abre além dos produtos, como company-search.',
          en: "What the client's contract opens besides products, such as company-search.",
        }),
      }),
    ),
    language: optional(
      Type.Enum(['pt', 'en'], { ...described({ pt: 'O idioma escolhido.', en: 'The language chosen.' }) }),
    ),
    totp: Type.Boolean(
      described({
        pt: 'Se a entrada pede um código além da senha.',
        en: 'Whether signing in takes a code besides the password.',
      }),
    ),
  },
  { $id: 'SessionUser' },
)
export type SessionUser = Static<typeof SessionUser>

export const Session = Type.Object(
  {
    user: SessionUser,
    csrfToken: Type.String(
      described({
        pt: 'Vai em X-CSRF-Token em tudo o que não é GET.',
        en: 'Goes in X-CSRF-Token with everything that is not GET.',
      }),
    ),
    expiresAt: leaf.instant({
      pt: 'Quando a sessão termina, se não for usada até lá.',
      en: 'When the session ends, unless it is used before.',
    }),
  },
  { $id: 'Session' },
)
export type Session = Static<typeof Session>

export const SessionAnswer = success(Session)

export const SignedOutAnswer = success(
  Type.Object({
    signedOut: Type.Literal(true, described({ pt: 'A sessão terminou.', en: 'The session is over.' })),
  }),
)

export const PasswordRequest = Type.Object(
  {
    current: password({ pt: 'A senha de agora.', en: 'The password as it is.' }),
    next: password({
      pt: `A senha nova: ao menos ${passwordLengthMin} caracteres.`,
      en: `The new password: at least ${passwordLengthMin} characters.`,
    }),
  },
  { additionalProperties: false, $id: 'PasswordRequest' },
)
export type PasswordRequest = Static<typeof PasswordRequest>

/** Shown once, to be read by an application of codes. Nothing changes until a code confirms it. */
export const TotpSecret = Type.Object(
  {
    secret: Type.String({
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
      ...described({ pt: 'O segredo, em Base32, para digitar.', en: 'The secret, in Base32, to be typed.' }),
    }),
    uri: Type.String({
      examples: [
        'otpauth://totp/Lastro:ana%40exemplo.com.br?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lastro',
      ],
      ...described({ pt: 'O mesmo, para um código QR.', en: 'The same, for a QR code.' }),
    }),
  },
  { $id: 'TotpSecret' },
)
export type TotpSecret = Static<typeof TotpSecret>

export const TotpSecretAnswer = success(TotpSecret)

export const TotpConfirmRequest = Type.Object(
  { code: totpCode },
  { additionalProperties: false, $id: 'TotpConfirmRequest' },
)
export type TotpConfirmRequest = Static<typeof TotpConfirmRequest>

export const TotpRemoveRequest = Type.Object(
  { password: password({ pt: 'A senha.', en: 'The password.' }), code: totpCode },
  { additionalProperties: false, $id: 'TotpRemoveRequest' },
)
export type TotpRemoveRequest = Static<typeof TotpRemoveRequest>
