import type { Text } from '../text.ts'

/** Why a call to a provider gave no answer, for whoever runs the service. Callers hear the section's code. */
export const callFaults = {
  unreachable: { pt: 'Não houve conexão.', en: 'No connection was made.' },
  tls_failed: { pt: 'O certificado ou o TLS falhou.', en: 'The certificate or TLS failed.' },
  address_refused: {
    pt: 'O endereço leva a uma rede que não é permitida.',
    en: 'The address leads to a network that is not allowed.',
  },
  connection_lost: { pt: 'A conexão caiu no meio.', en: 'The connection was lost half way.' },
  timeout: { pt: 'Não respondeu no prazo.', en: 'It did not answer in time.' },
  answer_too_large: {
    pt: 'A resposta passa do tamanho aceito.',
    en: 'The answer is larger than is accepted.',
  },
  answer_malformed: {
    pt: 'A resposta não pôde ser lida.',
    en: 'The answer could not be read.',
  },
  other_document: {
    pt: 'A resposta é de outro documento, e foi recusada.',
    en: 'The answer is of another document, and was refused.',
  },
  server_error: {
    pt: 'A fonte respondeu com erro dela.',
    en: 'The source answered with an error of its own.',
  },
  refused: { pt: 'A fonte recusou a consulta.', en: 'The source refused the query.' },
  login_refused: { pt: 'A fonte recusou as credenciais.', en: 'The source refused the credentials.' },
  session_over: { pt: 'A sessão na fonte acabou.', en: 'The session at the source is over.' },
  credentials_missing: {
    pt: 'Faltam credenciais para a fonte.',
    en: 'There are no credentials for the source.',
  },
  rate_limited: { pt: 'A fonte pediu para esperar.', en: 'The source asked to wait.' },
  breaker_open: { pt: 'O disjuntor está aberto.', en: 'The breaker is open.' },
  no_place: { pt: 'Há chamadas demais na fila.', en: 'Too many calls are waiting.' },
  waited_too_long: { pt: 'O prazo acabou na fila.', en: 'The deadline passed while waiting.' },
  budget_spent: { pt: 'O orçamento do mês acabou.', en: "The month's budget is spent." },
} as const satisfies Record<string, Text>

export type CallFault = keyof typeof callFaults

export const callFaultCodes = Object.keys(callFaults) as readonly CallFault[]
