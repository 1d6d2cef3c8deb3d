import type { Words } from '../words.ts'

export const coverageWords = {
  title: { pt: 'Cobertura', en: 'Coverage' },
  lede: {
    pt: 'As fontes que cobrem os relatórios de produção. Sem dados, a seção fica ausente: isso não quer dizer que nada conste.',
    en: 'The sources that cover production reports. Without data a section is absent: this does not mean that nothing is on file.',
  },
  withoutData: {
    pt: 'Nenhuma seção tem dados. As consultas destes relatórios são recusadas e não são cobradas, exceto as de documentos carregados sem declaração:',
    en: 'No section has data. Queries of these reports are refused and not billed, except for documents loaded without a declaration:',
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
  asOf: { pt: 'Dados de', en: 'Data as of' },
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
    pt: 'Nenhuma carga declarou o que cobre. Sem declaração, cada linha carregada cobre só o documento dela.',
    en: 'No load has declared what it covers. Without a declaration, each loaded line covers only its own document.',
  },
  howTo: {
    pt: 'Declare ao carregar, na linha de comando:',
    en: 'Declare when you load, on the command line:',
  },
  howToCommand: {
    pt: 'lastro bureau load ARQUIVO --covers check,notary --for cpf,cnpj --as-of DIA',
    en: 'lastro bureau load FILE --covers check,notary --for cpf,cnpj --as-of DAY',
  },
  acts: { pt: 'Ações', en: 'Actions' },
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
    en: 'From {from} on, {type} queries no longer show the section “{section}”.',
  },
  effectNow: {
    pt: 'A partir de agora, as consultas de {type} deixam de mostrar a seção “{section}”.',
    en: 'From now on, {type} queries no longer show the section “{section}”.',
  },
  effectRemainingFrom: {
    pt: 'A partir de {from}, as consultas de {type} mostram a seção “{section}” só com dados de: {sources}.',
    en: 'From {from} on, {type} queries show the section “{section}” only with data from: {sources}.',
  },
  effectRemainingNow: {
    pt: 'A partir de agora, as consultas de {type} mostram a seção “{section}” só com dados de: {sources}.',
    en: 'From now on, {type} queries show the section “{section}” only with data from: {sources}.',
  },
  singleDocuments: {
    pt: 'Documentos carregados sem declaração continuam mostrando o que as linhas deles continham.',
    en: 'Documents loaded without a declaration still show what their lines contained.',
  },
  notUndone: {
    pt: 'Não é possível desfazer: só uma nova carga volta a cobrir a seção.',
    en: 'This cannot be undone: only a new load can cover the section again.',
  },
  ofClient: {
    pt: 'O que este cliente recebe hoje, de acordo com o contrato salvo e as fontes que ele cita.',
    en: 'What this client receives today, according to the saved contract and the sources that it names.',
  },
  noProducts: {
    pt: 'O contrato não inclui nenhum relatório.',
    en: 'The contract does not include any report.',
  },
  withData: { pt: 'Com dados', en: 'With data' },
  inPart: { pt: 'Em parte', en: 'In part' },
  lacking: { pt: 'Sem dados', en: 'Without data' },
} as const satisfies Words
