import { companySearchPath } from '@lastro/contract/companies/company-codes.ts'
import type { CompanySearchRequest } from '@lastro/contract/companies/company-search.ts'
import { listingsPath } from '@lastro/contract/listings/listing-operations.ts'
import type { ListingToolRequest } from '@lastro/contract/mcp/listing-tool.ts'
import type { McpToolName } from '@lastro/contract/mcp/mcp-tools.ts'
import type { ReportToolRequest } from '@lastro/contract/mcp/report-tool.ts'
import type { Text } from '@lastro/contract/text.ts'
import type { ServiceAnswer } from './ask-service.ts'
import { askTerms, type TermsDeps } from './ask-terms.ts'
import { type ReportToolDeps, reportTool } from './report-tool.ts'
import type { ToolOutcome } from './tool-outcome.ts'

/** Does what a tool is for. Its arguments fit the schema of the tool. */
export async function callTool(deps: ReportToolDeps, { name, input }: ToolCall): Promise<ToolOutcome> {
  switch (name) {
    case 'consultar_relatorio':
      return reportTool(deps, input as ReportToolRequest)
    case 'listar_adicionais':
      return told(await askTerms(deps, (input as { produto: string }).produto), {
        pt: 'Preços e adicionais do seu contrato; o que não tem price não é cobrado.',
        en: 'Prices and additionals of your contract; what has no price is not charged.',
      })
    case 'consultar_anotacao':
      return listingTool(deps, input as ListingToolRequest)
    case 'buscar_empresa': {
      const body = input as CompanySearchRequest
      return told(await deps.ask({ method: 'POST', path: companySearchPath, body }), {
        pt: 'Empresas do cadastro público; enquanto há cursor pode haver mais.',
        en: 'Companies of the public register; while there is a cursor there may be more.',
      })
    }
    case 'documentos_de_teste':
      return told(await deps.ask({ method: 'GET', path: '/sandbox/documentos', atRoot: true }), {
        pt: 'Documentos inventados, que só o sandbox aceita.',
        en: 'Invented documents, which only the sandbox accepts.',
      })
  }
}

export type ToolCall = { readonly name: McpToolName; readonly input: unknown }

async function listingTool({ ask }: TermsDeps, request: ListingToolRequest): Promise<ToolOutcome> {
  const { id, documento: document, ...query } = request
  if (id !== undefined) {
    const answer = await ask({ method: 'GET', path: `${listingsPath}/${id}` })
    return told(answer, oneListing, (listing) => ({ listing }))
  }
  const filter = { method: 'GET', path: listingsPath, query } as const
  return told(await ask(document === undefined ? filter : { ...filter, document }), {
    pt: 'As suas anotações, da mais nova para a mais antiga; com cursor há mais.',
    en: 'Your listings, newest first; with a cursor there are more.',
  })
}

const oneListing: Text = {
  pt: 'A anotação, com os comunicados e o histórico.',
  en: 'The listing, with its notices and its history.',
}

const told = (
  answer: ServiceAnswer,
  text: Text,
  contentOf: (result: object) => object = (result) => result,
): ToolOutcome =>
  answer.kind === 'refused' ? answer : { kind: 'told', content: contentOf(answer.result as object), text }
