import type { Words } from '../words.ts'

/** What is said where a file of lines is sent. */
export const lineWords = {
  file: { pt: 'Arquivo', en: 'File' },
  model: { pt: 'Baixar modelo preenchido (CSV)', en: 'Download a filled model (CSV)' },
  send: { pt: 'Enviar', en: 'Send' },
  sending: { pt: 'Enviando…', en: 'Sending…' },
  stop: { pt: 'Parar', en: 'Stop' },
  stopped: { pt: 'Você parou o envio.', en: 'You stopped the sending.' },
  goOn: { pt: 'Continuar de onde parou', en: 'Go on from where it stopped' },
  goOnHelp: {
    pt: 'Respostas que chegaram: {done}; o serviço pode já ter julgado mais linhas. Para continuar, aperte o botão; ou, em até 24 horas, escolha o mesmo arquivo outra vez neste navegador. O que já foi respondido não se repete.',
    en: 'Answers that came: {done}; the service may have judged more lines. To go on, press the button; or choose the same file again in this browser within 24 hours. What was answered already is not done twice.',
  },

  reading: { pt: 'Lendo o arquivo…', en: 'Reading the file…' },
  empty: { pt: 'O arquivo não tem linhas.', en: 'The file has no lines.' },
  workbook: {
    pt: 'É uma pasta do Excel. Abra-a e salve como CSV; depois escolha o CSV aqui.',
    en: 'It is an Excel workbook. Open it and save it as CSV; then choose the CSV here.',
  },
  noText: {
    pt: 'Não é um arquivo de texto. Escolha um CSV, como os que planilhas salvam.',
    en: 'It is no file of text. Choose a CSV, as spreadsheets save them.',
  },
  mixed: {
    pt: 'Os acentos estão escritos de duas maneiras no mesmo arquivo, e um nome sairia errado. Salve-o em UTF-8.',
    en: 'Accents are written in two ways within the file, and a name would come out wrong. Save it in UTF-8.',
  },
  heading: {
    pt: 'A primeira linha não pode ser lida: as aspas não fecham.',
    en: 'The first line cannot be read: its quotes do not close.',
  },
  gone: {
    pt: 'O arquivo não pôde ser lido: mudou de lugar, ou mudou depois de escolhido. Escolha-o de novo.',
    en: 'The file could not be read: it was moved, or changed after it was chosen. Choose it again.',
  },
  noHeading: {
    pt: 'A primeira linha parece um registro, e não o nome das colunas. Ela não será enviada.',
    en: 'The first line looks like an entry and not like the names of columns. It will not be sent.',
  },

  firstRows: { pt: 'Primeiras linhas do arquivo', en: 'First lines of the file' },
  columnsTitle: { pt: 'O que é cada coluna', en: 'What each column is' },
  columnsGuessed: {
    pt: 'Reconhecidas pelo nome: {count} de {total}. Confira antes de enviar.',
    en: 'Known by their names: {count} of {total}. Check them before you send.',
  },
  columnsKept: {
    pt: 'Como você disse da última vez, num arquivo com estas colunas.',
    en: 'As you said the last time, for a file with these columns.',
  },
  column: { pt: 'Coluna', en: 'Column' },
  chooseColumn: { pt: 'Escolha a coluna…', en: 'Choose the column…' },
  noColumn: { pt: 'Sem coluna', en: 'No column' },
  sameForAll: { pt: 'O mesmo em todas as linhas', en: 'The same in every line' },
  constantOf: { pt: '{field} de todas as linhas', en: '{field} of every line' },
  chooseValue: { pt: 'Escolha…', en: 'Choose…' },
  exampleOf: { pt: 'Por exemplo: {value}', en: 'For example: {value}' },
  exampleRead: { pt: 'Por exemplo: {cell}, lido como {value}', en: 'For example: {cell}, read as {value}' },
  unused: { pt: 'Não são usadas: {names}.', en: 'Not used: {names}.' },
  allUsed: { pt: 'Todas as colunas são usadas.', en: 'All columns are used.' },

  preparing: { pt: 'Preparando: {done} linhas lidas', en: 'Preparing: {done} lines read' },
  bytesSent: { pt: '{sent} de {total} enviados', en: '{sent} of {total} sent' },
  allSent: {
    pt: '{total} enviados. Esperando as respostas.',
    en: '{total} sent. Waiting for the answers.',
  },
  sentAgain: {
    pt: 'A conexão caiu. O arquivo vai de novo desde o começo; o que já foi respondido não se repete.',
    en: 'The connection was cut. The file goes again from its beginning; what was answered is not done twice.',
  },
  progress: { pt: '{done} de {total} linhas respondidas', en: '{done} of {total} lines answered' },
  done: { pt: 'Arquivo respondido por inteiro.', en: 'The whole file is answered.' },

  refusedTitle: { pt: 'Linhas recusadas', en: 'Refused lines' },
  refusedHelp: {
    pt: 'Baixe-as, corrija no próprio arquivo e envie-o de novo: ele traz as suas colunas, o número da linha e o motivo.',
    en: 'Download them, mend them in that file and send it: it has your columns, the number of the line and the reason.',
  },
  refusedFirst: {
    pt: 'As primeiras {count} de {total}. O arquivo tem todas.',
    en: 'The first {count} of {total}. The file has them all.',
  },
  download: { pt: 'Baixar recusadas (CSV)', en: 'Download the refused (CSV)' },
  line: { pt: 'Linha', en: 'Line' },
  reason: { pt: 'O que corrigir', en: 'What to mend' },
  mend: { pt: 'Corrigir', en: 'Mend' },
  ofLine: { pt: 'a linha {line}', en: 'line {line}' },
  fileLine: { pt: 'linha', en: 'line' },
  fileReason: { pt: 'motivo', en: 'reason' },
  wrongCell: { pt: 'a corrigir', en: 'to be mended' },
  emptyCell: { pt: 'vazia', en: 'empty' },
  amountSpelling: { pt: 'Não é um valor como 1.520,33.', en: 'It is not an amount such as 1520.33.' },
  daySpelling: { pt: 'Não é uma data como 31/12/2026.', en: 'It is not a date such as 31/12/2026.' },
  digitsSpelling: { pt: 'São 8 algarismos.', en: 'It has 8 digits.' },
  phoneSpelling: {
    pt: 'Não é um telefone com DDD, de 8 a 15 algarismos.',
    en: 'It is not a phone number of 8 to 15 digits.',
  },
  capitalsSpelling: { pt: 'São as duas letras do estado.', en: 'It is the two letters of the state.' },
  cellsDiffer: {
    pt: 'Tem {sent} células; o cabeçalho, {expected}. Há um separador a mais ou a menos.',
    en: 'It has {sent} cells; the heading has {expected}. There is a separator too many or too few.',
  },
} as const satisfies Words
