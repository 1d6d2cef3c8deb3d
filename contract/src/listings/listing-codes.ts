import type { Text } from '../text.ts'

/** Where a listing stands, and where each of its guarantors stands. Only what is published is readable. */
export const listingStates = {
  received: { pt: 'Em análise pelo operador.', en: 'Held for the operator to review.' },
  refused: { pt: 'Recusada.', en: 'Refused.' },
  notice_queued: { pt: 'Aguarda o envio do comunicado.', en: 'Its notice waits to be sent.' },
  notice_sent: {
    pt: 'Comunicado enviado, sem prova de entrega.',
    en: 'Notice sent, delivery not proved yet.',
  },
  waiting: { pt: 'No prazo do devedor.', en: "In the debtor's waiting period." },
  published: { pt: 'Publicada.', en: 'Published.' },
  suspended: { pt: 'Suspensa por ordem judicial.', en: 'Suspended by a court.' },
  released: { pt: 'Baixada.', en: 'Released.' },
  expired: {
    pt: 'Prazo de exibição encerrado: cinco anos do vencimento.',
    en: 'Time for showing ended: five years from the due date.',
  },
  withdrawn: {
    pt: 'Retirada enquanto não estava publicada.',
    en: 'Withdrawn while it was not published.',
  },
} as const satisfies Record<string, Text>

export type ListingState = keyof typeof listingStates

/** The sections of a report that a listing may stand in. */
export const listingSections = ['listingP', 'listingR', 'collectionRecords'] as const
export type ListingSection = (typeof listingSections)[number]

/** Why a listing is taken out. */
export const releaseReasons = {
  '01': { pt: 'Dívida paga', en: 'Paid' },
  '02': { pt: 'Dívida renegociada', en: 'Renegotiated' },
  '03': { pt: 'A pedido do credor', en: "At the creditor's request" },
  '04': { pt: 'Ordem judicial', en: 'Court order' },
  '05': { pt: 'Endereço corrigido', en: 'Address corrected' },
  '06': { pt: 'Valor aumentado', en: 'Value up' },
  '07': { pt: 'Pagamento parcial', en: 'Partial payment' },
  '08': { pt: 'Data corrigida', en: 'Date corrected' },
  '09': { pt: 'Nome corrigido', en: 'Name corrected' },
  '10': { pt: 'Contrato corrigido', en: 'Contract corrected' },
  '11': { pt: 'Vários dados corrigidos', en: 'Several corrected' },
  '12': { pt: 'Base perdida', en: 'Base lost' },
  '13': { pt: 'Não identificada', en: 'Not identified' },
  '14': { pt: 'Tornada adimplente', en: 'Made punctual' },
  '15': { pt: 'Crédito concedido', en: 'Credit granted' },
  '16': { pt: 'Incorporação ou troca de titular', en: 'Incorporation or change of holder' },
  '17': { pt: 'Comunicado devolvido pelo correio', en: 'Notice returned by post' },
  '18': { pt: 'Dados do avalista corrigidos', en: 'Guarantor data corrected' },
  '19': { pt: 'Renegociada por acordo', en: 'Renegotiated by settlement' },
  '20': { pt: 'Paga por depósito', en: 'Paid by deposit' },
  '21': { pt: 'Revisão de documentos', en: 'Document review' },
  '22': { pt: 'Corrigida pela filial', en: 'Corrected by branch' },
  '23': { pt: 'Paga por nota promissória', en: 'Paid by promissory note' },
  '24': { pt: 'Revisão da seguradora', en: "Insurer's review" },
  '25': { pt: 'Bem financiado devolvido', en: 'Financed good returned' },
  '40': { pt: 'Fraude', en: 'Fraud' },
  '41': { pt: 'Calamidade pública', en: 'Public calamity' },
  '42': { pt: 'Compulsória', en: 'Compulsory' },
  '43': { pt: 'Negociada', en: 'Negotiated' },
  '44': { pt: 'Falecimento', en: 'Death' },
  '45': { pt: 'Contestada', en: 'Contested' },
  '96': { pt: 'Determinação judicial', en: 'Judicial' },
  '97': { pt: 'Decurso de cinco anos', en: 'Five-year lapse' },
} as const satisfies Record<string, Text>

export type ReleaseReason = keyof typeof releaseReasons

/** Reasons that only the bureau gives. */
export const reservedReasons: readonly ReleaseReason[] = ['96', '97']

/** Reasons that say the debt was paid. */
export const paidReasons: readonly ReleaseReason[] = ['01', '20', '23']

/** Reasons that say that what was shown was wrong: whoever was shown it is told (CDC art. 43 §3). */
export const wrongReasons: readonly ReleaseReason[] = [
  '04',
  '05',
  '08',
  '09',
  '10',
  '11',
  '13',
  '18',
  '21',
  '22',
  '40',
  '45',
  '96',
]

/** Why a debt is not listed. The numbers are those of the field; the split of 109 to 113 is ours. */
export const refusalReasons = {
  '014': { pt: 'A data não existe no calendário.', en: 'The date is not in the calendar.' },
  '016': {
    pt: 'A data está no futuro; a dívida deve ter vencido antes de hoje.',
    en: 'The date is in the future; the debt must have fallen due before today.',
  },
  '017': { pt: 'A dívida venceu há mais de cinco anos.', en: 'The debt fell due more than five years ago.' },
  '029': {
    pt: 'O documento não é um CPF nem um CNPJ válido.',
    en: 'The document is not a valid CPF or CNPJ.',
  },
  '035': {
    pt: 'O código da natureza não está na tabela.',
    en: 'The code of the nature is not in the table.',
  },
  '057': { pt: 'O valor é menor que R$ 10,00.', en: 'The value is below R$ 10.00.' },
  '059': {
    pt: 'Já existe anotação ativa deste credor, para este devedor e contrato.',
    en: 'There is an active listing of this creditor, for this debtor and contract.',
  },
  debt_ended: {
    pt: 'Esta dívida já foi encerrada por um motivo que não a deixa voltar.',
    en: 'This debt has ended for a reason that does not let it come again.',
  },
  '085': { pt: 'Falta o número do contrato.', en: 'The contract is missing.' },
  contract_character: {
    pt: 'O número do contrato só pode ter letras de A a Z sem acento, algarismos, espaços e os sinais . / - _ #.',
    en: 'A contract number may contain only the letters A to Z, digits, spaces and the signs . / - _ #.',
  },
  '089': {
    pt: 'O contrato do cliente não permite agir por este credor.',
    en: "The client's contract does not let it act for this creditor.",
  },
  '109': { pt: 'Falta o logradouro no endereço.', en: 'The address has no addressLine.' },
  '110': { pt: 'Falta o bairro no endereço.', en: 'The address has no district.' },
  '111': { pt: 'Falta a cidade no endereço.', en: 'The address has no city.' },
  '112': { pt: 'Falta a UF no endereço.', en: 'The address has no state.' },
  '113': { pt: 'Falta o CEP no endereço.', en: 'The address has no zipCode.' },
  '121': {
    pt: 'O devedor tinha menos de 16 anos: a dívida é nula.',
    en: 'The debtor was under 16: the debt is void.',
  },
  '286': { pt: 'Credor e devedor são o mesmo.', en: 'Creditor and debtor are the same.' },
  '298': {
    pt: 'Não há devedor principal com anotação ativa.',
    en: 'There is no principal debtor with an active listing.',
  },
  '381': { pt: 'O valor passa de R$ 999.999.999,99.', en: 'The value is over R$ 999,999,999.99.' },
  '491': { pt: 'O CEP não é da UF informada.', en: 'The zipCode is not of the given state.' },
  '799': { pt: 'O motivo é reservado ao birô.', en: 'The reason is reserved to the bureau.' },
  notice_undeliverable: {
    pt: 'O comunicado não pôde ser entregue por nenhum meio.',
    en: 'The notice could not be delivered by any channel.',
  },
  review_refused: { pt: 'Recusada na análise do operador.', en: 'Refused in the review by the operator.' },
} as const satisfies Record<string, Text>

export type RefusalCode = keyof typeof refusalReasons

/** Why a listing is held for the operator. */
export const reviewCauses = {
  birth_date_unknown: { pt: 'A data de nascimento não foi informada.', en: 'The birth date is not known.' },
  contract_similar: {
    pt: 'O contrato difere de outro deste credor e devedor só por pontuação ou zeros à esquerda, ou é o de outra filial do credor.',
    en: 'The contract differs from another of this creditor and debtor by punctuation or leading zeros alone, or is that of another branch of the creditor.',
  },
  same_terms_as_ended: {
    pt: 'Uma dívida do mesmo credor e devedor, com o mesmo valor, vencimento e natureza, terminou por fraude, contestação, ordem judicial ou pagamento sob outro número de contrato.',
    en: 'A debt of the same creditor and debtor, with the same amount, due date and nature, ended by fraud, dispute, court order or payment under another contract number.',
  },
  ended_before: {
    pt: 'A dívida já foi baixada por um motivo que pede análise antes de voltar.',
    en: 'The debt was released for a reason that asks for a review before it comes again.',
  },
  estate_claim: {
    pt: 'A dívida foi baixada por falecimento; a cobrança ao espólio pede análise.',
    en: 'The debt was released by death; a claim on the estate asks for a review.',
  },
  sub_judice_cleared: {
    pt: 'O credor informa que a dívida não está mais em discussão na justiça, mas o número do processo havia sido informado.',
    en: 'The creditor reports that the debt is no longer disputed in court, but a court case number had been given.',
  },
  minor: { pt: 'O devedor tinha 16 ou 17 anos.', en: 'The debtor was 16 or 17.' },
  name_differs: {
    pt: 'O nome não é o do cadastro deste documento.',
    en: 'The name is not the one registered for this document.',
  },
  birth_date_differs: {
    pt: 'A data de nascimento não é a do cadastro, ou a que se informou antes para esta dívida.',
    en: 'The birth date is not the registered one, or the one told for this debt before.',
  },
  city_differs: {
    pt: 'A cidade não é a do CEP informado.',
    en: 'The city is not that of the postcode.',
  },
  mailbox_shared: {
    pt: 'O e-mail também foi informado para quem tem outro documento.',
    en: 'The e-mail address was also given for somebody with another document.',
  },
  contact_corrected: {
    pt: 'O endereço ou o e-mail foi corrigido depois do comunicado.',
    en: 'The address or e-mail address was corrected after the notice.',
  },
  letter_returned: {
    pt: 'A carta voltou; o prazo corre desde a postagem.',
    en: 'The letter came back; its period runs from the posting.',
  },
} as const satisfies Record<string, Text>

export type ReviewCause = keyof typeof reviewCauses

/** What happens next to a listing. `{on}` is the day. */
export const nextSteps = {
  review: {
    pt: 'O operador analisa e aceita ou recusa.',
    en: 'The operator reviews, and accepts or refuses.',
  },
  notice: { pt: 'O comunicado será enviado ao devedor.', en: 'The notice will be sent to the debtor.' },
  delivery: {
    pt: 'Espera-se a prova de entrega; o prazo do devedor começa com ela.',
    en: "Proof of delivery is awaited; the debtor's period begins with it.",
  },
  publication: {
    pt: 'Será publicada em {on}, se não for retirada antes.',
    en: 'It will be published on {on}, unless it is withdrawn before.',
  },
  expiry: { pt: 'Deixa de aparecer depois de {on}.', en: 'It is no longer shown after {on}.' },
  release: {
    pt: 'Dívida paga: o credor deve dar baixa até {on}.',
    en: 'The debt is paid: the creditor must release it by {on}.',
  },
  dispute: {
    pt: 'Contestada: responda até {on}; depois disso não aparece, e após dez dias corridos é baixada de vez.',
    en: 'It is disputed: answer by {on}; after that it is not shown, and after ten days it is released for good.',
  },
  court: { pt: 'Espera a decisão da justiça.', en: 'It waits for the court.' },
  none: { pt: 'Encerrada: nada mais acontece.', en: 'It has ended: nothing more happens.' },
} as const satisfies Record<string, Text>

export type NextStep = keyof typeof nextSteps

/** Every change there is. Each is one line of a listing's history, one version, and one event `listing.…`. */
export const listingChanges = [
  'received',
  'notice_queued',
  'notice_sent',
  'notice_retried',
  'waiting',
  'published',
  'changed',
  'suspended',
  'resumed',
  'released',
  'expired',
  'withdrawn',
  'refused',
  'held',
  'paid',
  'release_reminded',
  'disputed',
  'dispute_overdue',
  'dispute_rejected',
  'guarantor_added',
  'lifted',
  'notice_failed',
  'notice_returned',
  'reviewed',
] as const

export type ListingChange = (typeof listingChanges)[number]

/** A recipient of a report is told that what it saw has changed. */
export const correctionEvent = 'listing.corrected'

/** Work, not an event: the creditor of a paid debt is to be reminded to ask for its release. */
export const releaseDueTopic = 'creditor.release_due'

export type ReleaseDue = {
  readonly listingId: string
  readonly contractId: string
  readonly paidOn: string
  readonly dueOn: string
}
