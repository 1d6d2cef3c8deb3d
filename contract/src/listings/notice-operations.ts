import { type Static, Type } from 'typebox'
import { described, leaf, prosePattern } from '../leaves.ts'
import { commonHeaders, type Operation, problemsEverywhere, problemsWithBody } from '../operation.ts'
import { parameter } from '../parameters.ts'
import { success } from '../reports/queries.ts'

/** What became of a notice after it was sent, from whoever carried it. */
export const NoticeReportRequest = Type.Object(
  {
    outcome: Type.Enum(['delivered', 'failed'], {
      ...described({
        pt: 'delivered quando chegou; failed quando voltou, também depois de entregue.',
        en: 'delivered when it arrived; failed when it came back, after its delivery too.',
      }),
    }),
    detail: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: prosePattern,
      examples: ['250 2.1.5 delivered'],
      ...described({
        pt: 'A prova, ou por que voltou; fica com o comunicado.',
        en: 'The proof, or why it came back; kept with the notice.',
      }),
    }),
    on: Type.Optional(
      leaf.date({
        pt: 'O dia em que aconteceu; hoje quando ausente.',
        en: 'The day it happened; today when absent.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'NoticeReportRequest' },
)
export type NoticeReportRequest = Static<typeof NoticeReportRequest>

export const NoticeReportAnswer = success(Type.Object({ noticeId: Type.String() }))

export const noticeReportPath = '/negativacao/v2/notificacoes/{id}/entrega'

/** Delivery reports come from the operator's own mail system, not from a client. */
export const noticeOperations: readonly Operation[] = [
  {
    id: 'notificacoesEntrega',
    method: 'POST',
    path: noticeReportPath,
    pathParameters: [
      {
        name: 'id',
        text: { pt: 'O id do comunicado.', en: 'The id of the notice.' },
        schema: parameter.id(),
      },
    ],
    tag: { pt: 'Operação do serviço', en: 'Running the service' },
    summary: { pt: 'Aviso de entrega de um comunicado', en: 'Delivery report of a notice' },
    description: {
      pt: 'Diz que um comunicado foi entregue, e o prazo do devedor começa; ou que voltou. Um e-mail que volta não vale: segue o próximo meio, e o que foi publicado com ele some na hora. Uma carta postada vale: a volta fica registrada, e o operador olha. Responde 404 enquanto LASTRO_NOTICE_REPORT_TOKEN não é definido.',
      en: 'Tells that a notice was delivered, and the period of its debtor begins; or that it came back. An e-mail that bounces counts for nothing: the next channel follows, and what was published on it is hidden at once. A posted letter counts: its return is recorded, and the operator looks. Answers 404 while LASTRO_NOTICE_REPORT_TOKEN is not set.',
    },
    credentials: 'noticeReports',
    environments: 'root',
    headers: commonHeaders,
    request: { schema: NoticeReportRequest, required: true, mediaTypes: ['application/json'] },
    answers: { 200: { text: { pt: 'Registrado.', en: 'On record.' }, schema: NoticeReportAnswer } },
    problems: [
      ...problemsEverywhere,
      ...problemsWithBody,
      'operator_token_invalid',
      'notice_unknown',
      'notice_not_awaited',
      'listing_busy',
    ],
  },
]
