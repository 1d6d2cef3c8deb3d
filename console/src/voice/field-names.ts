import type { Language, Text } from '@lastro/contract/text.ts'

/**
 * What each member of a request is called on the screen, by the dotted name that the service gives it in a fault. A test
 * asks for every member of every request that the console sends, and for every column of a file.
 */
export const fieldNames: Readonly<Record<string, Text>> = {
  '(line)': { pt: 'A linha', en: 'The line' },
  '(body)': { pt: 'O formulário', en: 'The form' },
  address: { pt: 'Endereço', en: 'Address' },
  'address.addressLine': { pt: 'Logradouro', en: 'Street' },
  'address.city': { pt: 'Cidade', en: 'City' },
  'address.complement': { pt: 'Complemento', en: 'Complement' },
  'address.district': { pt: 'Bairro', en: 'District' },
  'address.number': { pt: 'Número', en: 'Number' },
  'address.state': { pt: 'UF', en: 'State' },
  'address.zipCode': { pt: 'CEP', en: 'Postcode' },
  advance: { pt: 'Quanto avançar', en: 'How far to move' },
  amount: { pt: 'Valor', en: 'Amount' },
  answer: { pt: 'Resposta', en: 'Answer' },
  birthDate: { pt: 'Nascimento', en: 'Birth date' },
  city: { pt: 'Cidade', en: 'City' },
  clientId: { pt: 'Cliente', en: 'Client' },
  cnae: { pt: 'Atividade', en: 'Activity' },
  code: { pt: 'Código', en: 'Code' },
  contact: { pt: 'Contato', en: 'Contact' },
  'contact.email': { pt: 'E-mail', en: 'E-mail address' },
  'contact.phone': { pt: 'Telefone', en: 'Phone' },
  contractId: { pt: 'Contrato', en: 'Contract' },
  courtOrder: { pt: 'Ordem judicial', en: 'Court order' },
  creditorDocument: { pt: 'CNPJ do credor', en: "Creditor's CNPJ" },
  creditors: { pt: 'Credores', en: 'Creditors' },
  'creditors.document': { pt: 'CPF ou CNPJ do credor', en: "Creditor's CPF or CNPJ" },
  'creditors.name': { pt: 'Nome do credor', en: "Creditor's name" },
  current: { pt: 'Senha de agora', en: 'Current password' },
  cursor: { pt: 'Página', en: 'Page' },
  defaultPurpose: { pt: 'Finalidade quando nenhuma é dita', en: 'Purpose when none is named' },
  digest: { pt: 'Quantas mensagens', en: 'How many messages' },
  documento: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  documents: { pt: 'Documentos', en: 'Documents' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  email: { pt: 'E-mail', en: 'E-mail address' },
  enabled: { pt: 'Ligado', en: 'Switched on' },
  environment: { pt: 'Ambiente', en: 'Environment' },
  event: { pt: 'Evento', en: 'Event' },
  events: { pt: 'Eventos', en: 'Events' },
  expect: { pt: 'Hash anotado antes', en: 'Hash written down before' },
  features: { pt: 'Adicionais', en: 'Features' },
  field: { pt: 'O que está errado', en: 'What is wrong' },
  flagSubJudice: { pt: 'Em discussão na justiça', en: 'Before a court' },
  from: { pt: 'Desde', en: 'From' },
  headOfficesOnly: { pt: 'Só matrizes', en: 'Head offices only' },
  id: { pt: 'Tarefa', en: 'Work' },
  identity: { pt: 'Como a identidade foi conferida', en: 'How the identity was checked' },
  keyReportDays: {
    pt: 'Dias que ficam guardados os pedidos com chaves',
    en: 'Days that reports asked for with keys are kept',
  },
  kind: { pt: 'O que é', en: 'What it is' },
  label: { pt: 'Rótulo', en: 'Label' },
  language: { pt: 'Língua', en: 'Language' },
  legalNatureId: { pt: 'Natureza', en: 'Nature' },
  legalSquare: { pt: 'Praça', en: 'Place' },
  limit: { pt: 'Quantos por página', en: 'How many on a page' },
  listingId: { pt: 'Anotação', en: 'Listing' },
  month: { pt: 'Mês', en: 'Month' },
  monthlyMinimum: { pt: 'Mínimo do mês', en: 'Monthly minimum' },
  monthlyQuota: { pt: 'Consultas por mês', en: 'Queries per month' },
  name: { pt: 'Nome', en: 'Name' },
  networks: { pt: 'Redes de onde pode consultar', en: 'Networks that may query' },
  next: { pt: 'Senha nova', en: 'New password' },
  note: { pt: 'Como foi comunicada', en: 'How it was told' },
  now: { pt: 'Hora do relógio', en: 'Time of the clock' },
  outcome: { pt: 'Desfecho', en: 'Outcome' },
  overlapMinutes: { pt: 'As anteriores valem', en: 'The earlier ones work' },
  paidOn: { pt: 'Dia do pagamento', en: 'Day of payment' },
  password: { pt: 'Senha', en: 'Password' },
  paused: { pt: 'Em pausa', en: 'Paused' },
  prices: { pt: 'Preços', en: 'Prices' },
  products: { pt: 'Produtos', en: 'Products' },
  purposes: { pt: 'Finalidades', en: 'Purposes' },
  reason: { pt: 'Motivo', en: 'Reason' },
  repeatWindowHours: { pt: 'Horas sem cobrar a mesma consulta', en: 'Hours without billing an equal query' },
  requestId: { pt: 'Número do pedido', en: 'Number of the request' },
  requestsPerSecond: { pt: 'Consultas por segundo', en: 'Queries per second' },
  roles: { pt: 'Perfis', en: 'Roles' },
  scopes: { pt: 'Acesso além dos produtos', en: 'Access besides products' },
  section: { pt: 'Seção do relatório', en: 'Section of the report' },
  segment: { pt: 'Ramo', en: 'Segment' },
  sessionReportDays: {
    pt: 'Dias que ficam guardados os relatórios pedidos no console',
    en: 'Days that reports asked for in the console are kept',
  },
  state: { pt: 'UF', en: 'State' },
  statement: { pt: 'O que é contestado', en: 'What is disputed' },
  status: { pt: 'Situação', en: 'Status' },
  subject: { pt: 'Sobre o quê', en: 'About what' },
  tiers: { pt: 'Faixas', en: 'Tiers' },
  'tiers.from': { pt: 'Início da faixa', en: 'Start of the tier' },
  'tiers.price': { pt: 'Preço da faixa', en: 'Price of the tier' },
  'tiers.product': { pt: 'Produto da faixa', en: 'Product of the tier' },
  totp: { pt: 'Código do aplicativo', en: 'Code of the application' },
  until: { pt: 'Até', en: 'Until' },
  url: { pt: 'Endereço', en: 'Address' },
}

/**
 * The name of a field as a fault gives it: `creditors[1].document` is "CPF ou CNPJ do credor (2)". Where only what it
 * stands in has a name, that is it: `prices.relatorioBasico` is "Preços". Undefined for what no form has.
 */
export function fieldName(field: string, language: Language): string | undefined {
  const place = /\[(\d+)\]/.exec(field)?.[1]
  for (let name = field.replace(/\[\d+\]/g, ''); name !== ''; name = name.replace(/\.?[^.]*$/, '')) {
    const known = Object.hasOwn(fieldNames, name) ? fieldNames[name] : undefined
    if (known !== undefined)
      return place === undefined ? known[language] : `${known[language]} (${Number(place) + 1})`
  }
  return undefined
}
