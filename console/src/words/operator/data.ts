import type { Words } from '../words.ts'

/** Public data: what was imported, and what answers. */
export const dataWords = {
  title: { pt: 'Dados públicos', en: 'Public data' },
  lede: {
    pt: 'O que foi importado da Receita Federal e de outros, e o que responde consultas. Atualiza sozinha.',
    en: 'What was imported from the Receita Federal and others, and what answers queries. Keeps up by itself.',
  },
  empty: {
    pt: 'Nada foi importado. Baixe os arquivos e importe com lastro data fetch e lastro data import.',
    en: 'Nothing was imported. Download the files and import them with lastro data fetch and lastro data import.',
  },
  late: {
    pt: '{set}: os dados são de {date}, há {days} dias. Há publicação mais nova: baixe e importe.',
    en: '{set}: the data is of {date}, {days} days ago. Newer data was published: download and import it.',
  },
  importing: {
    pt: '{set} {period}: importando, {percent}% ({rows} linhas lidas).',
    en: '{set} {period}: importing, {percent}% ({rows} rows read).',
  },
  stoppedText: {
    pt: '{set} {period}: a importação parou em {percent}%. Continue com lastro data import e --resume.',
    en: '{set} {period}: the import stopped at {percent}%. Go on with lastro data import and --resume.',
  },
  set: { pt: 'Conjunto', en: 'Set' },
  period: { pt: 'Período', en: 'Period' },
  date: { pt: 'Data dos dados', en: 'Day of the data' },
  age: { pt: 'Idade', en: 'Age' },
  days: { pt: '{days} dias', en: '{days} days' },
  state: { pt: 'Estado', en: 'State' },
  served: { pt: 'servido', en: 'served' },
  kept: { pt: 'guardado', en: 'kept' },
  importingState: { pt: 'importando', en: 'importing' },
  stopped: { pt: 'parado', en: 'stopped' },
  rows: { pt: 'Linhas', en: 'Rows' },
  size: { pt: 'Tamanho', en: 'Size' },
  importedAt: { pt: 'Importado em', en: 'Imported at' },
  act: { pt: 'Ação', en: 'Act' },
  use: { pt: 'Servir este', en: 'Serve this one' },
  useText: {
    pt: 'As consultas passam a ser respondidas com os dados de {date}, em segundos. O que é servido agora continua guardado.',
    en: 'Queries are answered with the data of {date} within seconds. What is served now is kept.',
  },
  accountOf: { pt: 'A conta de {set} {period}, de {date}', en: 'The account of {set} {period}, of {date}' },
  accountText: {
    pt: '{read} lidas = {kept} guardadas + {merged} repetidas + {quarantined} de lado',
    en: '{read} read = {kept} kept + {merged} merged + {quarantined} put aside',
  },
  file: { pt: 'Arquivo', en: 'File' },
  read: { pt: 'Lidas', en: 'Read' },
  keptRows: { pt: 'Guardadas', en: 'Kept rows' },
  merged: { pt: 'Repetidas', en: 'Merged' },
  quarantined: { pt: 'De lado', en: 'Put aside' },
  reasons: { pt: 'Motivos', en: 'Reasons' },
} as const satisfies Words
