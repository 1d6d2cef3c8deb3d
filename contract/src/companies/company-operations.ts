import { type Operation, operationFrom } from '../operation.ts'
import { companySearchPath } from './company-codes.ts'
import { CompanySearchAnswer, CompanySearchRequest } from './company-search.ts'

/** Finding a company whose CNPJ one does not know. */
export const companyOperations: readonly Operation[] = [
  operationFrom(
    {
      id: 'empresasBusca',
      method: 'POST',
      path: companySearchPath,
      summary: { pt: 'Buscar empresas pelo nome', en: 'Find companies by name' },
      description: {
        pt: 'Empresas do cadastro público da Receita Federal, por palavras do nome e pelo lugar. Exige o escopo company-search. Não é consulta: não é cobrada, nem fica no histórico de quem foi achado.',
        en: 'Companies of the public register of the Receita Federal, by words of their name and by place. Needs the scope company-search. It is no query: it is not billed, nor on record for whoever is found.',
      },
      request: CompanySearchRequest,
      answer: CompanySearchAnswer,
    },
    {
      tag: { pt: 'Empresas', en: 'Companies' },
      credentials: 'query',
      roles: ['analyst'],
      environments: () => 'both',
      isKeyed: () => false,
      parameterTexts: {},
      answer: ({ answer }) => ({ text: { pt: 'As empresas.', en: 'The companies.' }, schema: answer }),
      problems: () => [
        'rate_limited',
        'quota_exceeded',
        'search_too_short',
        'search_unavailable',
        'fields_mismatch',
        'sources_unavailable',
      ],
    },
  ),
]
