import type { Words } from './words.ts'

/** The form of a client's contract. */
export const contractWords = {
  lede: {
    pt: 'O contrato inteiro: o que não estiver aqui deixa de valer. As consultas o seguem em até 5 segundos.',
    en: 'The whole contract: what is not here no longer holds. Queries follow it within 5 seconds.',
  },
  products: { pt: 'Produtos', en: 'Products' },
  features: { pt: 'Adicionais', en: 'Features' },
  all: { pt: 'Tudo, também o que vier a existir', en: 'Everything, and what is to come' },
  contactData: { pt: 'Dados de contato', en: 'Contact data' },
  contactDataHelp: {
    pt: 'Abre endereços, telefones e nome da mãe.',
    en: "Opens addresses, phones and the mother's name.",
  },
  companySearch: { pt: 'Busca de empresas', en: 'Company search' },
  companySearchHelp: {
    pt: 'Acha empresas do cadastro público pelo nome. Não é cobrada.',
    en: 'Finds companies of the public register by name. It is not billed.',
  },
  scopes: { pt: 'Acesso além dos produtos', en: 'Access besides products' },
  purposes: { pt: 'Finalidades', en: 'Purposes' },
  purposesHelp: {
    pt: 'Alertas pedem o acompanhamento de relação vigente.',
    en: 'Alerts take the monitoring of a live relation.',
  },
  defaultPurpose: { pt: 'Finalidade quando nenhuma é dita', en: 'Purpose when none is named' },
  noDefault: { pt: 'Nenhuma: a consulta tem de dizer', en: 'None: a query has to name it' },
  limits: { pt: 'Limites', en: 'Limits' },
  requestsPerSecond: { pt: 'Consultas por segundo', en: 'Queries per second' },
  monthlyQuota: { pt: 'Consultas por mês', en: 'Queries per month' },
  repeatWindowHours: { pt: 'Horas sem cobrar a mesma consulta', en: 'Hours without billing an equal query' },
  repeatHelp: { pt: 'Vazio: 24 horas. 0: cobra toda vez.', en: 'Empty: 24 hours. 0: bills every time.' },
  sessionReportDays: {
    pt: 'Dias que ficam guardados os relatórios pedidos no console',
    en: 'Days that reports asked for in the console are kept',
  },
  sessionReportHelp: {
    pt: 'De 0 a 365. Vazio: 30. 0: não guarda.',
    en: 'From 0 to 365. Empty: 30. 0: keeps none.',
  },
  keyReportDays: {
    pt: 'Dias que ficam guardados os pedidos com chaves',
    en: 'Days that those asked for with keys are kept',
  },
  keyReportHelp: {
    pt: 'De 0 a 365. Vazio ou 0: não guarda.',
    en: 'From 0 to 365. Empty or 0: keeps none.',
  },
  noLimitHelp: { pt: 'Vazio: o do serviço.', en: "Empty: the service's own." },
  noQuotaHelp: { pt: 'Vazio: sem limite.', en: 'Empty: no limit.' },
  networks: { pt: 'Redes de onde pode consultar', en: 'Networks that may query' },
  networksHelp: {
    pt: 'Uma por linha, como 203.0.113.0/24; vazio, qualquer uma.',
    en: 'One on each line, such as 203.0.113.0/24; empty for any.',
  },
  prices: { pt: 'Preços', en: 'Prices' },
  pricesHelp: {
    pt: 'Em reais, com vírgula: 1,50. Vazio não cobra.',
    en: 'In reais, with a comma: 1,50. Empty bills nothing.',
  },
  tiers: { pt: 'Faixas e mínimo', en: 'Tiers and minimum' },
  tiersHelp: {
    pt: 'Valem no extrato; cada consulta guarda o preço de lista. Adicionais custam o mesmo em toda faixa.',
    en: 'They apply on the statement; each query keeps its list price. Features cost the same in every tier.',
  },
  tierProduct: { pt: 'Produto', en: 'Product' },
  tierFrom: { pt: 'A partir de quantas no mês', en: 'From how many in a month' },
  tierPrice: { pt: 'Preço, em reais', en: 'Price, in reais' },
  addTier: { pt: 'Incluir faixa', en: 'Add a tier' },
  removeTier: { pt: 'Tirar faixa', en: 'Take the tier out' },
  monthlyMinimum: { pt: 'Mínimo do mês, em reais', en: 'Monthly minimum, in reais' },
  monthlyMinimumHelp: { pt: 'Vazio: sem mínimo.', en: 'Empty: no minimum.' },
  notAPrice: { pt: 'Escreva em reais, com vírgula: 1,50', en: 'Write reais, with a comma: 1,50' },
  notAFigure: { pt: 'Escreva um número inteiro.', en: 'Write a whole number.' },
  segment: { pt: 'Ramo', en: 'Segment' },
  segmentHelp: {
    pt: 'O que os outros veem no lugar do nome, em consultas anteriores.',
    en: 'What others see in place of the name, in earlier consultations.',
  },
  creditors: { pt: 'Credores', en: 'Creditors' },
  creditorsHelp: {
    pt: 'Por quem pode anotar dívidas; o primeiro é o próprio cliente.',
    en: 'For whom it may list debts; the first is the client itself.',
  },
  creditorDocument: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  creditorName: { pt: 'Nome nos relatórios', en: 'Name in reports' },
  addCreditor: { pt: 'Incluir credor', en: 'Add a creditor' },
  removeCreditor: { pt: 'Tirar', en: 'Take out' },
  save: { pt: 'Salvar o contrato', en: 'Save the contract' },
  saved: { pt: 'Contrato salvo: versão {version}.', en: 'Contract saved: version {version}.' },
  conflict: {
    pt: 'Outra pessoa mudou este contrato enquanto você escrevia, e nada seu foi salvo. Leia de novo e refaça a mudança sobre o que está lá agora.',
    en: 'Somebody else has changed this contract while you were writing, and nothing of yours was saved. Read it again and make your change on what is there now.',
  },
  reload: { pt: 'Ler o contrato de novo', en: 'Read the contract again' },
} as const satisfies Words
