import type { Words } from '../words.ts'

/** The words of the documents that the sandbox answers. */
export const testDocumentWords = {
  testDocuments: { pt: 'Documentos de teste', en: 'Test documents' },
  testDocumentsHelp: {
    pt: 'O sandbox responde só a estes, de pessoas e empresas inventadas.',
    en: 'The sandbox answers only these, of invented people and companies.',
  },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  name: { pt: 'Nome', en: 'Name' },
  scenario: { pt: 'Cenário', en: 'Scenario' },
  shows: { pt: 'O que mostra', en: 'What it shows' },
} as const satisfies Words
