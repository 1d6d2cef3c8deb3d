import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import type { Text } from '@lastro/contract/text.ts'

/** What each change in a listing's history is called. */
export const changeWords: Readonly<Record<ListingChange, Text>> = {
  received: { pt: 'Recebida', en: 'Received' },
  notice_queued: { pt: 'Comunicado na fila', en: 'Notice queued' },
  notice_sent: { pt: 'Comunicado enviado', en: 'Notice sent' },
  notice_retried: { pt: 'Comunicado tentado por outro meio', en: 'Notice tried by another channel' },
  waiting: {
    pt: 'Comunicado entregue: começa o prazo do devedor',
    en: "Notice delivered: the debtor's period begins",
  },
  published: { pt: 'Publicada', en: 'Published' },
  changed: { pt: 'Alterada', en: 'Changed' },
  suspended: { pt: 'Suspensa por ordem judicial', en: 'Suspended by a court' },
  resumed: { pt: 'Suspensão encerrada', en: 'Suspension ended' },
  released: { pt: 'Baixada', en: 'Released' },
  expired: { pt: 'Prazo de exibição encerrado', en: 'Time for showing ended' },
  withdrawn: { pt: 'Retirada enquanto não estava publicada', en: 'Withdrawn while it was not published' },
  refused: { pt: 'Recusada', en: 'Refused' },
  held: { pt: 'Segurada para análise', en: 'Held for review' },
  paid: { pt: 'Pagamento informado', en: 'Payment reported' },
  release_reminded: { pt: 'Credor lembrado da baixa', en: 'Creditor reminded of the release' },
  disputed: { pt: 'Contestada pelo devedor', en: 'Disputed by the debtor' },
  dispute_overdue: { pt: 'Contestação sem resposta no prazo', en: 'Dispute not answered in time' },
  dispute_rejected: { pt: 'Contestação rejeitada', en: 'Dispute rejected' },
  lifted: { pt: 'Operador deixa a dívida voltar', en: 'The operator lets the debt come again' },
  guarantor_added: { pt: 'Avalista incluído', en: 'Guarantor added' },
  notice_failed: {
    pt: 'Comunicado sem efeito: o e-mail voltou',
    en: 'Notice without effect: the e-mail bounced',
  },
  notice_returned: { pt: 'Comunicado devolvido', en: 'Notice returned' },
  reviewed: { pt: 'Vista pelo operador', en: 'Looked at by the operator' },
}
