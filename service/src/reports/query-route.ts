import { contractHas } from '@lastro/contract/client-contract.ts'
import type { Environment } from '@lastro/contract/credentials.ts'
import { type FeatureCode, type Product, productPath } from '@lastro/contract/products.ts'
import type { Purpose } from '@lastro/contract/purposes.ts'
import { QueryRequest } from '@lastro/contract/queries.ts'
import type { DocumentType } from '@lastro/contract/sections.ts'
import type { Clock } from '../calendar/clock.ts'
import { dayAt } from '../calendar/day.ts'
import { type DocumentNumber, documentType } from '../documents/document-number.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import { readJson } from '../http/read-json.ts'
import { fieldError, json, type Refusal, type Reply } from '../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Route } from '../http/route.ts'
import { speakable, validator } from '../http/validate.ts'
import { askSources, type OnSourceError } from './ask-sources.ts'
import { assembleReport } from './assemble-report.ts'
import { type FeatureRefusal, planReport, readFeatures } from './plan-report.ts'
import { productCaller, productDocument } from './product-access.ts'
import type { Source } from './source.ts'

/** What an environment adds to a query: where its answers come from and which documents it takes. */
export type ReportEnvironment = {
  readonly sources: readonly Source[]
  /** The sandbox takes its test documents only, and may show one as to a caller without some scope. */
  readonly accepts: (document: DocumentNumber) => boolean
  readonly withheldScopes: (document: DocumentNumber) => readonly string[]
}

export type ReportDeps = {
  readonly products: readonly Product[]
  readonly authenticate: Authenticate
  /** The limits of the caller's contract; a refusal when it has used them up. */
  readonly admit: (caller: Caller) => Promise<Refusal | undefined>
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
  readonly clock: Clock
  readonly deadlineMs: number
  readonly onSourceError: OnSourceError
}

/** A product's query: credentials, body, contract, sources, report. */
export function queryRoute(deps: ReportDeps, product: Product, environment: Environment): Route {
  return {
    operation: `${product.code}Consulta`,
    method: 'POST',
    path: `${environmentPrefix[environment]}${productPath(product)}/consulta`,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await productCaller(deps.authenticate, call, product, environment)
      if (isRefusal(caller)) return caller
      const body = await readJson(call, queryRequest)
      return isRefusal(body) ? body : answerQuery(deps, call, product, environment, caller, body.value)
    },
  }
}

const queryRequest = validator(QueryRequest)

async function answerQuery(
  deps: ReportDeps,
  call: Call,
  product: Product,
  environment: Environment,
  caller: Caller,
  query: QueryRequest,
): Promise<Reply | Refusal> {
  const document = productDocument(product, query.documento, call)
  if (typeof document === 'object') return document
  const type = documentType(document)
  const wanted = readFeatures(product, query.features ?? [], type)
  if ('code' in wanted) return featureRefusal(wanted, product, type, call)
  const { accepts, sources, withheldScopes } = deps.environments[environment]
  const refusal = contractRefusal(caller, wanted, call) ?? (await deps.admit(caller))
  if (refusal !== undefined) return refusal
  if (!accepts(document)) return { code: 'document_not_in_sandbox' }

  const withheld = withheldScopes(document)
  const scopes = withheld.length === 0 ? caller.scopes : caller.scopes.difference(new Set(withheld))
  const plan = planReport(product, wanted, type, scopes)
  const asking = { document, ...plan, today: dayAt(deps.clock.nowMs()), deadlineMs: deps.deadlineMs }
  const answers = await askSources(sources, asking, deps.onSourceError)
  const report = assembleReport(plan, answers, call.language)
  if (report.kind === 'unanswered') return { code: report.code }
  const degraded = report.degraded.join(', ')
  return {
    status: degraded === '' ? 200 : 203,
    contentType: json,
    body: `{"error":false,"result":{"document":"${document}","report":${report.text}}}`,
    ...(degraded !== '' && { headers: { 'X-Report-Sections-Degraded': degraded } }),
  }
}

function featureRefusal(
  refused: FeatureRefusal,
  product: Product,
  sent: DocumentType,
  { language }: Call,
): Refusal {
  if (refused.code === 'feature_not_for_document') {
    return { code: refused.code, values: { features: refused.features.join(', '), sent } }
  }
  const errors = refused.unknown.map(({ at, sent: code, nearest }) =>
    fieldError(`features[${at}]`, 'feature_unknown', language, { sent: speakable(code), nearest }),
  )
  const additionals = `${product.additionalsMethod} ${productPath(product)}/adicionais`
  return { code: refused.code, values: { additionals }, errors }
}

function contractRefusal(
  { contract }: Caller,
  wanted: readonly FeatureCode[],
  { request }: Call,
): Refusal | undefined {
  const missing = wanted.filter((code) => !contractHas(contract.features, code))
  if (missing.length > 0) return { code: 'feature_not_contracted', values: { features: missing.join(', ') } }
  const purpose = request.headers['x-finalidade'] ?? contract.defaultPurpose
  if (contract.purposes.includes(purpose as Purpose)) return undefined
  return { code: 'purpose_not_allowed', values: { purposes: contract.purposes.join(', ') } }
}
