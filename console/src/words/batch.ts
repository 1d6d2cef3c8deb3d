import type { Words } from './words.ts'

export const batchWords = {
  title: { pt: 'Enviar lote', en: 'Send a batch' },
  lede: {
    pt: 'Até 100 mil dívidas num arquivo NDJSON ou CSV. Cada linha é aceita ou recusada por si.',
    en: 'Up to 100 thousand debts in a file of NDJSON or CSV. Each line is taken or refused by itself.',
  },
  fileHelp: {
    pt: '.csv com cabeçalho, ou .ndjson / .jsonl com uma dívida em cada linha; em UTF-8.',
    en: '.csv with a heading, or .ndjson / .jsonl with a debt on each line; in UTF-8.',
  },
  historyTitle: { pt: 'Lotes enviados', en: 'Batches sent' },
  noBatches: { pt: 'Nenhum lote enviado ainda.', en: 'No batch was sent yet.' },
  at: { pt: 'Quando', en: 'When' },
  state: { pt: 'Situação', en: 'State' },
  lines: { pt: 'Linhas', en: 'Lines' },
  receiving: { pt: 'chegando', en: 'coming in' },
  interrupted: { pt: 'interrompido', en: 'interrupted' },
  done: { pt: 'respondido', en: 'answered' },
  created: { pt: 'Incluídas', en: 'Inserted' },
  refused: { pt: 'Recusadas por uma regra', en: 'Refused by a rule' },
  invalid: { pt: 'Não puderam ser lidas', en: 'Could not be read' },
} as const satisfies Words
