import type { ListingChange, ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Text } from '@lastro/contract/text.ts'

/** Where a listing stands, said to the one whom it is about. */
export const stateWords: Readonly<Record<ListingState, Text>> = {
  received: {
    pt: 'Em análise. Ninguém a vê em relatórios.',
    en: 'Under review. Nobody sees it in reports.',
  },
  refused: { pt: 'Recusada. Nunca apareceu.', en: 'Refused. It was never shown.' },
  notice_queued: {
    pt: 'O comunicado a você ainda não foi enviado. Ninguém a vê em relatórios.',
    en: 'Your notice has not been sent yet. Nobody sees it in reports.',
  },
  notice_sent: {
    pt: 'O comunicado foi enviado a você e espera-se a prova da entrega. Ninguém a vê em relatórios.',
    en: 'Your notice was sent and its proof of delivery is awaited. Nobody sees it in reports.',
  },
  waiting: {
    pt: 'Você foi comunicado e está no prazo para pagar ou contestar. Ninguém a vê em relatórios.',
    en: 'You were given notice and have time to pay or dispute. Nobody sees it in reports.',
  },
  published: { pt: 'Publicada.', en: 'Published.' },
  suspended: {
    pt: 'Suspensa por ordem da justiça. Ninguém a vê em relatórios.',
    en: 'Suspended by a court. Nobody sees it in reports.',
  },
  released: { pt: 'Baixada. Não aparece mais.', en: 'Released. It is no longer shown.' },
  expired: {
    pt: 'O prazo de exibição terminou. Não aparece mais.',
    en: 'Its time is over. It is no longer shown.',
  },
  withdrawn: {
    pt: 'Retirada antes de aparecer em relatórios.',
    en: 'Taken out before it was ever shown.',
  },
}

/** The same of one that was published before it ended so. */
export const endedAfterwards: Readonly<Partial<Record<ListingState, Text>>> = {
  refused: {
    pt: 'Recusada depois de publicada. Não aparece mais.',
    en: 'Refused after it had been published. It is no longer shown.',
  },
  withdrawn: {
    pt: 'Retirada depois de publicada. Não aparece mais.',
    en: 'Taken out after it had been published. It is no longer shown.',
  },
}

export const withdrawnAfterwards: Text = { pt: 'retirada', en: 'taken out' }

/** What happened to a listing, said to the one whom it is about. */
export const changeWords: Readonly<Record<ListingChange, Text>> = {
  received: { pt: 'recebida', en: 'received' },
  notice_queued: { pt: 'comunicado a você preparado', en: 'your notice was prepared' },
  notice_sent: { pt: 'comunicado enviado a você', en: 'your notice was sent' },
  notice_retried: { pt: 'comunicado tentado por outro meio', en: 'your notice was tried another way' },
  waiting: { pt: 'comunicado entregue; começou o seu prazo', en: 'notice delivered; your period began' },
  published: { pt: 'publicada', en: 'published' },
  changed: { pt: 'alterada', en: 'changed' },
  suspended: { pt: 'suspensa por ordem da justiça', en: 'suspended by a court' },
  resumed: { pt: 'suspensão encerrada', en: 'suspension ended' },
  released: { pt: 'baixada', en: 'released' },
  expired: { pt: 'prazo de exibição encerrado', en: 'its time was over' },
  withdrawn: { pt: 'retirada antes de publicada', en: 'taken out before it was published' },
  refused: { pt: 'recusada', en: 'refused' },
  held: { pt: 'posta em análise', en: 'held for review' },
  paid: { pt: 'pagamento informado', en: 'payment reported' },
  release_reminded: { pt: 'credor lembrado de dar baixa', en: 'creditor reminded to release it' },
  disputed: { pt: 'contestada por você', en: 'disputed by you' },
  dispute_overdue: { pt: 'contestação sem resposta no prazo', en: 'dispute not answered in time' },
  dispute_rejected: { pt: 'contestação respondida: mantida', en: 'dispute answered: kept' },
  guarantor_added: { pt: 'avalista incluído', en: 'guarantor added' },
  lifted: { pt: 'o operador deixou a dívida voltar', en: 'the operator let the debt come again' },
  notice_failed: {
    pt: 'o comunicado não chegou a você; não aparece até outro cumprir o prazo',
    en: 'your notice did not arrive; not shown until another has run its period',
  },
  notice_returned: {
    pt: 'a carta voltou; o operador analisa',
    en: 'the letter came back; the operator looks',
  },
  reviewed: { pt: 'vista pelo operador', en: 'looked at by the operator' },
}

export const actorWords = {
  creditor: { pt: 'credor', en: 'creditor' },
  operator: { pt: 'operador', en: 'operator' },
  person: { pt: 'você', en: 'you' },
  bureau: { pt: 'birô', en: 'bureau' },
} as const satisfies Record<string, Text>

export const noticeWords = {
  queued: { pt: 'ainda não enviado', en: 'not sent yet' },
  sent: { pt: 'enviado em {day}', en: 'sent on {day}' },
  delivered: { pt: 'entregue ou postado em {day}', en: 'delivered or posted on {day}' },
  failed: { pt: 'não chegou', en: 'did not arrive' },
  returned: { pt: 'postado em {day}; a carta voltou', en: 'posted on {day}; the letter came back' },
  dropped: { pt: 'não foi enviado', en: 'was not sent' },
  email: { pt: 'Comunicado por e-mail', en: 'Notice by e-mail' },
  letter: { pt: 'Comunicado por carta', en: 'Notice by letter' },
} as const satisfies Record<string, Text>

/** What a file says around the facts. `{name}` is filled. */
export const fileWords = {
  title: { pt: 'O que consta sobre você', en: 'What is held about you' },
  titleCompany: { pt: 'O que consta sobre a empresa', en: 'What is held about the company' },
  given: {
    pt: 'Este é o arquivo completo, reunido em {at}. O pedido foi feito em {asked} e atendido em {given}; a lei dava prazo até {by} (LGPD, art. 19).',
    en: 'This is the whole file, put together at {at}. It was asked for at {asked} and given at {given}; the law asked for it by {by} (LGPD, art. 19).',
  },
  onlyYours: {
    pt: 'O arquivo é só seu. Olhar para ele não conta como consulta e não muda nada para quem consulta você.',
    en: 'The file is yours alone. Looking at it does not count as a consultation and changes nothing for those who consult you.',
  },
  registration: { pt: 'Cadastro', en: 'Registration' },
  noRegistration: { pt: 'Não há cadastro seu.', en: 'There is no registration of yours.' },
  source: { pt: 'De onde veio: {text}', en: 'Where it came from: {text}' },
  contact: { pt: 'Com quem falar: {contact}', en: 'Whom to ask: {contact}' },
  listings: { pt: 'Anotações de credores', en: 'Listings of creditors' },
  noListings: { pt: 'Nenhum credor anotou dívida sua.', en: 'No creditor has listed a debt of yours.' },
  listingsAbout: {
    pt: 'Todas as que existem ou existiram, também as que ninguém mais vê.',
    en: 'All that there are or were, also those that nobody sees any more.',
  },
  asGuarantor: { pt: 'Você consta como avalista.', en: 'You stand as a guarantor.' },
  shownNow: { pt: 'Aparece hoje em relatórios.', en: 'Reports show it today.' },
  hiddenNow: { pt: 'Não aparece hoje em relatórios.', en: 'Reports do not show it today.' },
  amount: { pt: 'Valor', en: 'Value' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  contract: { pt: 'Contrato', en: 'Contract' },
  nature: { pt: 'Natureza', en: 'Nature' },
  creditor: { pt: 'Credor', en: 'Creditor' },
  sentBy: { pt: 'Enviada por', en: 'Sent by' },
  receivedAt: { pt: 'Recebida', en: 'Received' },
  address: { pt: 'Endereço informado pelo credor', en: 'Address told by the creditor' },
  contactTold: { pt: 'Contato informado pelo credor', en: 'Contact told by the creditor' },
  expiresOn: { pt: 'Último dia em que pode aparecer', en: 'The last day on which it may be shown' },
  why: { pt: 'Motivo', en: 'Reason' },
  disputeOpen: {
    pt: 'Contestada em {day}. O credor deve responder até {due}; sem resposta ela some dos relatórios, e depois de {by} é retirada de vez.',
    en: 'Disputed on {day}. The creditor must answer by {due}; without an answer reports stop showing it, and after {by} it is taken out for good.',
  },
  disputeEnded: {
    pt: 'Contestada em {day}. A dívida terminou antes de haver resposta.',
    en: 'Disputed on {day}. The debt ended before an answer was given.',
  },
  recordedBy: { pt: 'registro: {actor}', en: 'recorded by: {actor}' },
  disputeSaid: { pt: 'O que foi contestado', en: 'What was disputed' },
  disputeAnswer: { pt: 'Resposta', en: 'Answer' },
  disputeClosed: {
    pt: 'Contestada em {day}. {outcome}',
    en: 'Disputed on {day}. {outcome}',
  },
  notices: { pt: 'Comunicados', en: 'Notices' },
  history: { pt: 'O que aconteceu', en: 'What happened' },
  loaded: {
    pt: 'Dados negativos carregados de outras bases',
    en: 'Negative data loaded from other bases',
  },
  noLoaded: { pt: 'Nenhum dado negativo carregado.', en: 'No negative data was loaded.' },
  loadedAbout: {
    pt: 'Também os que guardamos e não mostramos mais: nada negativo aparece por mais de cinco anos.',
    en: 'Also what is kept and no longer shown: nothing negative is shown for more than five years.',
  },
  debt: { pt: 'Dívida', en: 'Debt' },
  cheque: { pt: 'Cheque devolvido', en: 'Returned cheque' },
  protest: { pt: 'Protesto', en: 'Protest' },
  date: { pt: 'Data', en: 'Date' },
  bank: { pt: 'Banco', en: 'Bank' },
  place: { pt: 'Lugar', en: 'Place' },
  office: { pt: 'Cartório', en: 'Notary office' },
  alinea: { pt: 'Alínea', en: 'Reason of return' },
  count: { pt: 'Quantidade', en: 'How many' },
  notifiedBy: { pt: 'Quem comunicou você', en: 'Who gave you notice' },
  notifiedOn: { pt: 'Comunicada em', en: 'Notice given on' },
  withoutNotice: {
    pt: 'Guardada, e não mostrada a ninguém: não se informou quem comunicou você, nem quando.',
    en: 'Kept, and shown to nobody: it was not told who gave you notice, nor when.',
  },
  shownUntil: { pt: 'Aparece até', en: 'Shown until' },
  wasShownUntil: { pt: 'Prazo de exibição até', en: 'Time for showing until' },
  company: { pt: 'Dados da empresa', en: 'Data of the company' },
  publicData: { pt: 'Registros públicos: {name}', en: 'Public registers: {name}' },
  publicDataOf: {
    pt: 'Dados publicados por {name}, de {day}. Quem os corrige é o próprio órgão; aqui mudam com a edição seguinte.',
    en: 'Data that {name} publishes, of {day}. It is corrected by the publisher; here it changes with the next edition.',
  },
  publicDataNone: {
    pt: 'Nada consta nesta edição.',
    en: 'Nothing is on file in this edition.',
  },
  publicDataUnavailable: {
    pt: 'Estes dados não puderam ser lidos agora. Peça o arquivo de novo.',
    en: 'This data could not be read now. Ask for the file again.',
  },
  participations: { pt: 'Empresas em que você consta', en: 'Companies that name you' },
  noParticipations: {
    pt: 'Você não consta como sócio em nenhuma empresa desta base.',
    en: 'No company in this base names you as a partner.',
  },
  consultations: { pt: 'Quem consultou', en: 'Who consulted' },
  consultationsAbout: {
    pt: 'Nos últimos seis meses, desde {day}: quem, quando e para quê.',
    en: 'In the last six months, since {day}: who, when and why.',
  },
  noConsultations: { pt: 'Ninguém consultou neste tempo.', en: 'Nobody consulted in this time.' },
  consultation: { pt: '{name}, em {at}', en: '{name}, at {at}' },
  purpose: { pt: 'Para quê', en: 'Why' },
  seen: { pt: 'O que viu', en: 'What it saw' },
  seenReport: { pt: 'O relatório {product}', en: 'The report {product}' },
  seenAgain: { pt: 'O mesmo relatório, de novo', en: 'The same report, again' },
  seenAlert: { pt: 'Um aviso do que mudou', en: 'An alert of what changed' },
  seenTest: { pt: 'O que uma fonte diz, num teste', en: 'What a source says, in a test' },
  seenNothing: { pt: 'Nada: o pedido foi recusado', en: 'Nothing: the query was refused' },
  decision: { pt: 'Decisão automática', en: 'Automated decision' },
  decisionReviewed: {
    pt: '{outcome}, depois de revista por uma pessoa',
    en: '{outcome}, after a person reviewed it',
  },
  review: { pt: 'Revisão', en: 'Review' },
  decisionReview: {
    pt: 'Você pode pedir a {name} os critérios e que uma pessoa reveja, de graça (LGPD, art. 20). Diga o número {id}.',
    en: 'You may ask {name} for the criteria and to have a person review it, free of charge (LGPD, art. 20). Tell the number {id}.',
  },
  monitoring: { pt: 'Quem acompanha', en: 'Who watches' },
  monitoringAbout: {
    pt: 'Estes são avisados quando algo muda.',
    en: 'These are told when something changes.',
  },
  noMonitoring: { pt: 'Ninguém acompanha o seu documento.', en: 'Nobody watches your document.' },
  watchedSince: { pt: 'Desde {day}', en: 'Since {day}' },
  requests: { pt: 'Pedidos seus', en: 'Your requests' },
  noRequests: { pt: 'Nenhum pedido.', en: 'No request.' },
  requestAt: { pt: '{kind}, em {at}', en: '{kind}, at {at}' },
  requestAbout: { pt: 'Sobre', en: 'About' },
  requestField: { pt: 'O que está errado', en: 'What is wrong' },
  requestSaid: { pt: 'O que foi pedido', en: 'What was asked' },
  requestIdentity: { pt: 'Como a identidade foi conferida', en: 'How identity was checked' },
  requestReason: { pt: 'Motivo', en: 'Reason' },
  requestOpen: { pt: 'Aberto. Prazo da resposta: {due}.', en: 'Open. To be answered by {due}.' },
  requestOpenUntil: {
    pt: 'Aberto. O credor deve responder até {due}; sem resposta até {by}, a anotação é retirada de vez.',
    en: 'Open. The creditor must answer by {due}; without an answer by {by} the listing is taken out for good.',
  },
  requestOverdue: {
    pt: 'Passou do prazo, que era {due}.',
    en: 'It is past its deadline, which was {due}.',
  },
  requestAnswer: { pt: 'Resposta', en: 'Answer' },
  requestAnswered: { pt: 'Respondido em {at}. {outcome}', en: 'Answered at {at}. {outcome}' },
  rights: { pt: 'Seus direitos', en: 'Your rights' },
  rightsText: {
    pt: [
      'Você pode contestar o que não reconhece e pedir a correção do que está errado, de graça. O credor tem cinco dias úteis para responder a uma contestação. Sem resposta, a anotação some dos relatórios; depois do décimo dia, é retirada de vez.',
      'Nenhuma dívida aparece por mais de cinco anos. Uma dívida paga some assim que o pagamento é informado.',
      'Quem consultou você e viu um dado errado é avisado da correção.',
    ],
    en: [
      'You may dispute what you do not recognise, and have what is wrong corrected, free of charge. The creditor has five business days to answer a dispute. Without an answer reports stop showing the listing; after the tenth day it is taken out for good.',
      'No debt is shown for more than five years. A debt that was paid is no longer shown as soon as the payment is told.',
      'Whoever consulted you and saw something wrong is told of the correction.',
    ],
  },
  reach: { pt: 'Para falar com o operador: {contact}', en: 'To reach the operator: {contact}' },
  letterPage: { pt: 'página {page} de {count}', en: 'page {page} of {count}' },
} as const
