import type { Words } from '../words.ts'

/** What is covered, and the declarations of loads. */
export const coverageWords = {
  title: { pt: 'Cobertura', en: 'Coverage' },
  lede: {
    pt: 'O que os relatórios de produção têm de onde tirar. Sem dados, a seção fica ausente: isso não quer dizer que nada conste.',
    en: 'What production reports can be answered from. Without data a section is absent: that does not mean that nothing is on file.',
  },
  withoutData: {
    pt: 'Sem dados em nenhuma seção. As consultas destes relatórios são recusadas e não cobradas, salvo as de documentos carregados sem declaração:',
    en: 'No data in any section. Queries of these reports are refused and not billed, except those of documents loaded without a declaration:',
  },
  productOfType: { pt: '{product} de {type}', en: '{product} of {type}' },
  endsSoon: {
    pt: 'Termina em até 7 dias. Carregue dados mais novos com uma declaração:',
    en: 'Ends within 7 days. Load newer data with a declaration:',
  },
  endsOn: { pt: '{section} de {type}, até {until}', en: '{section} of {type}, until {until}' },
  section: { pt: 'Seção', en: 'Section' },
  additional: { pt: 'adicional', en: 'additional' },
  product: { pt: 'Produto', en: 'Product' },
  type: { pt: 'Documentos', en: 'Documents' },
  coverage: { pt: 'Situação', en: 'State' },
  complete: { pt: 'completa', en: 'complete' },
  partial: { pt: 'parcial', en: 'partial' },
  none: { pt: 'sem dados', en: 'no data' },
  sources: { pt: 'Fontes', en: 'Sources' },
  asOf: { pt: 'Dados de', en: 'Data of' },
  until: { pt: 'Até', en: 'Until' },
  declarations: { pt: 'Declarações em vigor', en: 'Declarations in force' },
  ended: { pt: 'Declarações encerradas: {count}', en: 'Ended declarations: {count}' },
  state: { pt: 'Por que acabou', en: 'Why it ended' },
  in_force: { pt: 'em vigor', en: 'in force' },
  superseded: { pt: 'substituída', en: 'superseded' },
  expired: { pt: 'vencida', en: 'expired' },
  withdrawn: { pt: 'retirada', en: 'withdrawn' },
  history: { pt: 'Histórico', en: 'History' },
  declaredBy: { pt: 'Declarada por {name} em {at}', en: 'Declared by {name} at {at}' },
  shortenedBy: { pt: 'Encurtada por {name} em {at}', en: 'Shortened by {name} at {at}' },
  withdrawnBy: { pt: 'Retirada por {name} em {at}', en: 'Withdrawn by {name} at {at}' },
  noDeclarations: {
    pt: 'Nenhuma carga declarou o que cobre. Sem declaração, cada linha carregada vale só para o documento dela.',
    en: 'No load has declared what it covers. Without a declaration, each loaded line counts for its document only.',
  },
  howTo: {
    pt: 'Declare ao carregar, na linha de comando:',
    en: 'Declare when you load, on the command line:',
  },
  howToCommand: {
    pt: 'lastro bureau load ARQUIVO --covers check,notary --for cpf,cnpj --as-of DIA',
    en: 'lastro bureau load FILE --covers check,notary --for cpf,cnpj --as-of DAY',
  },
  acts: { pt: 'Ações', en: 'Acts' },
  shorten: { pt: 'Encurtar', en: 'Shorten' },
  shortenTitle: { pt: 'Encurtar: {section} de {type}', en: 'Shorten: {section} of {type}' },
  withdraw: { pt: 'Retirar', en: 'Withdraw' },
  withdrawTitle: { pt: 'Retirar: {section} de {type}', en: 'Withdraw: {section} of {type}' },
  lastDay: { pt: 'Novo último dia', en: 'New last day' },
  lastDayHelp: {
    pt: 'Antes de {until}. Para estender, carregue dados mais novos.',
    en: 'Before {until}. To extend, load newer data.',
  },
  effectFrom: {
    pt: 'A partir de {from}, as consultas de {type} deixam de mostrar a seção “{section}”.',
    en: 'From {from} on, queries of {type} no longer show the section “{section}”.',
  },
  effectNow: {
    pt: 'A partir de agora, as consultas de {type} deixam de mostrar a seção “{section}”.',
    en: 'From now on, queries of {type} no longer show the section “{section}”.',
  },
  effectRemainingFrom: {
    pt: 'A partir de {from}, as consultas de {type} mostram a seção “{section}” só com: {sources}.',
    en: 'From {from} on, queries of {type} show the section “{section}” with these sources only: {sources}.',
  },
  effectRemainingNow: {
    pt: 'A partir de agora, as consultas de {type} mostram a seção “{section}” só com: {sources}.',
    en: 'From now on, queries of {type} show the section “{section}” with these sources only: {sources}.',
  },
  singleDocuments: {
    pt: 'Documentos carregados sem declaração continuam a mostrar o que as linhas deles trouxeram.',
    en: 'Documents loaded without a declaration still show what their lines brought.',
  },
  notUndone: {
    pt: 'Não há como desfazer: só uma carga nova volta a cobrir a seção.',
    en: 'This cannot be undone: only a new load covers the section again.',
  },
  ofClient: {
    pt: 'O que este cliente recebe hoje, pelo contrato salvo e com as fontes que ele nomeia.',
    en: 'What this client receives today, by the saved contract and with the sources that it names.',
  },
  noProducts: { pt: 'O contrato não tem nenhum relatório.', en: 'The contract has no report.' },
  withData: { pt: 'Com dados', en: 'With data' },
  inPart: { pt: 'Em parte', en: 'In part' },
  lacking: { pt: 'Sem dados', en: 'Without data' },
} as const satisfies Words
