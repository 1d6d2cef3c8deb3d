import type { Words } from '../words.ts'

/** The operator's review of listings. */
export const reviewWords = {
  title: { pt: 'Análise', en: 'Review' },
  lede: {
    pt: 'Anotações que esperam por você, e as de cada estado.',
    en: 'Listings that wait for you, and those in each state.',
  },
  state: { pt: 'Estado', en: 'State' },
  toReview: { pt: 'esperam por você', en: 'wait for you' },
  client: { pt: 'Cliente', en: 'Client' },
  clientHelp: { pt: 'Comece a escrever o nome.', en: 'Begin to type the name.' },
  nameClient: {
    pt: 'No sandbox cada cliente tem o seu tempo: diga de qual.',
    en: 'In the sandbox each client has its own time: say whose.',
  },
  clientUnknown: { pt: 'Escolha um da lista.', en: 'Choose one of the list.' },
  empty: { pt: 'Nada espera por você aqui.', en: 'Nothing waits for you here.' },
  debtor: { pt: 'Devedor', en: 'Debtor' },
  amount: { pt: 'Valor', en: 'Value' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  receivedAt: { pt: 'Recebida', en: 'Received' },
  why: { pt: 'Por quê', en: 'Why' },
  disputeUntil: { pt: 'Contestada; responder até {day}', en: 'Disputed; answer by {day}' },
  guarantor: { pt: 'avalista', en: 'guarantor' },
  listingTitle: { pt: 'Anotação em análise', en: 'Listing under review' },
  onRecord: {
    pt: 'Abrir esta página fica registrado nos atos, porque ela mostra o documento.',
    en: 'Opening this page is put on record in the acts, for it shows the document.',
  },
  of: { pt: 'De {client}, em {environment}.', en: 'Of {client}, in {environment}.' },
  approve: { pt: 'Aceitar', en: 'Accept' },
  approveText: {
    pt: 'A anotação segue: o devedor é comunicado e o prazo começa.',
    en: 'The listing goes on: the debtor gets notice and the period begins.',
  },
  refuse: { pt: 'Recusar', en: 'Refuse' },
  refuseText: {
    pt: 'A anotação não segue, e o credor sabe por quê.',
    en: 'The listing does not go on, and the creditor knows why.',
  },
  keep: { pt: 'Manter', en: 'Keep' },
  keepText: {
    pt: 'Vista: a anotação fica onde está.',
    en: 'Looked at: the listing stays where it stands.',
  },
  end: { pt: 'Encerrar', en: 'End' },
  endText: {
    pt: 'A anotação termina, e o credor sabe por quê.',
    en: 'The listing ends, and the creditor knows why.',
  },
  suspend: { pt: 'Suspender', en: 'Suspend' },
  suspendText: {
    pt: 'Por ordem judicial: some dos relatórios já.',
    en: 'By court order: gone from reports at once.',
  },
  resume: { pt: 'Encerrar a suspensão', en: 'End the suspension' },
  resumeText: { pt: 'Volta ao que os prazos dela dizem.', en: 'It goes back to what its dates say.' },
  release: { pt: 'Dar baixa', en: 'Release' },
  releaseText: { pt: 'Some já do próximo relatório.', en: 'Gone from the very next report.' },
  pay: { pt: 'Registrar pagamento', en: 'Record a payment' },
  payText: {
    pt: 'Some dos relatórios na hora; o credor deve dar baixa em cinco dias úteis.',
    en: 'Gone from reports at once; the creditor is to release it within five business days.',
  },
  lift: { pt: 'Deixar a dívida voltar', en: 'Let the debt come again' },
  liftText: {
    pt: 'Esta anotação continua encerrada; o credor pode incluir a dívida de novo, com novo comunicado. Pagamento, renegociação e fim do prazo de exibição não se desfazem.',
    en: 'This listing stays ended; the creditor may list the debt anew, with a new notice. Payment, renegotiation and the end of the time for showing are not undone.',
  },
  liftingOrderHelp: {
    pt: 'O número da ordem que o permite; obrigatório quando a justiça a encerrou.',
    en: 'The number of the order that allows it; required where a court ended it.',
  },
  earlier: { pt: 'Ver a anotação anterior', en: 'See the earlier listing' },
  answer: { pt: 'Responder à contestação', en: 'Answer the dispute' },
  answerText: { pt: 'A resposta fica no histórico.', en: 'The answer stays in the history.' },
  reason: { pt: 'Motivo', en: 'Reason' },
  reasonHelp: {
    pt: 'Fica no histórico, com o seu nome. Sem números de documento.',
    en: 'It stays in the history, with your name. No document numbers.',
  },
  courtOrder: { pt: 'Processo e ordem', en: 'Case and order' },
  paidOn: { pt: 'Dia do pagamento', en: 'Day of payment' },
  releaseCode: { pt: 'Motivo da baixa', en: 'Reason for the release' },
  outcome: { pt: 'Desfecho', en: 'Outcome' },
  done: { pt: 'Feito.', en: 'Done.' },
} as const satisfies Words
