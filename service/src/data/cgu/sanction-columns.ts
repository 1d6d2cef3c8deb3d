import type { SanctionColumns } from './read-sanction.ts'

/** What the files of CEIS and CNEP have in common. */
export const sanctionColumns = {
  personType: 'TIPO DE PESSOA',
  document: 'CPF OU CNPJ DO SANCIONADO',
  code: 'CÓDIGO DA SANÇÃO',
  category: 'CATEGORIA DA SANÇÃO',
  startedOn: 'DATA INÍCIO SANÇÃO',
  endsOn: 'DATA FINAL SANÇÃO',
  sanctioningBody: 'ÓRGÃO SANCIONADOR',
  processNumber: 'NÚMERO DO PROCESSO',
  legalBasis: 'FUNDAMENTAÇÃO LEGAL',
} as const satisfies SanctionColumns

/** All columns of CEIS, spelled as the publisher spells them. CNEP has one more among them. */
export const sanctionHeader = (more: readonly string[] = []): readonly string[] => [
  'CADASTRO',
  'CÓDIGO DA SANÇÃO',
  'TIPO DE PESSOA',
  'CPF OU CNPJ DO SANCIONADO',
  'NOME DO SANCIONADO',
  'NOME INFORMADO PELO ÓRGÃO SANCIONADOR',
  'RAZÃO SOCIAL - CADASTRO RECEITA',
  'NOME FANTASIA - CADASTRO RECEITA',
  'NÚMERO DO PROCESSO',
  'CATEGORIA DA SANÇÃO',
  ...more,
  'DATA INÍCIO SANÇÃO',
  'DATA FINAL SANÇÃO',
  'DATA PUBLICAÇÃO',
  'PUBLICAÇÃO',
  'DETALHAMENTO DO MEIO DE PUBLICAÇÃO',
  'DATA DO TRÂNSITO EM JULGADO',
  'ABRAGÊNCIA DA SANÇÃO',
  'ÓRGÃO SANCIONADOR',
  'UF ÓRGÃO SANCIONADOR',
  'ESFERA ÓRGÃO SANCIONADOR',
  'FUNDAMENTAÇÃO LEGAL',
  'DATA ORIGEM INFORMAÇÃO',
  'ORIGEM INFORMAÇÕES',
  'OBSERVAÇÕES',
]
