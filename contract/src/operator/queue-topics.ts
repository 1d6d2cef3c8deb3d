import type { Text } from '../text.ts'

/** What each topic of the queue is about, for whoever looks at what waits; those that are alert events have their own. */
export const queueTopics: Readonly<Record<string, Text>> = {
  'notice.send': { pt: 'Comunicado a enviar ao devedor.', en: 'A notice to be sent to the debtor.' },
  'notice.unproved': {
    pt: 'Comunicado cuja entrega ainda não foi provada.',
    en: 'A notice whose delivery is not proved yet.',
  },
  'recipients.tell': {
    pt: 'Correção a avisar a quem viu o erro.',
    en: 'A correction to be told to whoever was shown the error.',
  },
  'debtor.tell': { pt: 'Correção a avisar ao devedor.', en: 'A correction to be told to the debtor.' },
  'lapsed.tell': {
    pt: 'Dívida carregada a comparar com o que os leitores sabem dela.',
    en: 'A loaded debt to be held against what its readers know of it.',
  },
  'creditor.release_due': {
    pt: 'Credor a lembrar de uma baixa.',
    en: 'A creditor to be reminded of a release.',
  },
  'alert_email.confirm': {
    pt: 'Endereço de alertas a confirmar.',
    en: 'An address for alerts to be confirmed.',
  },
  'alert_email.tell_client': {
    pt: 'Mensagem ao cliente por e-mail.',
    en: 'A message to the client by e-mail.',
  },
  'webhook.off': {
    pt: 'Cliente a avisar de um webhook desligado.',
    en: 'A client to be told of a webhook that was turned off.',
  },
  'watch.decide': {
    pt: 'Política a rodar de novo sobre um documento acompanhado.',
    en: 'A policy to run again on a watched document.',
  },
  'data.switched': {
    pt: 'Dados públicos novos a comparar com os de antes.',
    en: 'New public data to be compared with those of before.',
  },
  'coverage.ending': {
    pt: 'Lembrete a um operador de que uma cobertura vai terminar.',
    en: 'Reminder to an operator that coverage is about to end.',
  },
  'listing.received': { pt: 'Uma dívida foi recebida.', en: 'A debt was received.' },
  'listing.notice_queued': { pt: 'Um comunicado entrou na fila.', en: 'A notice was queued.' },
  'listing.notice_sent': { pt: 'Um comunicado foi enviado.', en: 'A notice was sent.' },
  'listing.notice_retried': {
    pt: 'Um comunicado foi tentado de novo.',
    en: 'A notice was tried again.',
  },
  'listing.notice_failed': { pt: 'Um comunicado falhou.', en: 'A notice failed.' },
  'listing.notice_returned': { pt: 'Uma carta voltou.', en: 'A letter came back.' },
  'listing.waiting': { pt: 'Corre o prazo do devedor.', en: "The debtor's time is running." },
  'listing.suspended': { pt: 'Uma dívida foi suspensa.', en: 'A debt was suspended.' },
  'listing.resumed': { pt: 'Uma suspensão terminou.', en: 'A suspension ended.' },
  'listing.withdrawn': {
    pt: 'Uma dívida foi retirada enquanto não estava publicada.',
    en: 'A debt was withdrawn while it was not published.',
  },
  'listing.refused': { pt: 'Uma dívida foi recusada.', en: 'A debt was refused.' },
  'listing.held': { pt: 'Uma dívida foi à análise.', en: 'A debt went to review.' },
  'listing.reviewed': { pt: 'Uma dívida foi analisada.', en: 'A debt was reviewed.' },
  'listing.lifted': {
    pt: 'O operador encerrou uma suspensão.',
    en: 'The operator lifted a suspension.',
  },
  'listing.paid': { pt: 'Uma dívida foi paga.', en: 'A debt was paid.' },
  'listing.release_reminded': {
    pt: 'Um credor foi lembrado de uma baixa.',
    en: 'A creditor was reminded of a release.',
  },
  'listing.disputed': { pt: 'Uma dívida foi contestada.', en: 'A debt was disputed.' },
  'listing.dispute_overdue': {
    pt: 'Uma contestação ficou sem resposta no prazo.',
    en: 'A dispute was not answered in time.',
  },
  'listing.dispute_rejected': { pt: 'Uma contestação foi rejeitada.', en: 'A dispute was rejected.' },
  'listing.guarantor_added': { pt: 'Um avalista foi incluído.', en: 'A guarantor was added.' },
}
