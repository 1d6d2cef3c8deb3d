import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { PolicyWarning } from './kept-policies.ts'
import { outcomes } from './policy.ts'
import { rehearsedDocumentsMax } from './rehearsal-limits.ts'
import { SentValues } from './sent-values.ts'

export const RehearsalRequest = Type.Object(
  {
    // Its faults are told by their place in the policy, as those of one that is saved.
    policy: Type.Record(
      Type.String(),
      Type.Unknown(),
      described({
        pt: 'O rascunho, como se envia a POST /politicas/v2.',
        en: 'The draft, as it is sent to POST /politicas/v2.',
      }),
    ),
    values: Type.Optional(SentValues),
    documents: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), {
        minItems: 1,
        maxItems: rehearsedDocumentsMax,
        examples: [['12345678909', '52998224725']],
        ...described({
          pt: 'Documentos de teste, só no sandbox. Ausente: os relatórios que você guarda.',
          en: 'Test documents, in the sandbox only. Absent: the reports that you keep.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'RehearsalRequest' },
)
export type RehearsalRequest = Static<typeof RehearsalRequest>

const Outcome = Type.Enum([...outcomes])
const count = Type.Integer({ minimum: 0 })
const outcomeCounts = Type.Object({ approve: count, review: count, decline: count })

const Ruling = Type.Object({
  outcome: Outcome,
  decidedBy: Type.String({
    examples: ['recent-debts'],
    ...described({
      pt: 'A regra que decide, otherwise ou failed-sections.',
      en: 'The rule that decides, otherwise or failed-sections.',
    }),
  }),
  reason: Type.Object({ pt: Type.String(), en: Type.String() }),
})

/** A report on which the draft says something else than the version in force. */
export const RehearsalFlip = Type.Object(
  {
    requestId: Type.Optional(
      Type.String(
        described({ pt: 'A consulta do relatório guardado.', en: 'The query of the kept report.' }),
      ),
    ),
    line: Type.Optional(
      Type.Integer({
        minimum: 1,
        ...described({
          pt: 'O lugar do documento entre os enviados, desde 1.',
          en: 'The place of the document among those sent, from 1.',
        }),
      }),
    ),
    at: leaf.instant({ pt: 'Quando foi consultado.', en: 'When it was asked for.' }),
    before: Ruling,
    after: Ruling,
  },
  { $id: 'RehearsalFlip' },
)
export type RehearsalFlip = Static<typeof RehearsalFlip>

export const Rehearsal = Type.Object(
  {
    over: Type.Enum(['keptReports', 'documents']),
    inForce: Type.Optional(
      Type.Integer({
        minimum: 1,
        ...described({
          pt: 'A versão em vigor com que se compara; ausente quando não há.',
          en: 'The version in force that it is compared with; absent where there is none.',
        }),
      }),
    ),
    whole: Type.Boolean(
      described({
        pt: 'Se tudo o que há foi olhado; senão, o mais novo, até o limite de relatórios ou de tempo.',
        en: 'Whether all that there is was looked at; otherwise the newest, up to the limit of reports or time.',
      }),
    ),
    counts: Type.Object({
      cases: Type.Integer({
        minimum: 0,
        ...described({ pt: 'Relatórios olhados.', en: 'Reports looked at.' }),
      }),
      flipped: Type.Integer({
        minimum: 0,
        ...described({ pt: 'Os que mudariam de resultado.', en: 'Those with another outcome.' }),
      }),
      notFor: Type.Integer({
        minimum: 0,
        ...described({
          pt: 'Os de um documento para o qual o rascunho não é.',
          en: 'Those on a document that the draft is not for.',
        }),
      }),
      withAbsentSections: Type.Integer({
        minimum: 0,
        ...described({
          pt: 'Relatórios que não pediram uma seção que o rascunho usa: os valores dela são desconhecidos.',
          en: 'Reports that did not request a section that the draft uses: its values are unknown.',
        }),
      }),
      withUncoveredSections: Type.Integer({
        minimum: 0,
        ...described({
          pt: 'Relatórios com uma seção que o rascunho usa e que não estava coberta por inteiro no dia do relatório.',
          en: 'Reports with a section that the draft uses and that was not completely covered on the day of the report.',
        }),
      }),
      unread: Type.Integer({
        minimum: 0,
        ...described({
          pt: 'Os que não puderam ser lidos, e não estão em cases.',
          en: 'Those that could not be read, and are not in cases.',
        }),
      }),
      before: outcomeCounts,
      after: outcomeCounts,
    }),
    flips: Type.Array(RehearsalFlip),
    warnings: Type.Array(PolicyWarning),
  },
  { $id: 'Rehearsal' },
)
export type Rehearsal = Static<typeof Rehearsal>

export const RehearsalAnswer = success(Rehearsal)
