import type { ProblemText } from './problem-text.ts'

/** What can be wrong with listings, their notices and batches of them. */
export const listingProblems = {
  listing_unknown: {
    status: 404,
    title: { pt: 'Anotação desconhecida', en: 'Unknown listing' },
    detail: {
      pt: 'Não há anotação sua com este id. A lista está em GET /negativacao/v2/dividas.',
      en: 'You have no listing with this id. The list is at GET /negativacao/v2/dividas.',
    },
  },
  notice_unknown: {
    status: 404,
    title: { pt: 'Comunicado desconhecido', en: 'Unknown notice' },
    detail: {
      pt: 'Não há comunicado com este id. Ele está no cabeçalho Message-ID do e-mail e no histórico da anotação.',
      en: 'There is no notice with this id. It is in the Message-ID header of the e-mail and in the history of the listing.',
    },
  },
  notice_not_awaited: {
    status: 409,
    title: { pt: 'Comunicado que ninguém espera', en: 'Nobody waits for this notice' },
    detail: {
      pt: 'Nada da anotação depende deste comunicado: outro tomou o lugar dele, ela terminou, ou isto já estava registrado. O dia não pode estar no futuro.',
      en: 'Nothing of the listing rests on this notice: another took its place, the listing ended, or this was on record. The day cannot be in the future.',
    },
  },
  batch_unknown: {
    status: 404,
    title: { pt: 'Lote desconhecido', en: 'Unknown batch' },
    detail: {
      pt: 'Não há lote seu com este id. Ele veio em Location quando o lote foi enviado.',
      en: 'You have no batch with this id. It came in Location when the batch was sent.',
    },
  },
  listing_state: {
    status: 409,
    title: { pt: 'O estado não permite', en: 'The state does not allow it' },
    detail: {
      pt: 'No estado {state} isto não cabe. O histórico da anotação diz como chegou a ele.',
      en: 'This does not fit the state {state}. The history of the listing says how it got there.',
    },
  },
  suspension_of_operator: {
    status: 409,
    title: { pt: 'Suspensão do operador', en: 'Suspended by the operator' },
    detail: {
      pt: 'A suspensão foi registrada pelo operador, que recebeu a ordem judicial; só ele a encerra.',
      en: 'The suspension was recorded by the operator, who received the court order; only the operator ends it.',
    },
  },
  ending_final: {
    status: 409,
    title: { pt: 'Encerramento definitivo', en: 'Final ending' },
    detail: {
      pt: 'Pagamento, renegociação e o fim do prazo de exibição não se desfazem: a dívida não volta.',
      en: 'A payment, a renegotiation and the end of the time for showing are not undone: the debt does not come again.',
    },
  },
  court_order_required: {
    status: 422,
    title: { pt: 'Falta a ordem judicial', en: 'The court order is missing' },
    detail: {
      pt: 'A justiça encerrou esta dívida. Envie em courtOrder o número da ordem que permite a sua volta.',
      en: 'A court ended this debt. Send in courtOrder the number of the order that lets it come again.',
    },
  },
  listing_busy: {
    status: 409,
    title: { pt: 'Anotação em mudança', en: 'Listing being changed' },
    detail: {
      pt: 'Outras mudanças chegaram ao mesmo tempo. Leia a anotação e tente de novo.',
      en: 'Other changes came at the same time. Read the listing and try again.',
    },
  },
  version_mismatch: {
    status: 412,
    title: { pt: 'Versão diferente', en: 'Another version' },
    detail: {
      pt: 'A anotação mudou desde que foi lida. Leia-a de novo e envie em If-Match o ETag novo.',
      en: 'The listing has changed since it was read. Read it again and send the new ETag in If-Match.',
    },
  },
  listing_refused: {
    status: 422,
    title: { pt: 'Anotação recusada', en: 'Listing refused' },
    detail: {
      pt: 'A dívida não pode ser anotada assim. {reason}',
      en: 'The debt cannot be listed like this. {reason}',
    },
  },
  due_date_forward: {
    status: 422,
    title: { pt: 'Vencimento para a frente', en: 'Due date moved forward' },
    detail: {
      pt: 'O vencimento não anda para a frente. Uma renegociação é uma anotação nova.',
      en: 'A due date never moves forward. A renegotiation is a new listing.',
    },
  },
  version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag da anotação como você a leu.',
      en: 'Send in If-Match the ETag of the listing as you read it.',
    },
  },
} as const satisfies Record<string, ProblemText>
