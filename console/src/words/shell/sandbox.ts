import type { Words } from '../words.ts'

/** The words of the sandbox's clock and of its test documents. */
export const sandboxWords = {
  title: { pt: 'O seu sandbox', en: 'Your sandbox' },
  lede: {
    pt: 'Pessoas, empresas e dívidas daqui são inventadas, e o relógio é só do seu cliente.',
    en: 'People, companies and debts here are invented, and the clock is your client’s alone.',
  },
  now: { pt: 'Aqui são {at}.', en: 'Here it is {at}.' },
  days: { pt: 'Dias a adiantar', en: 'Days to move forward' },
  move: { pt: 'Adiantar o relógio', en: 'Move the clock forward' },
  moveHelp: {
    pt: 'O que vence no caminho acontece; o relógio não volta.',
    en: 'What falls due on the way happens; the clock does not go back.',
  },
  documents: { pt: 'Documentos de teste', en: 'Test documents' },
  document: { pt: 'Documento', en: 'Document' },
  name: { pt: 'Nome', en: 'Name' },
  scenario: { pt: 'Cenário', en: 'Scenario' },
} as const satisfies Words
