import type { Words } from '../words.ts'

export const batchWords = {
  title: { pt: 'Enviar lote', en: 'Send a batch' },
  lede: {
    pt: 'Até 100 mil dívidas num arquivo CSV ou NDJSON. Cada linha é aceita ou recusada por si.',
    en: 'Up to 100 thousand debts in a file of CSV or NDJSON. Each line is taken or refused by itself.',
  },
  fileHelp: {
    pt: '.csv com o nome das colunas na primeira linha: as do modelo, ou as do seu sistema. Ou .ndjson / .jsonl, uma dívida em cada linha.',
    en: '.csv with the names of its columns in the first line: those of the model, or those of your system. Or .ndjson / .jsonl, a debt in each line.',
  },
  batchTitle: { pt: 'Lote enviado', en: 'Batch sent' },
  nothingRefused: { pt: 'Nenhuma linha foi recusada.', en: 'No line was refused.' },
  refusedKept: {
    pt: 'Ficam aqui por 30 dias. Baixe-as, corrija no arquivo e envie-o de novo; ou corrija uma de cada vez. Das linhas que não puderam ser lidas só ficam o número e o motivo: procure-as no seu arquivo.',
    en: 'They are here for 30 days. Download them, mend them in the file and send it; or mend them one by one. Of lines that could not be read only the number and the reason are kept: look for them in your file.',
  },
  refusedOver: {
    pt: 'As linhas recusadas deste lote ficaram guardadas por 30 dias, e já não estão aqui. As dívidas que uma regra recusou estão nas anotações.',
    en: 'The refused lines of this batch were kept for 30 days, and are no longer here. Debts that a rule refused are among the listings.',
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
