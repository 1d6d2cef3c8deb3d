import { type Static, Type } from 'typebox'
import { OccurrenceData } from '../alerts/alerts.ts'
import { described, leaf } from '../leaves.ts'
import { outcomes } from '../policies/policy.ts'
import { success } from '../reports/queries.ts'
import { sourceCalls } from './usage.ts'

export const consultationsPath = '/conta/v2/consultas'

/** A query as the client that made it sees it again. */
export const ConsultationItem = Type.Object(
  {
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    requestId: Type.String(
      described({ pt: 'O X-Request-Id da consulta.', en: 'The X-Request-Id of the query.' }),
    ),
    document: Type.Optional(
      Type.String(
        described({
          pt: 'O CPF ou CNPJ consultado; ausente se a consulta foi recusada antes de nomear um.',
          en: 'The CPF or CNPJ queried; absent where the query was refused before it named one.',
        }),
      ),
    ),
    product: Type.String(described({ pt: 'Código do produto.', en: 'Code of the product.' })),
    features: Type.Array(
      Type.String(),
      described({ pt: 'Adicionais da consulta.', en: 'Features of the query.' }),
    ),
    outcome: Type.String(
      described({
        pt: 'answered, degraded, alerted, ou o código da recusa; replayed em registros antigos.',
        en: 'answered, degraded, alerted, or the code of the refusal; replayed in old records.',
      }),
    ),
    coverage: Type.Optional(
      Type.String({
        examples: ['partial listingP; none check, notary'],
        ...described({
          pt: 'A cobertura do relatório respondido: complete, ou as seções parciais e as que nenhuma fonte cobria.',
          en: 'The coverage of the report: complete, or the partial sections and those that no source covered.',
        }),
      }),
    ),
    billed: Type.Boolean(described({ pt: 'Se foi cobrada.', en: 'Whether it was billed.' })),
    costs: Type.Optional(
      Type.Array(
        Type.Object(sourceCalls),
        described({
          pt: 'O que custaram as fontes que suas próprias credenciais pagaram; ausente quando nenhuma.',
          en: 'What the sources cost that your own credentials paid; absent where there were none.',
        }),
      ),
    ),
    report: Type.Optional(
      Type.Object(
        {
          keptUntil: leaf.instant({ pt: 'Até quando.', en: 'Until when.' }),
        },
        described({
          pt: 'O relatório está guardado e pode ser reaberto sem custo; ausente quando não está.',
          en: 'The report is kept and may be opened again at no cost; absent when it is not.',
        }),
      ),
    ),
    decision: Type.Optional(
      Type.Object(
        {
          id: Type.String(described({ pt: 'Identifica a decisão.', en: 'Identifies the decision.' })),
          outcome: Type.Enum(
            [...outcomes],
            described({ pt: 'O resultado que vale.', en: 'The outcome that stands.' }),
          ),
          reviewed: Type.Boolean(
            described({ pt: 'Se uma pessoa já a reviu.', en: 'Whether a person has reviewed it.' }),
          ),
        },
        described({
          pt: 'A decisão para a qual se consultou, com o escopo decisions; ausente quando não houve.',
          en: 'The decision that it was asked for, with the scope decisions; absent where there was none.',
        }),
      ),
    ),
    corrections: Type.Optional(
      Type.Array(
        Type.Object({
          occurrenceId: Type.String(
            described({
              pt: 'A ocorrência listing.corrected que comunica.',
              en: 'The occurrence listing.corrected that tells of it.',
            }),
          ),
          toldAt: Type.Optional(
            leaf.instant({
              pt: 'Quando foi comunicada; ausente enquanto não foi.',
              en: 'When it was told; absent while it was not.',
            }),
          ),
          data: OccurrenceData,
        }),
        described({
          pt: 'O que esta consulta mostrou e estava errado; ausente quando nada.',
          en: 'What this query showed that was wrong; absent when nothing was.',
        }),
      ),
    ),
    user: Type.Optional(
      Type.Object(
        {
          id: Type.String(described({ pt: 'Identifica o usuário.', en: 'Identifies the user.' })),
          name: Type.Optional(Type.String(described({ pt: 'O nome.', en: 'The name.' }))),
        },
        described({
          pt: 'Quem consultou, se foi uma pessoa com sessão.',
          en: 'Who asked, where it was a person with a session.',
        }),
      ),
    ),
  },
  { $id: 'Consultation' },
)
export type ConsultationItem = Static<typeof ConsultationItem>

export const ConsultationsAnswer = success(
  Type.Object({
    consultations: Type.Array(ConsultationItem),
    cursor: Type.Optional(
      Type.String(
        described({
          pt: 'Para a página seguinte; ausente na última. Enquanto há cursor há mais, mesmo que a página venha curta.',
          en: 'For the next page; absent on the last. While there is one there is more, however short the page.',
        }),
      ),
    ),
  }),
)

/** How many a page holds unless asked, and at most. */
export const consultationPageDefault = 50
export const consultationPageMax = 200
