import type { Words } from '../words.ts'

/** Who consulted whom, and whether the record of it is whole. */
export const trailWords = {
  title: { pt: 'Trilha', en: 'Trail' },
  lede: {
    pt: 'Quem consultou quem, por que e quando, numa cadeia em que nada se apaga nem se troca sem aparecer.',
    en: 'Who consulted whom, why and when, in a chain where nothing is erased or swapped without showing.',
  },
  chain: { pt: 'Cadeia de {environment}', en: 'Chain of {environment}' },
  production: { pt: 'produção', en: 'production' },
  sandbox: { pt: 'sandbox', en: 'the sandbox' },
  lastLink: { pt: 'Elos', en: 'Links' },
  emptyChain: { pt: 'vazia', en: 'empty' },
  lastAt: { pt: 'Último registro', en: 'Last record' },
  head: { pt: 'Hash do selo mais novo', en: 'Hash of the newest seal' },
  verification: { pt: 'Última verificação', en: 'Last verification' },
  neverVerified: { pt: 'Nunca foi verificada.', en: 'Never verified.' },
  running: { pt: 'percorrendo', en: 'under way' },
  whole: { pt: 'íntegra', en: 'whole' },
  differing: {
    pt: 'sem elo rompido, mas algo mais difere',
    en: 'no broken link, but something else differs',
  },
  usage: {
    pt: 'O consumo guardado do cliente {clientId} em {day} não é o que a cadeia diz. Vale a cadeia.',
    en: 'The usage kept for client {clientId} on {day} is not what the chain says. The chain is right.',
  },
  index: {
    pt: 'O índice por documento não diz o que dizem os elos {fromNumber} a {untilNumber}: uma busca pode esconder uma consulta. Vale a cadeia.',
    en: 'The index by document does not say what links {fromNumber} to {untilNumber} say: a search may hide a consultation. The chain is right.',
  },
  owners: {
    pt: 'O índice das consultas próprias não diz o que dizem os elos {fromNumber} a {untilNumber}: um cliente ou usuário pode não ver as suas. Vale a cadeia.',
    en: "The index of one's own consultations does not say what links {fromNumber} to {untilNumber} say: a client or user may not see theirs. The chain is right.",
  },
  end: {
    pt: 'O fim de uma cadeia foi cortado: o elo {number} foi escrito e não está mais nela.',
    en: 'The end of a chain was cut off: link {number} was written and is no longer in it.',
  },
  sealMissing: {
    pt: 'Falta o selo {number}: tudo até ele já não se prova.',
    en: 'Seal {number} is missing: what lies before it can no longer be proved by it.',
  },
  sealChanged: {
    pt: 'O selo {number} não é o que foi escrito.',
    en: 'Seal {number} is not what was written.',
  },
  laneCut: {
    pt: 'A faixa {lane} foi cortada: teve o elo {number}, e termina antes dele.',
    en: 'Lane {lane} was cut short: it had link {number}, and ends before it.',
  },
  laneMissing: {
    pt: 'A faixa {lane} não existe mais: foi selada até o elo {number}.',
    en: 'Lane {lane} is gone: it was sealed up to link {number}.',
  },
  laneRewritten: {
    pt: 'Os elos {fromNumber} a {untilNumber} da faixa {lane} não são os que foram selados.',
    en: 'Links {fromNumber} to {untilNumber} of lane {lane} are not those that were sealed.',
  },
  archiveChanged: {
    pt: 'O que a trilha sabe do arquivo de {month} não é o que foi escrito.',
    en: 'What the trail knows of the archive of {month} is not what was written.',
  },
  leftChanged: {
    pt: 'O que a trilha diz que foi da faixa {lane} para arquivos, até o elo {number}, não é o que os arquivos dizem.',
    en: 'What the trail says has left lane {lane} for archives, up to link {number}, is not what the archives say.',
  },
  keptChanged: {
    pt: 'Registros de {month}, que ficam por quinze anos, não são os que ficaram quando o mês foi arquivado.',
    en: 'Records of {month}, kept for fifteen years, are not those that stayed when the month was archived.',
  },
  broken: { pt: 'rompida', en: 'broken' },
  failed: { pt: 'não terminou', en: 'did not finish' },
  walked: { pt: '{links} de {total} elos', en: '{links} of {total} links' },
  found: {
    pt: '{records} registros íntegros em {links} elos',
    en: '{records} sound records in {links} links',
  },
  brokenAt: {
    pt: 'O primeiro registro rompido: elo {number}, lugar {place}.',
    en: 'The first broken record: link {number}, place {place}.',
  },
  holds: {
    pt: 'O selo ou elo anotado está na trilha.',
    en: 'The seal or link written down is in the trail.',
  },
  holdsNot: {
    pt: 'O selo ou elo anotado NÃO está na trilha.',
    en: 'The seal or link written down is NOT in the trail.',
  },
  startedBy: { pt: 'pedida por {name}, {at}', en: 'asked for by {name}, {at}' },
  verify: { pt: 'Verificar', en: 'Verify' },
  verifyTitle: { pt: 'Verificar a cadeia', en: 'Verify the chain' },
  verifyText: {
    pt: 'Percorre a cadeia inteira ao lado do serviço; pode levar minutos. Você pode sair da página.',
    en: 'Walks the whole chain beside the service; it may take minutes. You may leave the page.',
  },
  expect: { pt: 'Hash anotado antes', en: 'Hash written down before' },
  expectHelp: {
    pt: 'Opcional: um selo ou elo guardado fora daqui, que deve estar na trilha.',
    en: 'Optional: a seal or link kept elsewhere, which must be in the trail.',
  },
  searchTitle: { pt: 'Procurar consultas', en: 'Search consultations' },
  searchLede: {
    pt: 'Toda busca fica registrada nos atos. O documento não vai em endereço nenhum.',
    en: 'Every search is put on record in the acts. The document goes in no address.',
  },
  documento: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  from: { pt: 'Desde', en: 'From' },
  until: { pt: 'Até', en: 'Until' },
  timesHelp: { pt: 'Hora de Brasília.', en: 'Time of Brasília.' },
  requestId: { pt: 'Id do pedido', en: 'Request id' },
  search: { pt: 'Procurar', en: 'Search' },
  nothingFound: {
    pt: 'Nenhuma consulta encontrada com estes termos.',
    en: 'No consultation found by these terms.',
  },
  nothingHere: {
    pt: 'Nada nesta parte da cadeia. Mostre mais para procurar adiante.',
    en: 'Nothing in this part of the chain. Show more to look further.',
  },
  at: { pt: 'Quando', en: 'When' },
  who: { pt: 'Quem', en: 'Who' },
  client: { pt: 'Cliente', en: 'Client' },
  document: { pt: 'Documento', en: 'Document' },
  product: { pt: 'Produto', en: 'Product' },
  purpose: { pt: 'Finalidade', en: 'Purpose' },
  outcome: { pt: 'Desfecho', en: 'Outcome' },
  billed: { pt: 'Cobrada', en: 'Billed' },
  address: { pt: 'De onde', en: 'From where' },
  record: { pt: 'Registro', en: 'Record' },
} as const satisfies Words
