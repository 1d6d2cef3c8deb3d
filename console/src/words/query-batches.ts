import type { Words } from './words.ts'

export const queryBatchWords = {
  title: { pt: 'Lotes de consultas', en: 'Batches of queries' },
  lede: {
    pt: 'Até 100 mil documentos num arquivo. Cada linha é uma consulta, com registro e preço próprios, feita em segundo plano.',
    en: 'Up to 100 thousand documents in a file. Each line is a query with its own record and price, asked in the background.',
  },
  noProducts: {
    pt: 'O contrato não abre nenhum relatório. Fale com quem cuida dele.',
    en: 'The contract opens no report. Talk to whoever looks after it.',
  },
  file: { pt: 'Arquivo', en: 'File' },
  fileHelp: {
    pt: '.csv com a coluna documento, ou .ndjson, um documento em cada linha. O que se repete é consultado uma vez.',
    en: '.csv with the column documento, or .ndjson, a document in each line. What repeats is asked once.',
  },
  sendBatch: { pt: 'Enviar e consultar', en: 'Send and ask' },
  sent: {
    pt: 'Recebido: {lines} linhas. As consultas começam em instantes, e esta página pode ser fechada.',
    en: 'Received: {lines} lines. Queries begin in a moment, and this page can be closed.',
  },
  historyTitle: { pt: 'Lotes enviados', en: 'Batches sent' },
  noBatches: { pt: 'Nenhum lote enviado ainda.', en: 'No batch was sent yet.' },
  at: { pt: 'Quando', en: 'When' },
  product: { pt: 'Relatório', en: 'Report' },
  state: { pt: 'Situação', en: 'State' },
  lines: { pt: 'Linhas', en: 'Lines' },
  answered: { pt: 'Respondidas', en: 'Answered' },
  notAnswered: { pt: 'Sem resposta', en: 'Not answered' },
  unknown: { pt: 'Desfecho desconhecido', en: 'Outcome unknown' },
  left: { pt: 'Faltam', en: 'Left' },
  cost: { pt: 'Custo', en: 'Cost' },
  acts: { pt: 'Ações', en: 'Acts' },
  pause: { pt: 'Pausar', en: 'Pause' },
  pauseText: {
    pt: 'Nenhuma consulta nova começa; as que estão em andamento terminam.',
    en: 'No new query begins; those under way end.',
  },
  resume: { pt: 'Retomar', en: 'Resume' },
  resumeText: { pt: 'O lote continua onde parou.', en: 'The batch goes on where it stopped.' },
  stop: { pt: 'Cancelar o lote', en: 'Cancel the batch' },
  stopText: {
    pt: 'O que não foi consultado nunca será. O que foi respondido pode ser baixado por sete dias.',
    en: 'What was not asked never will be. What was answered can be downloaded for seven days.',
  },
  askAgain: { pt: 'Consultar de novo', en: 'Ask again' },
  askAgainText: {
    pt: 'O serviço caiu enquanto {lines} linhas eram consultadas, e ninguém sabe o desfecho delas. Elas são consultadas mais uma vez; o que já foi cobrado não se cobra de novo.',
    en: 'The service went down while {lines} lines were being asked, and nobody knows their outcome. They are asked once more; what was billed already is not billed again.',
  },
  download: { pt: 'Baixar resultado', en: 'Download the result' },
} as const satisfies Words
