import type { Words } from '../words.ts'

/** The words of a query before it is asked: what, of whom, and what it costs. */
export const confirmWords = {
  confirmTitle: { pt: 'Confirmar a consulta', en: 'Confirm the query' },
  confirmText: { pt: '{product} de {document}.', en: '{product} on {document}.' },
  confirmFeatures: { pt: 'Com {features}.', en: 'With {features}.' },
  lacking: {
    pt: 'Sem cobertura: {sections}. Só aparecem se houver dados deste documento.',
    en: 'Not covered: {sections}. Shown only if there is data on this document.',
  },
  inPart: { pt: 'Cobertura parcial: {sections}.', en: 'Partial coverage: {sections}.' },
  priceTotal: { pt: 'Preço: {price}', en: 'Price: {price}' },
  priceNone: {
    pt: 'O contrato não fixa preço: a consulta é contada, e nada se paga por ela.',
    en: 'The contract sets no price: the query is counted, and nothing is paid for it.',
  },
  priceRepeat: {
    pt: 'Sem nenhuma resposta, nada é cobrado. A mesma consulta repetida dentro do prazo do contrato não é contada de novo. Toda consulta fica registrada.',
    en: 'Where nothing is answered, nothing is billed. The same query again within the window of the contract is not counted again. Every query is on record.',
  },
  confirm: { pt: 'Consultar agora', en: 'Query now' },
  asking: { pt: 'Consultando…', en: 'Asking…' },
} as const satisfies Words
