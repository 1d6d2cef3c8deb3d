import type { Text } from '@lastro/contract/text.ts'
import type { FetchFault, FetchFaultCode } from '@lastro/service/data/fetch/fetch-fault.ts'

/** What went wrong while fetching, and what to do about it. */
export function fetchFaultText({ code, detail }: FetchFault): Text {
  const about = detail === '' ? '' : ` (${detail})`
  const { pt, en } = texts[code]
  return { pt: `${pt}${about}.`, en: `${en}${about}.` }
}

const texts: Readonly<Record<FetchFaultCode, Text>> = {
  unreachable: {
    pt: 'O servidor não responde; confira a rede e o endereço',
    en: 'The server does not answer; check the network and the address',
  },
  stalled: { pt: 'O servidor parou de enviar', en: 'The server stopped sending' },
  cut: { pt: 'A conexão caiu', en: 'The connection broke' },
  busy: { pt: 'O servidor pede que se espere', en: 'The server asks us to wait' },
  server_error: { pt: 'O servidor falhou', en: 'The server failed' },
  not_a_zip: {
    pt: 'O servidor enviou outra coisa no lugar do arquivo zip',
    en: 'The server sent something else in the place of the zip file',
  },
  listing_unreadable: {
    pt: 'A lista de arquivos não pôde ser lida; o endereço mudou?',
    en: 'The listing of files could not be read; has the address changed?',
  },
  size_differs: {
    pt: 'O arquivo não tem o tamanho anunciado',
    en: 'The file does not have the size that was announced',
  },
  changed: { pt: 'O arquivo mudou no meio', en: 'The file changed midway' },
  zip_broken: { pt: 'O arquivo zip chegou quebrado', en: 'The zip file arrived broken' },
  zip_unusable: {
    pt: 'O arquivo zip chegou inteiro e quebrado três vezes; espere que seja publicado de novo',
    en: 'The zip file arrived whole and broken three times; wait until it is published again',
  },
  not_found: { pt: 'O arquivo não está lá', en: 'The file is not there' },
  refused: {
    pt: 'O servidor recusou o pedido; o token do compartilhamento ainda vale?',
    en: 'The server refused the request; is the token of the share still valid?',
  },
  too_large: {
    pt: 'O que o servidor envia é maior do que qualquer arquivo deste conjunto',
    en: 'What the server sends is larger than any file of this data set',
  },
  too_slow: {
    pt: 'O arquivo não chegou em doze horas; o mesmo comando continua de onde parou',
    en: 'The file did not arrive within twelve hours; the same command goes on where it stopped',
  },
  stopped: {
    pt: 'Parado; o mesmo comando continua de onde parou',
    en: 'Stopped; the same command goes on where it stopped',
  },
  address_refused: {
    pt: 'O endereço não é público ou não é https; se é seu, indique-o com --from',
    en: 'The address is not public or not https; if it is yours, name it with --from',
  },
  redirect_refused: {
    pt: 'O servidor encaminha para um endereço que não é https, ou em círculo',
    en: 'The server leads on to an address that is not https, or in a circle',
  },
  period_malformed: {
    pt: 'O período não tem a forma deste conjunto; um exemplo',
    en: 'The period does not have the form of this data set; an example',
  },
  period_unknown: {
    pt: 'Nada foi publicado para esse período; sem --period vem o mais novo',
    en: 'Nothing was published for that period; without --period the newest comes',
  },
  period_incomplete: {
    pt: 'O período ainda não está completo; faltam',
    en: 'The period is not complete yet; missing are',
  },
  nothing_published: {
    pt: 'Não há período completo; o endereço mudou? Indique outro com --from',
    en: 'There is no complete period; has the address changed? Name another with --from',
  },
  directory_of_another: {
    pt: 'O diretório já tem outra coisa; indique outro com --to',
    en: 'The directory holds something else; name another with --to',
  },
  directory_busy: {
    pt: 'Outro processo está baixando para o mesmo diretório; espere que termine',
    en: 'Another process is downloading to the same directory; wait for it to end',
  },
  directory_unusable: {
    pt: 'O diretório não pode ser criado ou gravado; indique outro com --to',
    en: 'The directory cannot be made or written to; name another with --to',
  },
  disk_full: {
    pt: 'O disco está cheio; libere espaço e repita: o que já veio fica',
    en: 'The disk is full; make room and repeat: what has come stays',
  },
}
