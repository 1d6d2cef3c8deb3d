import type { Words } from '../words.ts'

/** The words of a query as it is put together. */
export const analystWords = {
  queryTitle: { pt: 'Consultar', en: 'Query' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  documentHelp: {
    pt: 'Digite ou cole, com ou sem pontos. CNPJ com letras também serve.',
    en: 'Type or paste, with or without dots. A CNPJ with letters will do.',
  },
  documentOrNameHelp: {
    pt: 'Digite ou cole, com ou sem pontos. De uma empresa, serve também o nome.',
    en: 'Type or paste, with or without dots. Of a company, its name will do.',
  },
  nameHelp: { pt: 'Escolha a empresa na lista.', en: 'Choose the company from the list.' },
  documentMissing: { pt: 'Falta o documento.', en: 'The document is missing.' },
  product: { pt: 'Relatório', en: 'Report' },
  notDeclared: {
    pt: 'Sem cobertura: só aparece, e só é cobrado, se houver dados deste documento.',
    en: 'Not covered: shown, and billed, only if there is data on this document.',
  },
  partlyCovered: {
    pt: 'Este serviço só tem parte destes dados.',
    en: 'This service has only part of this data.',
  },
  notContracted: { pt: 'Fora do contrato.', en: 'Not in the contract.' },
  onlyFor: { pt: 'Só para {types}.', en: 'Only for {types}.' },
  features: { pt: 'Adicionais', en: 'Features' },
  noFeatures: { pt: 'Este relatório não tem adicionais.', en: 'This report has no features.' },
  purpose: { pt: 'Finalidade', en: 'Purpose' },
  go: { pt: 'Consultar', en: 'Query' },
  noProducts: {
    pt: 'O contrato do seu cliente não abre nenhum relatório. Fale com quem opera o serviço.',
    en: "Your client's contract opens no report. Ask whoever runs the service.",
  },
} as const satisfies Words
