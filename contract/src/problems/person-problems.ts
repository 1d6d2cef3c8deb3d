import type { ProblemText } from './problem-text.ts'

/** What the requests of people on file are refused with. */
export const personProblems = {
  not_on_file: {
    status: 404,
    title: { pt: 'Não está neste arquivo', en: 'Not on this file' },
    detail: {
      pt: 'Não há anotação com este id no arquivo deste documento.',
      en: 'There is no listing with this id on the file of this document.',
    },
  },
  request_unknown: {
    status: 404,
    title: { pt: 'Pedido desconhecido', en: 'Unknown request' },
    detail: {
      pt: 'Não há pedido com este id. Veja a lista em GET /operador/v2/titular/pedidos.',
      en: 'There is no request with this id. See the list at GET /operador/v2/titular/pedidos.',
    },
  },
  request_answered: {
    status: 409,
    title: { pt: 'Pedido já respondido', en: 'Request already answered' },
    detail: {
      pt: 'Este pedido já teve resposta, ou não pede uma. Abra-o para ver qual foi.',
      en: 'This request has been answered, or asks for no answer. Open it to see which it was.',
    },
  },
  request_not_corrected: {
    status: 409,
    title: { pt: 'Nada foi corrigido', en: 'Nothing was corrected' },
    detail: {
      pt: 'A anotação não mudou desde o pedido. Corrija-a antes de responder corrected, ou responda outra coisa.',
      en: 'The listing has not changed since the request. Correct it before answering corrected, or answer otherwise.',
    },
  },
} as const satisfies Record<string, ProblemText>
