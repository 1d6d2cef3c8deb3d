import { type Static, Type } from 'typebox'
import { described, leaf, oneLine } from '../leaves.ts'
import { typedMailboxPattern } from '../mailbox.ts'
import { success } from '../reports/queries.ts'
import { roleNames } from '../roles.ts'
import { emailAddress } from '../users/sessions.ts'
import { cursor, environment, idText } from './operator-parts.ts'

/** Something to read, and none of the controls, those of eight bits included. */
const personPattern = '^[^\\S\\x00-\\x1f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$'

const roles = Type.Array(Type.Enum([...roleNames]), {
  minItems: 1,
  maxItems: 2,
  uniqueItems: true,
  ...described({
    pt: 'operator sozinho, ou analyst, creditor, ou os dois.',
    en: 'operator alone, or analyst, creditor, or both.',
  }),
})

export const OperatorUser = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica a pessoa.', en: 'Identifies the person.' })),
    name: Type.String(),
    email: Type.String(),
    roles,
    clientId: Type.Optional(Type.String(described({ pt: 'O seu cliente.', en: 'Its client.' }))),
    clientName: Type.Optional(Type.String()),
    environment: Type.Optional(environment),
    disabled: Type.Boolean(described({ pt: 'Se não pode entrar.', en: 'Whether it may not sign in.' })),
    lockedUntil: Type.Optional(
      leaf.instant({
        pt: 'Até quando espera, depois de senhas erradas.',
        en: 'Until when it waits, after wrong passwords.',
      }),
    ),
    totp: Type.Boolean(described({ pt: 'Se usa código temporário.', en: 'Whether it uses one-time codes.' })),
    createdAt: leaf.instant({ pt: 'Quando foi criada.', en: 'When it was created.' }),
  },
  { $id: 'OperatorUser' },
)
export type OperatorUser = Static<typeof OperatorUser>

export const NewUserRequest = Type.Object(
  {
    name: Type.String({
      ...oneLine(120, { pt: 'Nome da pessoa.', en: "The person's name." }),
      pattern: personPattern,
    }),
    email: Type.String({ ...emailAddress, pattern: typedMailboxPattern }),
    roles,
    language: Type.Optional(
      Type.Enum(['pt', 'en'], { ...described({ pt: 'O idioma da pessoa.', en: "The person's language." }) }),
    ),
    clientId: Type.Optional(
      idText(64, {
        pt: 'O cliente da pessoa; obrigatório, salvo para operator.',
        en: "The person's client; required, save for an operator.",
      }),
    ),
  },
  { additionalProperties: false, $id: 'NewUserRequest' },
)
export type NewUserRequest = Static<typeof NewUserRequest>

const password = Type.String(
  described({ pt: 'A senha; só nesta resposta.', en: 'The password; in this answer only.' }),
)

export const OperatorUsersAnswer = success(Type.Object({ users: Type.Array(OperatorUser), cursor }))
export const OperatorUserAnswer = success(OperatorUser)
export const NewUserAnswer = success(Type.Object({ user: OperatorUser, password }))
