import type { Words } from './words.ts'

export const batchWords = {
  title: { pt: 'Enviar lote', en: 'Send a batch' },
  lede: {
    pt: 'Até 100 mil dívidas num arquivo NDJSON ou CSV. Cada linha é aceita ou recusada por si.',
    en: 'Up to 100 thousand debts in a file of NDJSON or CSV. Each line is taken or refused by itself.',
  },
  file: { pt: 'Arquivo', en: 'File' },
  fileHelp: {
    pt: '.csv com cabeçalho, ou .ndjson / .jsonl com uma dívida em cada linha; em UTF-8.',
    en: '.csv with a heading, or .ndjson / .jsonl with a debt on each line; in UTF-8.',
  },
  model: { pt: 'Baixar modelo de CSV', en: 'Download a CSV model' },
  send: { pt: 'Enviar', en: 'Send' },
  sending: { pt: 'Enviando…', en: 'Sending…' },
  goOn: { pt: 'Continuar de onde parou', en: 'Go on from where it stopped' },
  goOnHelp: {
    pt: 'O que já foi respondido não se repete.',
    en: 'What was answered already is not done twice.',
  },
  progress: { pt: '{done} de {total} linhas', en: '{done} of {total} lines' },
  created: { pt: 'Incluídas', en: 'Inserted' },
  refused: { pt: 'Recusadas por uma regra', en: 'Refused by a rule' },
  invalid: { pt: 'Não puderam ser lidas', en: 'Could not be read' },
  done: { pt: 'Lote respondido por inteiro.', en: 'The whole batch is answered.' },
  refusedTitle: { pt: 'Linhas recusadas', en: 'Refused lines' },
  refusedFirst: {
    pt: 'As primeiras {count} de {total}. O arquivo tem todas.',
    en: 'The first {count} of {total}. The file has them all.',
  },
  download: { pt: 'Baixar recusadas (CSV)', en: 'Download the refused (CSV)' },
  line: { pt: 'Linha', en: 'Line' },
  field: { pt: 'Campo', en: 'Field' },
  code: { pt: 'Código', en: 'Code' },
  reason: { pt: 'Motivo', en: 'Reason' },
} as const satisfies Words
