import type { ProblemText } from './problem-text.ts'

/** What can be wrong with the question of a report, and with its sources. */
export const queryProblems = {
  query_batch_state: {
    status: 409,
    title: { pt: 'O lote não está nesse ponto', en: 'The batch does not stand there' },
    detail: {
      pt: 'O lote está em {state}, e isto não se faz com ele assim. Veja onde ele está.',
      en: 'The batch is {state}, and this cannot be done with it then. See where it stands.',
    },
  },
  query_batch_result_gone: {
    status: 404,
    title: { pt: 'Resultado destruído', en: 'Result destroyed' },
    detail: {
      pt: 'O prazo deste resultado acabou, e ele foi destruído. As contagens do lote ficam.',
      en: 'The term of this result is over, and it was destroyed. The counts of the batch stay.',
    },
  },
  report_unknown: {
    status: 404,
    title: { pt: 'Relatório não guardado', en: 'Report not kept' },
    detail: {
      pt: 'Não há relatório guardado desta consulta. O prazo pode ter acabado, ou o contrato não guarda relatórios. Consulte de novo.',
      en: 'No report of this query is kept. Its term may be over, or the contract keeps none. Ask again.',
    },
  },
  reports_not_comparable: {
    status: 422,
    title: { pt: 'Relatórios que não se comparam', en: 'Reports that do not compare' },
    detail: {
      pt: 'Só se comparam dois relatórios do mesmo documento e do mesmo produto.',
      en: 'Only two reports on the same document and of the same product are compared.',
    },
  },
  feature_unknown: {
    status: 400,
    title: { pt: 'Adicional desconhecido', en: 'Unknown feature' },
    detail: {
      pt: 'Há código de adicional que este produto não tem. Veja errors e a lista em {additionals}.',
      en: 'There is a feature code that this product does not have. See errors and the list at {additionals}.',
    },
  },
  document_invalid: {
    status: 422,
    title: { pt: 'Documento inválido', en: 'Invalid document' },
    detail: { pt: 'O documento não é válido: {reason}', en: 'The document is not valid: {reason}' },
  },
  document_type_not_accepted: {
    status: 422,
    title: { pt: 'Tipo de documento não aceito', en: 'Document type not accepted' },
    detail: {
      pt: 'Este produto consulta {accepted}; o documento enviado é um {sent}.',
      en: 'This product queries {accepted}; the document sent is a {sent}.',
    },
  },
  feature_not_for_document: {
    status: 422,
    title: { pt: 'Adicional não serve ao documento', en: 'Feature not for this document' },
    detail: {
      pt: 'Não se aplica a um {sent}: {features}. Retire da consulta.',
      en: 'Does not apply to a {sent}: {features}. Leave it out of the query.',
    },
  },
  report_not_covered: {
    status: 422,
    title: { pt: 'Sem dados para este relatório', en: 'No data for this report' },
    detail: {
      pt: 'Este serviço não tem dados para nenhuma das seções pedidas: {sections}. Isso não quer dizer que nada conste. Nada foi cobrado.',
      en: 'This service has no data for any of the requested sections: {sections}. This does not mean that nothing is on file. Nothing was billed.',
    },
  },
  sources_unavailable: {
    status: 502,
    title: { pt: 'Fontes indisponíveis', en: 'Sources unavailable' },
    detail: {
      pt: 'Nenhuma seção pôde ser respondida. Nada foi cobrado; tente de novo em instantes.',
      en: 'No section could be answered. Nothing was billed; try again shortly.',
    },
  },
  deadline_exceeded: {
    status: 504,
    title: { pt: 'Prazo esgotado', en: 'Deadline exceeded' },
    detail: {
      pt: 'Nenhuma fonte respondeu dentro do prazo. Nada foi cobrado; tente de novo.',
      en: 'No source answered within the deadline. Nothing was billed; try again.',
    },
  },
} as const satisfies Record<string, ProblemText>
