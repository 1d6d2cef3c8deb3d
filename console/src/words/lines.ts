import type { Words } from './words.ts'

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
    pt: 'O que já foi respondido não se repete.',
    en: 'What was answered already is not done twice.',
  },
  progress: { pt: '{done} de {total} linhas', en: '{done} of {total} lines' },
  done: { pt: 'Arquivo respondido por inteiro.', en: 'The whole file is answered.' },
  empty: {
    pt: 'O arquivo não tem linhas: nada foi enviado.',
    en: 'The file has no lines: nothing was sent.',
  },
  refusedTitle: { pt: 'Linhas recusadas', en: 'Refused lines' },
  refusedFirst: {
    pt: 'As primeiras {count} de {total}. O arquivo tem todas.',
    en: 'The first {count} of {total}. The file has them all.',
  },
  download: { pt: 'Baixar recusadas (CSV)', en: 'Download the refused (CSV)' },
  line: { pt: 'Linha', en: 'Line' },
  field: { pt: 'Campo', en: 'Field' },
  reason: { pt: 'Motivo', en: 'Reason' },
} as const satisfies Words
