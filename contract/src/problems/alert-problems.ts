import type { ProblemText } from './problem-text.ts'

/** What can be wrong with what is watched, and with where alerts go. */
export const alertProblems = {
  alert_document_unknown: {
    status: 404,
    title: { pt: 'Acompanhamento desconhecido', en: 'Unknown registration' },
    detail: {
      pt: 'Você não acompanha documento com este id. A lista está em GET /alertas/v2/documentos.',
      en: 'You watch no document with this id. The list is at GET /alertas/v2/documentos.',
    },
  },
  alert_email_unknown: {
    status: 404,
    title: { pt: 'E-mail desconhecido', en: 'Unknown e-mail address' },
    detail: {
      pt: 'Não há e-mail seu com este id. A lista está em GET /alertas/v2/emails.',
      en: 'You have no e-mail address with this id. The list is at GET /alertas/v2/emails.',
    },
  },
  occurrence_unknown: {
    status: 404,
    title: { pt: 'Ocorrência desconhecida', en: 'Unknown occurrence' },
    detail: {
      pt: 'Não há ocorrência sua com este id. A lista está em GET /alertas/v2/ocorrencias.',
      en: 'You have no occurrence with this id. The list is at GET /alertas/v2/ocorrencias.',
    },
  },
  webhook_unknown: {
    status: 404,
    title: { pt: 'Webhook desconhecido', en: 'Unknown webhook' },
    detail: {
      pt: 'Não há webhook seu com este id. A lista está em GET /alertas/v2/webhooks.',
      en: 'You have no webhook with this id. The list is at GET /alertas/v2/webhooks.',
    },
  },
  message_unknown: {
    status: 404,
    title: { pt: 'Mensagem desconhecida', en: 'Unknown message' },
    detail: {
      pt: 'Não há e-mail de alerta com este id, ou o endereço foi removido. Envie o que vem antes da @ no Message-ID.',
      en: 'There is no alert by e-mail with this id, or its address was removed. Send what stands before the @ in the Message-ID.',
    },
  },
  link_unknown: {
    status: 404,
    title: { pt: 'Link desconhecido', en: 'Unknown link' },
    detail: {
      pt: 'Este link não existe ou venceu. Use o do e-mail mais recente, ou peça outro a quem o cadastrou.',
      en: 'This link does not exist or has expired. Use that of the latest mail, or ask whoever registered you.',
    },
  },
  alert_document_exists: {
    status: 409,
    title: { pt: 'Documento já acompanhado', en: 'Document watched already' },
    detail: {
      pt: 'Você já acompanha este documento: o cadastro é o de existingId. Altere-o com PATCH.',
      en: 'You watch this document already: the registration is that of existingId. Change it with PATCH.',
    },
  },
  alert_email_exists: {
    status: 409,
    title: { pt: 'E-mail já cadastrado', en: 'Address registered already' },
    detail: {
      pt: 'Este e-mail já está cadastrado: é o de existingId. Altere-o com PATCH.',
      en: 'This address is registered already: it is that of existingId. Change it with PATCH.',
    },
  },
  alert_email_state: {
    status: 409,
    title: { pt: 'O estado do e-mail não permite', en: 'The state of the address does not allow it' },
    detail: {
      pt: 'No estado {state} isto não cabe, ou o último link de confirmação saiu há menos de uma hora.',
      en: 'This does not fit the state {state}, or the last link to confirm left less than an hour ago.',
    },
  },
  alert_busy: {
    status: 409,
    title: { pt: 'Cadastro em mudança', en: 'Registration being changed' },
    detail: {
      pt: 'Outras mudanças chegaram ao mesmo tempo. Tente de novo.',
      en: 'Other changes came at the same time. Try again.',
    },
  },
  webhook_url_refused: {
    status: 422,
    title: { pt: 'Endereço recusado', en: 'Address refused' },
    detail: {
      pt: 'Não enviamos a este endereço: {reason}.',
      en: 'We do not send to this address: {reason}.',
    },
  },
  webhooks_too_many: {
    status: 422,
    title: { pt: 'Webhooks demais', en: 'Too many webhooks' },
    detail: {
      pt: 'Cada cliente tem até {limit} webhooks. Remova um.',
      en: 'A client has up to {limit} webhooks. Remove one.',
    },
  },
  alert_emails_too_many: {
    status: 422,
    title: { pt: 'E-mails demais', en: 'Too many addresses' },
    detail: {
      pt: 'Cada cliente tem até {limit} e-mails. Remova um, ou use o de uma lista.',
      en: 'A client has up to {limit} addresses. Remove one, or use that of a mailing list.',
    },
  },
} as const satisfies Record<string, ProblemText>
