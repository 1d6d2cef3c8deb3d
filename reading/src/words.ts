import type { Text } from '@lastro/contract/text.ts'

/** What the outline says in its own words. */
export const words = {
  timeline: { pt: 'Linha do tempo', en: 'Timeline' },
  date: { pt: 'Data', en: 'Date' },
  kind: { pt: 'Tipo', en: 'Kind' },
  what: { pt: 'O que consta', en: 'What is on file' },
  amount: { pt: 'Valor', en: 'Amount' },
  askedAt: { pt: 'Consulta em', en: 'Asked at' },
  reopenedAt: { pt: 'Relatório guardado, reaberto em', en: 'Saved report, reopened at' },
  requestId: { pt: 'Identificação da consulta', en: 'Request id' },
  checkCode: { pt: 'Código de conferência', en: 'Check code' },
  nameUnknown: { pt: 'Nome não consta', en: 'Name not on file' },
  nameNotAvailable: { pt: 'Nome não disponível', en: 'Name not available' },
  nameNotConsulted: { pt: 'Nome não consultado', en: 'Name not looked up' },
  notLocated: { pt: 'Não localizado', en: 'Not found' },
  birth: { pt: 'Nascimento', en: 'Born' },
  foundation: { pt: 'Abertura', en: 'Founded' },
  specialStatusSince: { pt: 'Situação especial desde', en: 'Special status since' },
  status: { pt: 'Situação cadastral', en: 'Registration status' },
  statusSince: { pt: 'Situação desde', en: 'Status since' },
  sandbox: {
    pt: 'Sandbox: pessoas, empresas e dívidas inventadas. Não vale como consulta.',
    en: 'Sandbox: invented people, companies and debts. Not valid as a consultation.',
  },
  degraded: {
    pt: 'Relatório incompleto. Não disponível:',
    en: 'Incomplete report. Not available:',
  },
  notAvailable: { pt: 'Não disponível, porque', en: 'Not available, because' },
  source: { pt: 'Fonte:', en: 'Source:' },
  dataOf: { pt: 'dados de', en: 'data of' },
  doubtful: {
    pt: 'Outra fonte não respondeu e poderia ter dados mais novos.',
    en: 'Another source did not answer and could have had newer data.',
  },
  copied: {
    pt: 'Cópia guardada do que a fonte disse em {when}.',
    en: 'A stored copy of what the source said on {when}.',
  },
  nothing: { pt: 'Nada consta.', en: 'Nothing on file.' },
  nothingReadable: { pt: 'Nada que ainda se possa ler.', en: 'Nothing that may still be read.' },
  withheldVerdict: {
    pt: 'Parte deste relatório já não pode ser mostrada. Para saber o que consta hoje, consulte de novo.',
    en: 'Part of this report may no longer be shown. To know what is on file today, ask again.',
  },
  contactDataWithheld: {
    pt: 'Dados de contato (nome da mãe, endereços e telefones) não fazem parte deste contrato e não são mostrados.',
    en: "Contact data (mother's name, addresses and phones) is not part of this contract and is not shown.",
  },
  notRegistered: {
    pt: 'Nenhuma fonte conhece este documento. Confira o número.',
    en: 'No source knows this document. Check the number.',
  },
  nothingAnywhere: { pt: 'Nada consta em', en: 'Nothing on file in' },
  didNotAnswer: { pt: 'Não respondeu', en: 'Did not answer' },
  mayBeIncomplete: { pt: 'Pode estar incompleto', en: 'May be incomplete' },
  notAskedFor: { pt: 'Não pedido nesta consulta', en: 'Not asked for in this query' },
  restricted: {
    pt: 'Restrição em sócio ou administrador',
    en: 'Restriction on a partner or director',
  },
  allSoft: {
    pt: 'Todas contestadas, em juízo, negociadas, garantidas ou suspensas.',
    en: 'All disputed, in court, negotiated, guaranteed or suspended.',
  },
  specialStatus: { pt: 'Situação especial', en: 'Special status' },
  bankruptcy: { pt: 'Empresa em falência', en: 'Company in bankruptcy' },
  liquidation: { pt: 'Empresa em liquidação', en: 'Company in liquidation' },
  intervention: { pt: 'Empresa sob intervenção', en: 'Company under intervention' },
  reorganisation: { pt: 'Empresa em recuperação', en: 'Company in reorganisation' },
  alsoNegative: { pt: ', e há restrições', en: ', and there is negative data' },
  headlineNegative: { pt: 'Há restrições', en: 'There is negative data' },
  headlineAttention: { pt: 'Pede atenção', en: 'Needs attention' },
  headlineUnknown: { pt: 'Sem conclusão', en: 'Inconclusive' },
  headlineNotLocated: { pt: 'Documento não localizado', en: 'Document not found' },
  atLeast: { pt: 'pelo menos', en: 'at least' },
  sumUnknown: { pt: 'valor total desconhecido', en: 'total amount unknown' },
  inTotal: { pt: 'ao todo', en: 'in total' },
  since: { pt: 'desde', en: 'since' },
  ageUnknown: { pt: 'idade não informada', en: 'age unknown' },
  dateUnknown: { pt: 'Sem data na lista', en: 'Without a listed date' },
  otherData: { pt: 'Outros dados', en: 'Other data' },
} as const satisfies Record<string, Text>

/** What a report says about the data consulted and its coverage. */
export const coverageWords = {
  consulted: { pt: 'Consultado', en: 'Consulted' },
  notConsulted: { pt: 'Não consultado', en: 'Not consulted' },
  noOtherNegativeData: {
    pt: 'Este produto não consulta outras anotações negativas.',
    en: 'This product does not consult other negative data.',
  },
  notCovered: {
    pt: 'Não consultado: este serviço não tem dados de {section}. Isso não quer dizer que nada conste.',
    en: 'Not consulted: this service has no data on {section}. There may be data elsewhere.',
  },
  oneCreditor: { pt: '{count} credor deste serviço', en: '{count} creditor of this service' },
  creditors: { pt: '{count} credores deste serviço', en: '{count} creditors of this service' },
  badgeUnknown: { pt: 'Cobertura parcial ou desconhecida', en: 'Partial or unknown coverage' },
  emptyUnknown: {
    pt: 'Nada encontrado, mas não se sabe que parte dos dados foi consultada. Isso não quer dizer que nada conste.',
    en: 'Nothing found, but it is unknown how much of the data was consulted. There may be more.',
  },
  partlyEmpty: {
    pt: 'Nada encontrado na parte consultada dos dados',
    en: 'Nothing found in the part of the data consulted',
  },
  dataOf: { pt: 'dados de', en: 'data of' },
  noData: {
    pt: 'Sem dados para dizer se há restrições',
    en: 'No data to say whether there is negative data',
  },
  nothingConsulted: {
    pt: 'Nada consta no que foi consultado',
    en: 'Nothing on file in what was consulted',
  },
  nothingIn: { pt: 'Nada consta em {sources}', en: 'Nothing on file in {sources}' },
  nothingAmong: {
    pt: 'Nada consta entre os {count} credores deste serviço',
    en: 'Nothing on file among the {count} creditors of this service',
  },
  nothingAmongOne: {
    pt: 'Nada consta junto ao único credor deste serviço',
    en: 'Nothing on file with the only creditor of this service',
  },
  otherCreditors: {
    pt: 'Pode haver dívidas com outros credores.',
    en: 'There may be debts with other creditors.',
  },
  oneSource: { pt: '1 fonte', en: '1 source' },
  sources: { pt: '{count} fontes', en: '{count} sources' },
  until: { pt: ' (dados até {date})', en: ' (data up to {date})' },
  partly: { pt: ', com cobertura parcial', en: ', with partial coverage' },
  mayBeMore: {
    pt: 'Só o que as fontes consultadas têm: pode haver mais.',
    en: 'Only what the consulted sources have: there may be more.',
  },
} as const satisfies Record<string, Text>

export const partialBadgeText = (extent: string): Text => ({
  pt: `Cobertura parcial: ${extent}`,
  en: `Partial coverage: ${extent}`,
})

/** What an empty list means if its source has only part of the data. */
export const partialEmptyText = (sources: string): Text => ({
  pt: `Nada encontrado. Só parte dos dados foi consultada (${sources}); isso não quer dizer que nada conste.`,
  en: `Nothing found. Only part of the data was consulted (${sources}); there may be more.`,
})

/** A list that is shorter than what there is. */
export const listedText = (listed: string, count: string): Text => ({
  pt: `A lista mostra ${listed} de ${count}, as mais novas primeiro. Com MAIS_ANOTACOES vêm todas.`,
  en: `The list shows ${listed} of ${count}, the newest first. MAIS_ANOTACOES brings them all.`,
})

export const timelineCutText: Text = {
  pt: 'Só o que as listas acima mostram: nem todas estão inteiras.',
  en: 'Only what the lists above show: not all of them are whole.',
}

/** After the names that a line holds. */
export const andMoreText = (count: number): Text => ({
  pt: ` e mais ${count}`,
  en: ` and ${count} more`,
})

export const occurrencesText = (count: number, shown: string): Text => ({
  pt: count === 1 ? '1 ocorrência' : `${shown} ocorrências`,
  en: count === 1 ? '1 occurrence' : `${shown} occurrences`,
})
