import type { Text } from '@lastro/contract/text.ts'

/** What the first page says. */
export const landingTexts = {
  title: { pt: 'Lastro: relatórios de crédito', en: 'Lastro: credit reports' },
  skip: { pt: 'Ir para a consulta', en: 'Go to the query' },
  links: { pt: 'Páginas', en: 'Pages' },
  lede: {
    pt: 'Serviço aberto de relatórios de crédito: consulta um CPF ou CNPJ e responde cadastro, dívidas anotadas, cheques, protestos e mais, em JSON, HTML ou PDF.',
    en: 'An open credit-report service: it looks up a CPF or CNPJ and answers with registration, listed debts, cheques, protests and more, as JSON, HTML or PDF.',
  },
  forWhom: { pt: 'Para quem', en: 'For whom' },
  people: [
    {
      who: { pt: 'Analistas', en: 'Analysts' },
      what: {
        pt: 'Um relatório que diz o que pesa, se imprime e se confere depois.',
        en: 'A report that says what weighs, to print and to confirm later.',
      },
    },
    {
      who: { pt: 'Credores', en: 'Creditors' },
      what: {
        pt: 'Dívidas anotadas com comunicado, prazos e baixa, e um aviso do que muda.',
        en: 'Debts listed with notice, deadlines and release, and word of what changes.',
      },
    },
    {
      who: { pt: 'Quem integra', en: 'Integrators' },
      what: {
        pt: 'Um contrato OpenAPI, um sandbox com pessoas inventadas e erros que dizem o que mudar.',
        en: 'An OpenAPI contract, a sandbox with invented people, and errors that say what to change.',
      },
    },
    {
      who: { pt: 'Quem opera', en: 'Operators' },
      what: {
        pt: 'Um processo, SQLite ou PostgreSQL, e uma trilha encadeada de quem consultou quem.',
        en: 'One process, SQLite or PostgreSQL, and a chained trail of who consulted whom.',
      },
    },
  ],
  try: { pt: 'Experimente', en: 'Try it' },
  tryAbout: {
    pt: 'Uma consulta de verdade ao sandbox, sem cadastro. As pessoas e empresas são inventadas.',
    en: 'A real query of the sandbox, without signing up. The people and companies are invented.',
  },
  testDocument: { pt: 'Documento de teste', en: 'Test document' },
  ask: { pt: 'Consultar', en: 'Ask' },
  asking: { pt: 'Consultando…', en: 'Asking…' },
  answered: {
    pt: 'Respondido: assim se lê o relatório; abaixo dele, os mesmos dados em JSON.',
    en: 'Answered: this is how the report reads; below it, the same data as JSON.',
  },
  unreachable: {
    pt: 'O serviço não respondeu. Tente de novo daqui a pouco.',
    en: 'The service did not answer. Try again in a while.',
  },
  report: { pt: 'O relatório', en: 'The report' },
  further: { pt: 'Adiante', en: 'Further' },
  docs: { pt: 'Referência', en: 'Reference' },
  docsAbout: { pt: 'cada operação, campo e erro.', en: 'every operation, field and error.' },
  console: { pt: 'Console', en: 'Console' },
  consoleAbout: {
    pt: 'para analistas, credores e quem opera.',
    en: 'for analysts, creditors and operators.',
  },
  person: { pt: 'O que consta sobre você', en: 'What is held about you' },
  personAbout: {
    pt: 'veja, conteste e corrija os seus dados.',
    en: 'see, dispute and correct your own data.',
  },
  documents: { pt: 'Documentos de teste', en: 'Test documents' },
  documentsAbout: { pt: 'o que cada um mostra.', en: 'what each one shows.' },
  openApiAbout: { pt: 'o contrato para programas.', en: 'the contract for programs.' },
  guide: { pt: 'Guia', en: 'Guide' },
  guideAbout: {
    pt: 'da primeira consulta à operação do serviço.',
    en: 'from the first query to running the service.',
  },
  otherLanguage: { pt: 'English', en: 'Português' },
} as const satisfies Record<string, Text | readonly { readonly who: Text; readonly what: Text }[]>
