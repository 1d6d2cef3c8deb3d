import type { Text } from '@lastro/contract/text.ts'

/** What the outline says in its own words. */
export const words = {
  timeline: { pt: 'Linha do tempo', en: 'Timeline' },
  date: { pt: 'Data', en: 'Date' },
  kind: { pt: 'Tipo', en: 'Kind' },
  what: { pt: 'O que consta', en: 'What is on file' },
  amount: { pt: 'Valor', en: 'Amount' },
  askedAt: { pt: 'Consulta em', en: 'Asked at' },
  reopenedAt: { pt: 'Relatório guardado, reaberto em', en: 'Kept report, opened again at' },
  requestId: { pt: 'Identificação da consulta', en: 'Request id' },
  checkCode: { pt: 'Código de conferência', en: 'Check code' },
  nameUnknown: { pt: 'Nome não consta', en: 'Name not on file' },
  birth: { pt: 'Nascimento', en: 'Born' },
  foundation: { pt: 'Abertura', en: 'Founded' },
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
    pt: 'Não há cadastro deste documento. Confira o número.',
    en: 'Nothing is registered under this document. Check the number.',
  },
  noNegativeData: {
    pt: 'Este relatório não consulta anotações negativas.',
    en: 'This report does not look at negative data.',
  },
  nothingAnywhere: { pt: 'Nada consta em', en: 'Nothing on file in' },
  didNotAnswer: { pt: 'Não respondeu', en: 'Did not answer' },
  wasNotAsked: { pt: 'Não consultado', en: 'Not asked' },
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
  alsoNegative: { pt: ', e há restrições', en: ', and there is negative data' },
  headlineNegative: { pt: 'Há restrições', en: 'There is negative data' },
  headlineAttention: { pt: 'Pede atenção', en: 'Needs attention' },
  headlineUnknown: { pt: 'Sem conclusão', en: 'Inconclusive' },
  headlineClear: {
    pt: 'Nada consta no que foi consultado',
    en: 'Nothing on file in what was asked',
  },
  inTotal: { pt: 'ao todo', en: 'in total' },
  since: { pt: 'desde', en: 'since' },
  ageUnknown: { pt: 'idade não informada', en: 'age unknown' },
  dateUnknown: { pt: 'Sem data na lista', en: 'Without a listed date' },
  atLeast: { pt: 'pelo menos', en: 'at least' },
  otherData: { pt: 'Outros dados', en: 'Other data' },
} as const satisfies Record<string, Text>

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
