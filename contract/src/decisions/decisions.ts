import { type Static, Type } from 'typebox'
import { described, leaf, linePattern, prosePattern } from '../leaves.ts'
import { sectionAnswers } from '../policies/decision.ts'
import { PolicyWarning, SessionUser } from '../policies/kept-policies.ts'
import { outcomes, slugPattern } from '../policies/policy.ts'
import { policyLimits } from '../policies/policy-limits.ts'
import { SentValues } from '../policies/sent-values.ts'
import { products, type ReportProductCode } from '../reports/products.ts'
import { featureCountMax, QueryRequest, success } from '../reports/queries.ts'

export const decisionsPath = '/decisoes/v2'

/** LGPD, art. 20: whoever was decided on may ask why for as long as a claim against it does not lapse. */
export const decisionYears = 5

/** More voices than a credit committee has. */
export const reviewCountMax = 20

/** Days that one count of decisions spans. */
export const countDaysMax = 92

const versionNumber = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  examples: [3],
  ...described({ pt: 'Número da versão.', en: 'Number of the version.' }),
})

export const DecisionRequest = Type.Object(
  {
    documento: QueryRequest.properties.documento,
    policy: Type.String({
      maxLength: policyLimits.nameLengthMax,
      pattern: slugPattern,
      examples: ['furniture-shop'],
      ...described({ pt: 'O nome da política.', en: 'The name of the policy.' }),
    }),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        ...described({
          pt: 'A versão da política; a mais nova quando ausente.',
          en: 'The version of the policy; the newest when absent.',
        }),
      }),
    ),
    product: Type.Optional(
      Type.Enum(
        products.map(({ code }) => code as ReportProductCode),
        described({
          pt: 'O produto que se consulta; o da política quando ausente.',
          en: "The product that is asked for; the policy's own when absent.",
        }),
      ),
    ),
    features: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: featureCountMax,
        ...described({
          pt: 'Adicionais da consulta; os da política quando ausente.',
          en: "Features of the query; the policy's own when absent.",
        }),
      }),
    ),
    values: Type.Optional(SentValues),
  },
  { additionalProperties: false, $id: 'DecisionRequest' },
)
export type DecisionRequest = Static<typeof DecisionRequest>

const Outcome = Type.Enum([...outcomes])

const policy = Type.Object(
  { name: Type.String({ examples: ['furniture-shop'] }), version: versionNumber },
  described({ pt: 'A política e a versão que decidiram.', en: 'The policy and the version that decided.' }),
)

const Sentence = Type.Object({ pt: Type.String(), en: Type.String() })

const SeenValue = Type.Object(
  {
    value: Type.String({
      examples: ['negative.sum'],
      ...described({ pt: 'O nome do valor.', en: 'The name of the value.' }),
    }),
    of: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), described({ pt: 'Os filtros.', en: 'The filters.' })),
    ),
    seen: Type.Enum(
      ['exact', 'bounds', 'unknown'],
      described({
        pt: 'exact: is; bounds: de atLeast a atMost; unknown: nada se sabe.',
        en: 'exact: is; bounds: from atLeast to atMost; unknown: nothing is known.',
      }),
    ),
    is: Type.Optional(Type.String({ examples: ['1520.33'] })),
    atLeast: Type.Optional(Type.String({ examples: ['1520.33'] })),
    atMost: Type.Optional(Type.String()),
    from: Type.Array(
      Type.Object({
        section: Type.String({ examples: ['listingP'] }),
        answer: Type.Enum([...sectionAnswers], {
          ...described({
            pt: 'partial: só parte dos dados foi consultada. notCovered: nenhuma fonte cobre a seção, o que não quer dizer que nada conste. failed, degraded, silent: não respondeu por inteiro. absent: não foi pedida ou enviada, ou as fontes não conhecem o documento.',
            en: 'partial: only part of the data was consulted. notCovered: no source covers the section, which does not mean that nothing is on file. failed, degraded, silent: it did not answer in full. absent: it was not requested or sent, or its sources do not know the document.',
          }),
        }),
        source: Type.Optional(Type.String({ examples: ['bureau'] })),
      }),
      described({
        pt: 'De onde veio: seções do relatório, document ou request.',
        en: 'Where it came from: sections of the report, document or request.',
      }),
    ),
  },
  { $id: 'SeenValue' },
)

const SeenRule = Type.Object(
  {
    rule: Type.String({ examples: ['recent-debts'] }),
    holds: Type.Enum(['yes', 'no', 'unknown']),
    gives: Type.Optional(Outcome),
    values: Type.Array(SeenValue),
  },
  { $id: 'SeenRule' },
)

/** What the policy alone says: the same from the same inputs, on any day. */
const decided = {
  policy,
  on: leaf.date({ pt: 'O dia da decisão.', en: 'The day of the decision.' }),
  outcome: Type.Enum(
    [...outcomes],
    described({ pt: 'O resultado da política.', en: 'The outcome of the policy.' }),
  ),
  decidedBy: Type.String({
    examples: ['recent-debts'],
    ...described({
      pt: 'A regra que decidiu, otherwise ou failed-sections.',
      en: 'The rule that decided, otherwise or failed-sections.',
    }),
  }),
  reason: Sentence,
  failedSections: Type.Array(
    Type.String(),
    described({
      pt: 'Seções que a política usa e não responderam por inteiro.',
      en: 'Sections that the policy uses and that did not answer in full.',
    }),
  ),
  notCoveredSections: Type.Array(
    Type.String(),
    described({
      pt: 'Seções que a política usa e a consulta pediu, mas que nenhuma fonte cobria nesse dia: não foram consultadas, o que não quer dizer que nada conste.',
      en: 'Sections that the policy uses and the query requested, but that no source covered on that day: they were not consulted, which does not mean that nothing is on file.',
    }),
  ),
  partlyCoveredSections: Type.Array(
    Type.String(),
    described({
      pt: 'Seções que a política usa e que nesse dia só foram consultadas em parte: contagens e somas são valores mínimos.',
      en: 'Sections that the policy uses and that were only partly consulted on that day: counts and sums are minimums.',
    }),
  ),
  rules: Type.Array(
    SeenRule,
    described({
      pt: 'Todas as regras, em ordem, com o que cada uma viu.',
      en: 'Every rule in order, with what each saw.',
    }),
  ),
}

export const DecidedAgain = Type.Object(decided, { $id: 'DecidedAgain' })
export type DecidedAgain = Static<typeof DecidedAgain>

export const Review = Type.Object(
  {
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    outcome: Outcome,
    reason: Type.String(described({ pt: 'O motivo da pessoa.', en: "The person's reason." })),
    user: Type.Optional(SessionUser),
    by: Type.Optional(
      Type.String(
        described({
          pt: 'Quem decidiu, como a chave o nomeou.',
          en: 'Who decided, as the key named them.',
        }),
      ),
    ),
  },
  { $id: 'Review' },
)
export type Review = Static<typeof Review>

const id = Type.String(described({ pt: 'Identifica a decisão.', en: 'Identifies the decision.' }))
const at = leaf.instant({ pt: 'Quando foi decidido.', en: 'When it was decided.' })
const requestId = Type.String(described({ pt: 'A consulta, na trilha.', en: 'The query, in the trail.' }))
const product = Type.String(described({ pt: 'O produto consultado.', en: 'The product asked for.' }))
const finalOutcome = Type.Enum(
  [...outcomes],
  described({
    pt: 'O resultado que vale: o da última revisão ou, sem revisão, o da política.',
    en: "The outcome that stands: that of the last review or, without one, the policy's.",
  }),
)

export const KeptDecision = Type.Object(
  {
    id,
    at,
    requestId,
    document: Type.String(described({ pt: 'O documento, sem máscara.', en: 'The document, bare.' })),
    product,
    features: Type.Array(Type.String()),
    values: SentValues,
    missingSections: Type.Array(
      Type.String(),
      described({
        pt: 'Seções que a política usa e a consulta não pediu: o que diriam é desconhecido.',
        en: 'Sections that the policy uses and the query did not ask for: what they would say is unknown.',
      }),
    ),
    ...decided,
    warnings: Type.Array(
      PolicyWarning,
      described({
        pt: 'Um aviso para cada seção que a política usa e que este ambiente não cobria, ou cobria só em parte.',
        en: 'One warning for each section that the policy uses and that this environment did not cover, or covered only in part.',
      }),
    ),
    finalOutcome,
    reviews: Type.Array(
      Review,
      described({
        pt: 'O que pessoas decidiram sobre ela, em ordem.',
        en: 'What people decided over it, in order.',
      }),
    ),
    version: Type.Integer({
      minimum: 1,
      ...described({
        pt: 'A versão desta decisão, para If-Match: muda a cada revisão.',
        en: 'The version of this decision, for If-Match: each review changes it.',
      }),
    }),
    keptUntil: leaf.instant({ pt: 'Até quando fica.', en: 'Until when it is kept.' }),
  },
  { $id: 'KeptDecision' },
)
export type KeptDecision = Static<typeof KeptDecision>

/** A decision in a list: whose it is about is told only by the decision itself. */
export const DecisionItem = Type.Object(
  {
    id,
    at,
    requestId,
    checkCode: Type.String({
      examples: ['7K2M-Q9TX-4HBD'],
      ...described({
        pt: 'O código da consulta, que a distingue de outra com o mesmo X-Request-Id.',
        en: 'The code of the query, which tells it from another with the same X-Request-Id.',
      }),
    }),
    product,
    policy,
    outcome: decided.outcome,
    decidedBy: decided.decidedBy,
    finalOutcome,
    reviewedAt: Type.Optional(
      leaf.instant({ pt: 'Quando foi revista por último.', en: 'When it was last reviewed.' }),
    ),
  },
  { $id: 'DecisionItem' },
)
export type DecisionItem = Static<typeof DecisionItem>

export const ReviewRequest = Type.Object(
  {
    outcome: Type.Enum(
      ['approve', 'decline'],
      described({ pt: 'O que a pessoa decide.', en: 'What the person decides.' }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: prosePattern,
      examples: ['Comprovou a renda com três holerites.'],
      ...described({
        pt: 'Por quê. Sem CPF ou CNPJ.',
        en: 'Why. Without any CPF or CNPJ.',
      }),
    }),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 120,
        pattern: linePattern,
        examples: ['Maria da Silva, crédito'],
        ...described({
          pt: 'Quem decide: obrigatório com uma chave, e recusado com uma sessão, que já diz quem é.',
          en: 'Who decides: required with a key, and refused with a session, which says who it is.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'ReviewRequest' },
)
export type ReviewRequest = Static<typeof ReviewRequest>

const count = Type.Integer({ minimum: 0, ...described({ pt: 'Quantas.', en: 'How many.' }) })

export const DecisionCounts = Type.Object(
  {
    from: leaf.date({ pt: 'Do dia.', en: 'From this day.' }),
    until: leaf.date({ pt: 'Até este dia, inclusive.', en: 'Until this day, included.' }),
    total: count,
    lines: Type.Array(
      Type.Object({
        day: leaf.date({ pt: 'O dia, em São Paulo.', en: 'The day, in São Paulo.' }),
        policy,
        outcome: decided.outcome,
        finalOutcome,
        count,
      }),
    ),
  },
  { $id: 'DecisionCounts' },
)
export type DecisionCounts = Static<typeof DecisionCounts>

export const DecisionCheck = Type.Object(
  {
    same: Type.Boolean(
      described({
        pt: 'Se os mesmos bytes saem de novo do que está guardado.',
        en: 'Whether the same bytes come again from what is kept.',
      }),
    ),
    decided: DecidedAgain,
  },
  { $id: 'DecisionCheck' },
)
export type DecisionCheck = Static<typeof DecisionCheck>

const cursor = Type.Optional(
  Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })),
)

export const KeptDecisionAnswer = success(KeptDecision)
export const DecisionsAnswer = success(Type.Object({ decisions: Type.Array(DecisionItem), cursor }))
export const DecisionCountsAnswer = success(DecisionCounts)
export const DecisionCheckAnswer = success(DecisionCheck)
