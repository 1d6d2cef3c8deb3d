import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { WrittenPolicy } from './policy.ts'
import { policyLimits } from './policy-limits.ts'

export const policiesPath = '/politicas/v2'

const title = Type.Object(
  { pt: Type.String(), en: Type.String() },
  described({ pt: 'Como a política se chama.', en: 'What the policy is called.' }),
)

const version = Type.Integer({
  minimum: 1,
  examples: [3],
  ...described({
    pt: 'Número da versão, desde 1. Uma versão nunca muda.',
    en: 'Number of the version, from 1. A version never changes.',
  }),
})

const createdAt = leaf.instant({ pt: 'Quando esta versão foi gravada.', en: 'When this version was saved.' })

/** Whose session it was. */
export const SessionUser = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o usuário.', en: 'Identifies the user.' })),
    name: Type.Optional(Type.String(described({ pt: 'O nome.', en: 'The name.' }))),
  },
  described({
    pt: 'Quem foi, se foi uma pessoa com sessão; ausente quando foi uma chave.',
    en: 'Who it was, where it was a person with a session; absent where it was a key.',
  }),
)

const user = Type.Optional(SessionUser)

/** A policy in the list of its client's. */
export const PolicyItem = Type.Object(
  {
    name: Type.String({
      maxLength: policyLimits.nameLengthMax,
      examples: ['furniture-shop'],
      ...described({
        pt: 'O nome da política, que a identifica entre as suas e não muda.',
        en: 'The name of the policy, which identifies it among yours and does not change.',
      }),
    }),
    title,
    documentTypes: Type.Array(Type.Enum(['CPF', 'CNPJ'])),
    product: Type.String(
      described({ pt: 'O produto que se consulta.', en: 'The product that is asked for.' }),
    ),
    version,
    createdAt,
    user,
    retiredAt: Type.Optional(
      leaf.instant({
        pt: 'Desde quando não decide mais; ausente enquanto decide.',
        en: 'Since when it decides no more; absent while it does.',
      }),
    ),
  },
  { $id: 'PolicyItem' },
)
export type PolicyItem = Static<typeof PolicyItem>

/** What its author should look at again. */
export const PolicyWarning = Type.Object(
  {
    at: Type.String({
      examples: ['rules[2].when'],
      ...described({ pt: 'Onde na política.', en: 'Where in the policy.' }),
    }),
    code: Type.String({ examples: ['outcomes_differ', 'section_not_covered', 'section_partly_covered'] }),
    message: Type.Object({ pt: Type.String(), en: Type.String() }),
    section: Type.Optional(
      Type.String({
        examples: ['check'],
        ...described({
          pt: 'A seção que o ambiente não cobre, ou cobre só em parte; presente só nos avisos de cobertura, que refletem o dia de hoje.',
          en: 'The section that the environment does not cover, or covers only in part; present only in warnings about coverage, which are as of today.',
        }),
      }),
    ),
    documentType: Type.Optional(Type.Enum(['CPF', 'CNPJ'])),
  },
  { $id: 'PolicyWarning' },
)
export type PolicyWarning = Static<typeof PolicyWarning>

const written = {
  policy: WrittenPolicy,
  warnings: Type.Array(
    PolicyWarning,
    described({
      pt: 'O que convém olhar de novo; a política foi aceita.',
      en: 'What is worth another look; the policy was taken.',
    }),
  ),
}

/** A version of a policy, as it was saved. */
export const PolicyVersion = Type.Object(
  { name: Type.String(), version, createdAt, user, ...written },
  { $id: 'PolicyVersion' },
)
export type PolicyVersion = Static<typeof PolicyVersion>

/** A policy with its newest version whole, and the others by number. */
export const KeptPolicy = Type.Object(
  {
    ...PolicyItem.properties,
    ...written,
    versions: Type.Array(
      Type.Object({ version, createdAt, user }),
      described({
        pt: 'Todas as versões, da mais nova para a mais antiga.',
        en: 'All versions, newest first.',
      }),
    ),
  },
  { $id: 'KeptPolicy' },
)
export type KeptPolicy = Static<typeof KeptPolicy>

export const PoliciesAnswer = success(Type.Object({ policies: Type.Array(PolicyItem) }))
export const KeptPolicyAnswer = success(KeptPolicy)
export const PolicyVersionAnswer = success(PolicyVersion)
