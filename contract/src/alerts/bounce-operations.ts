import { type Static, Type } from 'typebox'
import { described, prosePattern } from '../leaves.ts'
import { commonHeaders, type Operation, problemsEverywhere, problemsWithBody } from '../operation.ts'
import { success } from '../reports/queries.ts'
import { alertsPath } from './alerts.ts'

/** What came back with an alert that a mail server had taken. */
export const BounceReportRequest = Type.Object(
  {
    messageId: Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: '^[\\w.-]+$',
      examples: ['oc_4mQb0V0mJ2p3c5XyT1n7aRkd.019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11'],
      ...described({
        pt: 'O que vem antes da @ no Message-ID do e-mail que voltou.',
        en: 'What stands before the @ in the Message-ID of the mail that came back.',
      }),
    }),
    detail: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: prosePattern,
      examples: ['550 5.1.1 mailbox unknown'],
      ...described({
        pt: 'Por que voltou, nas palavras do servidor; o cliente as vê.',
        en: 'Why it came back, in the words of the server; the client sees them.',
      }),
    }),
  },
  { additionalProperties: false, $id: 'BounceReportRequest' },
)
export type BounceReportRequest = Static<typeof BounceReportRequest>

export const BounceReportAnswer = success(Type.Object({ messageId: Type.String() }))

export const bounceReportPath = `${alertsPath}/devolucoes`

/** Bounces come from the operator's own mail system, as delivery reports of notices do. */
export const bounceOperations: readonly Operation[] = [
  {
    id: 'alertasDevolucoesInclui',
    method: 'POST',
    path: bounceReportPath,
    tag: { pt: 'Operação do serviço', en: 'Running the service' },
    summary: { pt: 'Aviso de devolução de um alerta', en: 'Report that an alert bounced' },
    description: {
      pt: 'Diz que um e-mail de alerta, aceito antes, voltou; conta uma vez, e a terceira devolução para o endereço. Responde 404 enquanto LASTRO_NOTICE_REPORT_TOKEN não é definido.',
      en: 'Tells that an alert by e-mail, taken before, came back; it counts once, and the third pauses the address. Answers 404 while LASTRO_NOTICE_REPORT_TOKEN is not set.',
    },
    credentials: 'noticeReports',
    environments: 'root',
    headers: commonHeaders,
    request: { schema: BounceReportRequest, required: true, mediaTypes: ['application/json'] },
    answers: { 200: { text: { pt: 'Registrado.', en: 'On record.' }, schema: BounceReportAnswer } },
    problems: [
      ...problemsEverywhere,
      ...problemsWithBody,
      'operator_token_invalid',
      'message_unknown',
      'alert_busy',
    ],
  },
]
