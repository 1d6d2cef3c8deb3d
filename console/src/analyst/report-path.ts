/** Where a report is read: by the id of its query, which says nothing of anybody. */
export const reportPath = (requestId: string): string =>
  `/consulta/relatorio/${encodeURIComponent(requestId)}`
