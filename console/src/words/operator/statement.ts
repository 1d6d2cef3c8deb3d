import type { Words } from '../words.ts'

/** What a client owes for a month. */
export const statementWords = {
  title: { pt: 'Extrato do mês', en: "The month's statement" },
  download: { pt: 'Baixar extrato em PDF', en: 'Download statement as PDF' },
  total: { pt: 'Total', en: 'Total' },
  listed: { pt: 'A preço de lista', en: 'At list price' },
  discount: { pt: 'Desconto das faixas', en: 'Discount of tiers' },
  topUp: { pt: 'Complemento do mínimo', en: 'What lacks to the minimum' },
  state: { pt: 'Situação', en: 'State' },
  open: { pt: 'mês não fechado', en: 'month not closed' },
  closed: { pt: 'mês fechado', en: 'month closed' },
  costsNothing: { pt: 'No sandbox nada custa.', en: 'In the sandbox nothing costs anything.' },
  entries: { pt: 'Créditos e correções', en: 'Credits and corrections' },
  day: { pt: 'Dia', en: 'Day' },
  kind: { pt: 'Tipo', en: 'Kind' },
  about: { pt: 'Sobre o mês', en: 'About the month' },
  reason: { pt: 'Motivo', en: 'Reason' },
  amount: { pt: 'Valor', en: 'Amount' },
  act: { pt: 'Ação', en: 'Act' },
  add: { pt: 'Registrar crédito ou correção', en: 'Record a credit or correction' },
  addText: {
    pt: 'Entra no extrato do mês corrente, e o cliente lê o motivo. Não se altera: só um estorno o desfaz.',
    en: 'It goes into the statement of the current month, and the client reads the reason. It is never altered: only a counter-entry takes it back.',
  },
  amountHelp: { pt: 'Em reais, com vírgula: 1,50.', en: 'In reais, with a comma: 1,50.' },
  notAnAmount: { pt: 'Escreva em reais, com vírgula: 1,50', en: 'Write reais, with a comma: 1,50' },
  reasonHelp: { pt: 'Sem CPF nem CNPJ.', en: 'Without a CPF or CNPJ.' },
  record: { pt: 'Registrar', en: 'Record' },
  reverse: { pt: 'Estornar', en: 'Take back' },
  reverseText: {
    pt: 'Registra o contrário, uma vez, no extrato do mês corrente.',
    en: 'Records the contrary, once, in the statement of the current month.',
  },
} as const satisfies Words
