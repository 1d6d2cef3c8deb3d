import { Type } from 'typebox'
import { csv } from '../listings/batches.ts'
import {
  commonHeaders,
  type Header,
  idempotencyHeader,
  type Operation,
  pageParameters,
  problemsOfCaller,
  problemsWithBody,
  problemsWithKey,
  replayedHeader,
} from '../operation.ts'
import { parameter } from '../parameters.ts'
import { outcomes } from '../policies/policy.ts'
import {
  billingHeaders,
  givenHeaders,
  purposeHeader,
  queryProblemCodes,
} from '../reports/report-operations.ts'
import type { Text } from '../text.ts'
import {
  countDaysMax,
  DecisionCheckAnswer,
  DecisionCountsAnswer,
  DecisionRequest,
  DecisionsAnswer,
  decisionsPath,
  decisionYears,
  KeptDecisionAnswer,
  ReviewRequest,
} from './decisions.ts'

const tag: Text = { pt: 'Decisões', en: 'Decisions' }

const shared = { tag, credentials: 'query', roles: ['analyst'], environments: 'both' } as const

const one = `${decisionsPath}/{id}`

const ofId = {
  pathParameters: [
    { name: 'id', text: { pt: 'O id da decisão.', en: 'The id of the decision.' }, schema: parameter.id() },
  ],
}

const ifMatch: Header = {
  name: 'If-Match',
  text: { pt: 'O ETag da decisão como você a leu.', en: 'The ETag of the decision as you read it.' },
  schema: parameter.version(),
  isRequired: true,
}

const etagHeader: Header = {
  name: 'ETag',
  text: { pt: 'A versão, para If-Match.', en: 'The version, for If-Match.' },
  schema: Type.String({ examples: ['"1"'] }),
}

const filter = (name: string, text: Text, schema: Header['schema']): Header => ({ name, text, schema })

const period: readonly Header[] = [
  filter('from', { pt: 'Desde este dia.', en: 'From this day on.' }, parameter.day('2026-03-01')),
  filter(
    'until',
    { pt: 'Até este dia, inclusive.', en: 'Until this day, included.' },
    parameter.day('2026-03-31'),
  ),
  filter('policy', { pt: 'Só desta política.', en: 'Only of this policy.' }, parameter.text(60)),
  filter(
    'version',
    { pt: 'Só desta versão.', en: 'Only of this version.' },
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  ),
]

const filters: readonly Header[] = [
  ...period,
  filter(
    'consulta',
    {
      pt: 'Só as desta consulta, pelo seu X-Request-Id.',
      en: 'Only those of this query, by its X-Request-Id.',
    },
    parameter.requestId(),
  ),
  filter(
    'outcome',
    { pt: 'Só as que valem com este resultado.', en: 'Only those that stand with this outcome.' },
    Type.Enum([...outcomes]),
  ),
  filter(
    'reviewed',
    { pt: 'Só as revistas, ou só as outras.', en: 'Only those reviewed, or only the others.' },
    Type.Enum(['true', 'false']),
  ),
]

const kept: Text = { pt: 'A decisão.', en: 'The decision.' }

/** From a report to a decision, and what people decide over it. */
export const decisionOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'decisoesDecide',
    method: 'POST',
    path: decisionsPath,
    summary: { pt: 'Decidir por uma política', en: 'Decide by a policy' },
    description: {
      pt: `Uma consulta, registrada, limitada e cobrada como tal, e o que a política diz dela: cada regra, o que viu e de onde veio. Fica guardada ${decisionYears} anos com o que a política leu. Exige o escopo decisions e o do produto.`,
      en: `One query, recorded, limited and billed as such, and what the policy says of it: each rule, what it saw and where that came from. It is kept for ${decisionYears} years with what the policy read. Needs the scope decisions and that of the product.`,
    },
    headers: [purposeHeader, idempotencyHeader, ...commonHeaders],
    request: { schema: DecisionRequest, required: true, mediaTypes: ['application/json'] },
    answers: {
      201: {
        text: kept,
        schema: KeptDecisionAnswer,
        headers: [etagHeader, ...billingHeaders, replayedHeader, ...givenHeaders],
      },
    },
    problems: [
      ...queryProblemCodes,
      'policy_unknown',
      'policy_version_unknown',
      'policy_retired',
      'policy_not_for_document',
    ],
  },
  {
    ...shared,
    id: 'decisoesLista',
    method: 'GET',
    path: decisionsPath,
    summary: { pt: 'Listar as minhas decisões', en: 'List my decisions' },
    description: {
      pt: 'As suas decisões, da mais nova para a mais antiga, por páginas; com Accept: text/csv, todas as que os filtros deixam. Sem os documentos. Exige o escopo decisions.',
      en: 'Your decisions, newest first, by pages; with Accept: text/csv, all that the filters leave. Without the documents. Needs the scope decisions.',
    },
    headers: commonHeaders,
    query: [...filters, ...pageParameters],
    answers: {
      200: {
        text: { pt: 'As decisões.', en: 'The decisions.' },
        schema: DecisionsAnswer,
        documents: [csv],
        documentExamples: {
          [csv]:
            '"id","at","requestId","product","policy","version","outcome","decidedBy","finalOutcome","reviewedAt"\r\n"5d6bb6a4-0b4f-4c43-a0d5-4d8a7bbd1f0e","2026-03-10T12:00:00-03:00","req-0001","relatorioBasico","furniture-shop","3","review","failed-sections","approve","2026-03-10T15:20:00-03:00"\r\n',
        },
      },
    },
    problems: [...problemsOfCaller(), 'rate_limited', 'query_invalid'],
  },
  {
    ...shared,
    id: 'decisoesContagens',
    method: 'GET',
    path: `${decisionsPath}/contagens`,
    summary: { pt: 'Contar as minhas decisões', en: 'Count my decisions' },
    description: {
      pt: `Quantas por dia, política, versão e resultado, em até ${countDaysMax} dias; os últimos 30 quando nada é dito. Exige o escopo decisions.`,
      en: `How many by day, policy, version and outcome, over up to ${countDaysMax} days; the last 30 when nothing is said. Needs the scope decisions.`,
    },
    headers: commonHeaders,
    query: period,
    answers: {
      200: { text: { pt: 'As contagens.', en: 'The counts.' }, schema: DecisionCountsAnswer },
    },
    problems: [...problemsOfCaller(), 'rate_limited', 'query_invalid'],
  },
  {
    ...shared,
    ...ofId,
    id: 'decisoesLe',
    method: 'GET',
    path: one,
    summary: { pt: 'Uma decisão', en: 'A decision' },
    description: {
      pt: 'Como foi decidida, e o que pessoas decidiram sobre ela. Quem a lê fica na trilha. Exige o escopo decisions.',
      en: 'As it was decided, and what people decided over it. The trail says who read it. Needs the scope decisions.',
    },
    headers: commonHeaders,
    answers: { 200: { text: kept, schema: KeptDecisionAnswer, headers: [etagHeader] } },
    problems: [...problemsOfCaller(), 'rate_limited', 'decision_unknown'],
  },
  {
    ...shared,
    ...ofId,
    id: 'decisoesConfere',
    method: 'GET',
    path: `${one}/conferencia`,
    summary: { pt: 'Decidir de novo do que está guardado', en: 'Decide again from what is kept' },
    description: {
      pt: 'Refaz a decisão com os dados guardados e a mesma versão, e diz se saem os mesmos bytes. Nada é consultado. Exige o escopo decisions.',
      en: 'Makes the decision again from the kept inputs and the same version, and says whether the same bytes come. Nothing is queried. Needs the scope decisions.',
    },
    headers: commonHeaders,
    answers: {
      200: { text: { pt: 'A conferência.', en: 'The check.' }, schema: DecisionCheckAnswer },
    },
    problems: [...problemsOfCaller(), 'rate_limited', 'decision_unknown'],
  },
  {
    ...shared,
    ...ofId,
    id: 'decisoesRevisa',
    method: 'POST',
    path: `${one}/revisao`,
    summary: { pt: 'Rever uma decisão', en: 'Review a decision' },
    description: {
      pt: 'O que uma pessoa decide sobre ela, com o motivo: vale a última. O que a política disse não muda. Exige o escopo decisions.',
      en: 'What a person decides over it, with the reason: the last one stands. What the policy said does not change. Needs the scope decisions.',
    },
    headers: [ifMatch, idempotencyHeader, ...commonHeaders],
    request: { schema: ReviewRequest, required: true, mediaTypes: ['application/json'] },
    answers: { 201: { text: kept, schema: KeptDecisionAnswer, headers: [etagHeader, replayedHeader] } },
    problems: [
      ...problemsOfCaller(),
      ...problemsWithBody,
      ...problemsWithKey,
      'rate_limited',
      'decision_unknown',
      'decision_version_required',
      'decision_version_conflict',
      'reviews_too_many',
    ],
  },
]
