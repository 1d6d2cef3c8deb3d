import { type McpTool, type McpToolName, mcpTools } from '@lastro/contract/mcp/mcp-tools.ts'
import { toolSchema } from '@lastro/contract/mcp/tool-schema.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { contractVersion } from '@lastro/contract/version.ts'
import { type ListToolsResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import { type Validator, validator } from '../../http/body/validate.ts'
import { callTool } from './call-tool.ts'
import type { ReportToolDeps } from './report-tool.ts'
import { type ToolOutcome, toolResult } from './tool-outcome.ts'

export type McpServerDeps = ReportToolDeps & { readonly language: Language }

/** A server of the protocol for one caller. It keeps nothing: what it knows is in the service. */
export function mcpServer({ language, ...deps }: McpServerDeps): Server {
  const tools = toolsOf(deps.products)
  const server = new Server(
    { name: 'lastro', title: 'Lastro', version: contractVersion },
    { capabilities: { tools: {} }, instructions: instructions[language] },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.listed[language] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const name = params.name as McpToolName
    const input = params.arguments ?? {}
    const fits = Object.hasOwn(tools.inputs, name) ? tools.inputs[name] : undefined
    // What was sent for a name may be anything, a document number too: it is not repeated.
    if (fits === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool')
    const outcome = fits.accepts(input)
      ? await callTool(deps, { name, input })
      : invalid(fits.errorsOf(input, language), language)
    return toolResult(outcome, language)
  })
  return server
}

const instructions: Text = {
  pt: 'Relatórios de crédito por CPF e CNPJ. Cada consulta é cobrada, registrada e exige uma finalidade permitida em lei: diga o preço a quem decide e espere a concordância antes de aceitar por ele. Relatórios têm dados pessoais: não os repita além do que foi pedido.',
  en: 'Credit reports by CPF and CNPJ. Each query is billed, recorded and needs a purpose that the law allows: tell whoever decides the price and wait until they agree before you accept it. Reports hold personal data: do not repeat them beyond what was asked.',
}

const invalid = (errors: ReturnType<Validator<TObject>['errorsOf']>, language: Language): ToolOutcome => {
  const { title, detail } = problems.body_invalid
  return {
    kind: 'refused',
    problem: { code: 'body_invalid', title: title[language], detail: detail[language], errors },
  }
}

type Tools = {
  readonly listed: Readonly<Record<Language, ListToolsResult['tools']>>
  readonly inputs: Readonly<Record<McpToolName, Validator<TObject>>>
}

const known = new Map<readonly Product[], Tools>()

/** Schemas are written and compiled once for a catalogue, when somebody first asks. */
function toolsOf(products: readonly Product[]): Tools {
  const made = known.get(products) ?? newTools(mcpTools(products))
  known.set(products, made)
  return made
}

function newTools(tools: Readonly<Record<McpToolName, McpTool>>): Tools {
  const all = Object.entries(tools)
  const listed = (language: Language) => all.map(([name, tool]) => listedTool(name, tool, language))
  return {
    listed: { pt: listed('pt'), en: listed('en') },
    inputs: Object.fromEntries(all.map(([name, { input }]) => [name, validator(input)])) as Tools['inputs'],
  }
}

const listedTool = (
  name: string,
  { title, description, input, output, isBilled }: McpTool,
  language: Language,
): ListToolsResult['tools'][number] => ({
  name,
  title: title[language],
  description: description[language],
  inputSchema: toolSchema(input, language),
  outputSchema: toolSchema(output, language),
  annotations: {
    title: title[language],
    readOnlyHint: true,
    destructiveHint: false,
    // A query without a key is another query.
    idempotentHint: isBilled !== true,
    openWorldHint: false,
  },
})
