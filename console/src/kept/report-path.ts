/** Where a report is read: by the id of its query, which says nothing of anybody. */
export const reportPath = (requestId: string): string =>
  `/consulta/relatorio/${encodeURIComponent(requestId)}`

/** Where two of them stand beside each other. */
export const comparisonPath = (one: string, other: string): string =>
  `/consultas/comparacao/${encodeURIComponent(one)}/${encodeURIComponent(other)}`
