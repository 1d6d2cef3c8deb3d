import type { Text } from '../text.ts'

/** What a person on file may ask for. */
export const requestKinds = {
  access: { pt: 'Acesso ao que consta', en: 'Access to what is held' },
  dispute: { pt: 'Contestação', en: 'Dispute' },
  correction: { pt: 'Correção', en: 'Correction' },
} as const satisfies Record<string, Text>
export type RequestKind = keyof typeof requestKinds

/** What a correction may be about. Only that of a listing has a listing. */
export const correctionSubjects = {
  listing: { pt: 'Anotação de um credor', en: 'Listing of a creditor' },
  registration: { pt: 'Cadastro', en: 'Registration' },
  debt: { pt: 'Dívida carregada de outra base', en: 'Debt loaded from another base' },
  cheque: { pt: 'Cheque devolvido', en: 'Returned cheque' },
  protest: { pt: 'Protesto', en: 'Protest' },
  partnership: { pt: 'Participação em empresa', en: 'Share in a company' },
  other: { pt: 'Outro dado', en: 'Something else' },
} as const satisfies Record<string, Text>
export type CorrectionSubject = keyof typeof correctionSubjects

/** How a request ended. The operator gives the first three; the others follow from what happened. */
export const requestOutcomes = {
  corrected: { pt: 'O dado foi corrigido.', en: 'It was corrected.' },
  removed: { pt: 'O dado foi retirado.', en: 'It was taken out.' },
  rejected: { pt: 'O dado foi mantido.', en: 'It was kept as it is.' },
  given: { pt: 'O arquivo foi entregue por inteiro.', en: 'The whole file was given.' },
  unanswered: {
    pt: 'O credor não respondeu no prazo, e a anotação foi retirada de vez.',
    en: 'The creditor did not answer in time, and the listing was taken out for good.',
  },
  ended: {
    pt: 'A anotação terminou antes da resposta.',
    en: 'The listing ended before there was an answer.',
  },
} as const satisfies Record<string, Text>
export type RequestOutcome = keyof typeof requestOutcomes

/** What an operator may answer. */
export const answerOutcomes = ['corrected', 'removed', 'rejected'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** Where a request stands, for a list of them. `overdue` are open ones past their day. */
export const requestStates = ['open', 'overdue', 'answered'] as const
export type RequestState = (typeof requestStates)[number]

/** As long as a listing keeps the words of a dispute. */
export const statementLengthMax = 1000

/** The acts of the person on file, beside those of operators. */
export const personActs = [
  'titularEntra',
  'titularArquivo',
  'titularCarta',
  'titularContesta',
  'titularCorrige',
  'titularSai',
] as const

/** Who acts where the person on file does. Which person it was is in the request that the act names. */
export const personUserId = 'system:person-on-file'
