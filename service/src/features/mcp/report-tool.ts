import type { ReportBilling, ReportQuote, ReportToolRequest } from '@lastro/contract/mcp/report-tool.ts'
import type { Text } from '@lastro/contract/text.ts'
import { queryPrice, type ReportTerms } from '@lastro/rules/money/query-price.ts'
import type { HeaderOf } from './ask-service.ts'
import { askTerms, type TermsDeps } from './ask-terms.ts'
import type { ToolOutcome, ToolSuccess } from './tool-outcome.ts'

/**
 * A report, once its price was accepted. Without the price that the contract has today nothing is queried: the answer
 * is that price, as the console shows it before it asks.
 */
export async function reportTool(deps: ReportToolDeps, request: ReportToolRequest): Promise<ToolOutcome> {
  const { produto, documento, features, finalidade, precoAceito, chave } = request
  const asked = await askTerms(deps, produto)
  if (asked.kind === 'refused') return asked
  const terms = asked.result as ReportTerms
  const price = queryPrice(terms, features ?? []) ?? free
  const key = chave ?? deps.newKey()
  if (precoAceito !== price) return quoted({ price, features: featuresAsked(terms, features), key })
  const answer = await deps.ask({
    method: 'POST',
    path: `/${produto}/v2/consulta`,
    body: { documento, ...(features !== undefined && { features }) },
    purpose: finalidade,
    key,
  })
  return answer.kind === 'refused' ? answer : given(answer.result, billingOf(answer.headerOf), price)
}

export type ReportToolDeps = TermsDeps & {
  /** A key for a query that was given none. */
  readonly newKey: () => string
}

/** What a query costs where the contract sets no price. */
const free = '0.00'

const featuresAsked = (terms: ReportTerms, asked: readonly string[] = []): ReportQuote['features'] =>
  terms.features.filter(({ code }) => asked.includes(code))

function quoted(quote: ReportQuote): ToolSuccess {
  const cost = quote.price === free ? noPrice : priced(quote.price)
  const again = `precoAceito "${quote.price}", chave "${quote.key}"`
  return {
    kind: 'told',
    content: { quote },
    text: {
      pt: `Nada foi consultado nem cobrado. ${cost.pt} Toda consulta fica registrada. Pergunte a quem decide e, com a concordância, chame de novo com ${again}.`,
      en: `Nothing was queried or billed. ${cost.en} Every query is on record. Ask whoever decides and, once they agree, call again with ${again}.`,
    },
  }
}

const noPrice: Text = {
  pt: 'O contrato não fixa preço: não há cobrança.',
  en: 'The contract sets no price: nothing is charged.',
}
const priced = (price: string): Text => ({
  pt: `Esta consulta custa R$ ${price.replace('.', ',')}.`,
  en: `This query costs R$ ${price}.`,
})

/** A repeat under its key carries the headers of the first answer; it was that one that was billed, or was not. */
function billingOf(headerOf: HeaderOf): ReportBilling {
  const replayed = headerOf('Idempotency-Replayed') === 'true'
  return {
    billed: headerOf('X-Billed') === 'true' && !replayed,
    ...(!replayed && told('reason', headerOf('X-Billing-Reason'))),
    replayed,
    ...told('consultationId', headerOf('X-Consultation-Id')),
    ...told('consultedAt', headerOf('X-Consultation-At')),
    ...told('checkCode', headerOf('X-Check-Code')),
    degradedSections: headerOf('X-Report-Sections-Degraded')?.split(/,\s*/) ?? [],
    notCoveredSections: headerOf('X-Report-Sections-Not-Covered')?.split(/,\s*/) ?? [],
  }
}

const told = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: string }

function given(result: unknown, billing: ReportBilling, price: string): ToolSuccess {
  const { billed, consultationId = '', degradedSections, notCoveredSections } = billing
  const cost = billed ? (price === free ? counted : charged) : notCharged
  const missing = degradedSections.length === 0 ? nothing : notAnswered(degradedSections.join(', '))
  const uncovered = notCoveredSections.length === 0 ? nothing : notConsulted(notCoveredSections.join(', '))
  return {
    kind: 'told',
    content: { billing, result },
    text: {
      pt: `Consulta respondida. ${cost.pt} Registro: ${consultationId}.${missing.pt}${uncovered.pt}`,
      en: `The query was answered. ${cost.en} On record as ${consultationId}.${missing.en}${uncovered.en}`,
    },
  }
}

const charged: Text = { pt: 'Foi cobrada.', en: 'It was billed.' }
const counted: Text = {
  pt: 'Foi contada; o contrato não fixa preço.',
  en: 'It was counted; the contract sets no price.',
}
const notCharged: Text = { pt: 'Não foi cobrada outra vez.', en: 'It was not billed again.' }

const nothing: Text = { pt: '', en: '' }
/** An empty section and an unanswered one look alike to whoever reads fast. */
const notAnswered = (sections: string): Text => ({
  pt: ` Sem resposta da fonte, o que não quer dizer que nada conste: ${sections}.`,
  en: ` Not answered by their source, which does not mean that nothing is on file: ${sections}.`,
})

const notConsulted = (sections: string): Text => ({
  pt: ` Não consultado, por falta de dados neste serviço, o que não quer dizer que nada conste: ${sections}.`,
  en: ` Not consulted, because this service has no data, which does not mean that nothing is on file: ${sections}.`,
})
