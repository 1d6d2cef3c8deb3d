import type { Words } from '../words.ts'

/** The words of queries that were made before. */
export const earlierWords = {
  earlierTitle: { pt: 'Minhas consultas', en: 'My queries' },
  earlierLede: {
    pt: 'Da mais nova para a mais antiga. As contadas entram no extrato do mês, pelo preço do contrato.',
    en: 'Newest first. Those counted go into the statement of the month, at the price of the contract.',
  },
  onlyMine: { pt: 'Só as minhas', en: 'Only mine' },
  everyones: { pt: 'Todas do cliente', en: "All of the client's" },
  at: { pt: 'Quando', en: 'When' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  product: { pt: 'Relatório', en: 'Report' },
  who: { pt: 'Nome e resumo', en: 'Name and summary' },
  toReopen: { pt: 'guardado; reabra para ver', en: 'kept; open it to see' },
  notKept: { pt: 'relatório não guardado', en: 'report not kept' },
  showNames: { pt: 'Mostrar nome e resumo ({count})', en: 'Show name and summary ({count})' },
  showingNames: { pt: 'Reabrindo…', en: 'Opening…' },
  showNamesHelp: {
    pt: 'Reabre os relatórios guardados desta lista: nada se paga, e cada reabertura fica registrada.',
    en: 'Opens the kept reports of this list again: nothing is paid, and each opening is on record.',
  },
  outcome: { pt: 'Resultado', en: 'Outcome' },
  wasCounted: { pt: 'Contada', en: 'Counted' },
  by: { pt: 'Quem', en: 'Who' },
  act: { pt: 'Ação', en: 'Act' },
  again: { pt: 'Consultar de novo', en: 'Query again' },
  decided: { pt: 'Decisão:', en: 'Decision:' },
  corrected: { pt: 'corrigida depois', en: 'corrected since' },
  wrongAndGone: { pt: 'errada, e retirada', en: 'wrong, and gone' },
  toldAt: { pt: 'avisado em {at}', en: 'told at {at}' },
  correctionOpened: { pt: 'ver', en: 'see' },
  noEarlier: { pt: 'Nenhuma consulta ainda.', en: 'No queries yet.' },
} as const satisfies Words
