import type { Words } from '../words.ts'

/** The words of a query before it is asked: what, of whom, and what it costs. */
export const confirmWords = {
  confirmTitle: { pt: 'Confirmar a consulta', en: 'Confirm the query' },
  confirmText: { pt: '{product} de {document}.', en: '{product} on {document}.' },
  confirmFeatures: { pt: 'Com {features}.', en: 'With {features}.' },
  priceTotal: { pt: 'Preço: {price}', en: 'Price: {price}' },
  priceNone: {
    pt: 'O contrato não fixa preço: a consulta é contada, e nada se paga por ela.',
    en: 'The contract sets no price: the query is counted, and nothing is paid for it.',
  },
  priceRepeat: {
    pt: 'A mesma consulta repetida dentro do prazo do contrato não é contada de novo. Toda consulta fica registrada.',
    en: 'The same query again within the window of the contract is not counted again. Every query is on record.',
  },
  confirm: { pt: 'Consultar agora', en: 'Query now' },
  asking: { pt: 'Consultando…', en: 'Asking…' },
} as const satisfies Words
