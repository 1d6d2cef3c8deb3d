import { type TObject, Type } from 'typebox'
import { CompanySearchAnswer, CompanySearchRequest } from '../companies/company-search.ts'
import type { Product } from '../reports/products.ts'
import { AdditionalsAnswer } from '../reports/queries.ts'
import { SandboxDocumentsAnswer } from '../sandbox/sandbox-documents.ts'
import type { Text } from '../text.ts'
import { ListingToolAnswer, ListingToolRequest } from './listing-tool.ts'
import { productArgument, reportToolAnswer, reportToolRequest } from './report-tool.ts'

/** What a language model may ask of the service. Names and shapes are the contract's; none of them changes a listing. */
export type McpTool = {
  readonly title: Text
  readonly description: Text
  readonly input: TObject
  readonly output: TObject
  /** It may cost money, and leaves a consultation on record: whoever runs the model should be asked. */
  readonly isBilled?: true
}

export type McpToolName = keyof ReturnType<typeof mcpTools>

export const mcpTools = (products: readonly Product[]) =>
  ({
    consultar_relatorio: {
      title: { pt: 'Consultar um relatório de crédito', en: 'Query a credit report' },
      description: {
        pt: 'Relatório de crédito de um CPF ou CNPJ. É cobrado pelo contrato e fica registrado com a finalidade. Sem precoAceito nada é consultado: a resposta traz o preço (quote). Mostre-o a quem decide e, com a concordância, chame de novo com precoAceito igual a esse preço e a mesma chave. Contém dados pessoais: use só para a finalidade dita.',
        en: 'Credit report of a CPF or CNPJ. It is billed by the contract and recorded with its purpose. Without precoAceito nothing is queried: the answer has the price (quote). Show it to whoever decides and, once they agree, call again with precoAceito equal to that price and the same chave. It holds personal data: use it for the purpose that was said, and no other.',
      },
      input: reportToolRequest(products),
      output: reportToolAnswer(products),
      isBilled: true,
    },
    listar_adicionais: {
      title: { pt: 'Listar adicionais e preços', en: 'List additionals and prices' },
      description: {
        pt: 'O que uma consulta do produto custa no seu contrato, os adicionais que aceita em features com o preço de cada um, e as finalidades permitidas. Não é cobrado.',
        en: 'What a query of the product costs by your contract, the additionals that it accepts in features with the price of each, and the purposes allowed. It is not billed.',
      },
      input: Type.Object({ produto: productArgument(products) }, { additionalProperties: false }),
      output: AdditionalsAnswer.properties.result,
    },
    consultar_anotacao: {
      title: { pt: 'Consultar as minhas anotações', en: 'Look at my listings' },
      description: {
        pt: 'A situação de uma dívida que o seu cliente anotou, pelo id; ou, sem id, as anotações do seu cliente, por páginas. Não mostra as de outros. Não é cobrado.',
        en: 'Where a debt that your client has listed stands, by its id; or, without an id, the listings of your client, by pages. It shows nobody else’s. It is not billed.',
      },
      input: ListingToolRequest,
      output: ListingToolAnswer,
    },
    buscar_empresa: {
      title: { pt: 'Buscar empresas pelo nome', en: 'Find companies by name' },
      description: {
        pt: 'Empresas do cadastro público da Receita Federal, por palavras do nome e pelo lugar, para achar o CNPJ. Exige o escopo company-search. Não é cobrado.',
        en: 'Companies of the public register of the Receita Federal, by words of their name and by place, to find the CNPJ. Needs the scope company-search. It is not billed.',
      },
      input: CompanySearchRequest,
      output: CompanySearchAnswer.properties.result,
    },
    documentos_de_teste: {
      title: { pt: 'Documentos de teste do sandbox', en: 'Test documents of the sandbox' },
      description: {
        pt: 'Os documentos inventados que o sandbox aceita e o que cada um mostra. Não é cobrado.',
        en: 'The invented documents that the sandbox accepts and what each one shows. It is not billed.',
      },
      input: Type.Object({}, { additionalProperties: false }),
      output: SandboxDocumentsAnswer.properties.result,
    },
  }) as const satisfies Record<string, McpTool>
