import { contractHas } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import type { QueryRequest } from '@lastro/contract/reports/queries.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import { speakable } from '../../http/body/validate.ts'
import type { Caller } from '../../http/caller.ts'
import { fieldError, json, type Refusal, type Reply } from '../../http/reply.ts'
import type { Call, Outcome } from '../../http/route.ts'
import { askSources, type OnSourceError } from './ask-sources.ts'
import { assembleReport } from './assemble-report.ts'
import { type Consulting, purposeOf } from './consulting.ts'
import { mergeListings, type ShownListing, showsListings } from './merge-listings.ts'
import { type FeatureRefusal, planReport, type ReportPlan, readFeatures } from './plan-report.ts'
import { productDocument } from './product-access.ts'
import { answersIn, isReady, mayBeListed } from './ready-report.ts'
import type { Answered, SectionAnswers, Source } from './source.ts'

/** What an environment adds to a query: where its answers come from and which documents it takes. */
export type ReportEnvironment = {
  readonly sources: readonly Source[]
  /** The sandbox takes its test documents only, and may show one as to a caller without some scope. */
  readonly accepts: (document: DocumentNumber) => boolean
  readonly withheldScopes: (document: DocumentNumber) => readonly string[]
  /** The published listings that this caller's report on a document shows now. */
  readonly readListings: (
    clientId: string,
    document: DocumentNumber,
    today: Day,
  ) => readonly ShownListing[] | Promise<readonly ShownListing[]>
}

export type AnswerDeps = {
  /** The limits of the caller's contract; a refusal when it has used them up. */
  readonly admit: (caller: Caller, nowMs: number) => Refusal | undefined | Promise<Refusal | undefined>
  /** Told how a query that was admitted ended. */
  readonly settle: (caller: Caller, isAnswer: boolean) => void
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
  readonly clock: Clock
  readonly deadlineMs: number
  readonly onSourceError: OnSourceError
}

/** Document, features, contract, limits: whether this caller may have this report now. */
export function admitQuery(
  deps: AnswerDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller,
  query: QueryRequest,
): DocumentNumber | Refusal | Promise<DocumentNumber | Refusal> {
  const document = readQuery(consulting, query)
  if (typeof document === 'object') return document
  const refusal = contractRefusal(consulting, caller)
  if (refusal !== undefined) return refusal
  if (!deps.environments[environment].accepts(document)) return { code: 'document_not_in_sandbox' }
  const admitted = (limited: Refusal | undefined) => {
    consulting.isAdmitted = limited === undefined
    return limited ?? document
  }
  const limited = deps.admit(caller, consulting.askedAtMs)
  return limited instanceof Promise ? limited.then(admitted) : admitted(limited)
}

/** Which sections this caller may see of this document. */
export function planQuery(
  deps: AnswerDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller,
  document: DocumentNumber,
): ReportPlan {
  const withheld = deps.environments[environment].withheldScopes(document)
  return planReport(consulting.product, consulting.features, documentType(document), {
    scopes: caller.scopes,
    withheld,
  })
}

/** Sources, listings and report: everything of an admitted query but its record. Waits only where it must. */
export function answerQuery(
  deps: AnswerDeps,
  environment: Environment,
  consulting: Consulting,
  document: DocumentNumber,
  plan: ReportPlan,
): Outcome | Promise<Outcome> {
  const { sources, readListings } = deps.environments[environment]
  const today = dayAt(consulting.askedAtMs)
  const asking = { document, plan, today, deadlineMs: deps.deadlineMs }
  const asked = askSources(sources, asking, deps.onSourceError)
  return asked instanceof Promise
    ? asked.then((answered) => answerListed(readListings, consulting, asking, answered))
    : answerListed(readListings, consulting, asking, asked)
}

type Asking = { readonly document: DocumentNumber; readonly plan: ReportPlan; readonly today: Day }

/** Most documents have no listing, and of most the source knows that. */
function answerListed(
  readListings: ReportEnvironment['readListings'],
  consulting: Consulting,
  { document, plan, today }: Asking,
  answered: Answered,
): Outcome | Promise<Outcome> {
  if (!mayBeListed(answered) || !showsListings(plan))
    return outcomeOf(consulting, document, plan, answered, noListings)
  const shown = readListings(consulting.clientId, document, today)
  return shown instanceof Promise
    ? shown.then((listings) => outcomeOf(consulting, document, plan, answered, listings))
    : outcomeOf(consulting, document, plan, answered, shown)
}

function outcomeOf(
  consulting: Consulting,
  document: DocumentNumber,
  plan: ReportPlan,
  answered: Answered,
  listings: readonly ShownListing[],
): Outcome {
  if (isReady(answered) && listings.length === 0 && plan.contactData)
    return reportReply(document, answered.text, answered.bytes, none)
  const answers = withListings(consulting, plan, answersIn(answered), listings)
  const report = assembleReport(plan, answers, consulting.call.language)
  return report.kind === 'unanswered'
    ? { code: report.code }
    : reportReply(document, report.text, Buffer.byteLength(report.text), report.degraded)
}

const none: readonly string[] = []

const noListings: readonly ShownListing[] = []

/** Most documents have no listing: then what the sources answered passes as it is. */
function withListings(
  consulting: Consulting,
  plan: ReportPlan,
  answers: SectionAnswers,
  listings: readonly ShownListing[],
): SectionAnswers {
  if (listings.length === 0) return answers
  const merged = mergeListings(plan, answers, listings)
  consulting.listings = merged.listings
  return merged.answers
}

/** Reads what the body asks for, telling the consultation each thing as soon as it is known. */
function readQuery(consulting: Consulting, query: QueryRequest): DocumentNumber | Refusal {
  const { product, call } = consulting
  const document = productDocument(product, query.documento, call)
  if (typeof document === 'object') return document
  consulting.document = document
  if (query.features === undefined || query.features.length === 0) return document
  const type = documentType(document)
  const wanted = readFeatures(product, query.features, type)
  if ('code' in wanted) return featureRefusal(wanted, product, type, call)
  consulting.features = wanted
  return document
}

function contractRefusal({ features, call }: Consulting, { contract }: Caller): Refusal | undefined {
  const missing = features.filter((code) => !contractHas(contract.features, code))
  if (missing.length > 0) return { code: 'feature_not_contracted', values: { features: missing.join(', ') } }
  if (contract.purposes.includes(purposeOf(call, contract) as Purpose)) return undefined
  return { code: 'purpose_not_allowed', values: { purposes: contract.purposes.join(', ') } }
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

function reportReply(
  document: DocumentNumber,
  text: string,
  textBytes: number,
  degraded: readonly string[],
): Reply {
  const body = `{"error":false,"result":{"document":"${document}","report":${text}}}`
  // What stands around the report is ASCII.
  const bodyBytes = body.length - text.length + textBytes
  if (degraded.length === 0) return { status: 200, contentType: json, body, bodyBytes }
  return {
    status: 203,
    contentType: json,
    body,
    bodyBytes,
    headers: { 'X-Report-Sections-Degraded': degraded.join(', ') },
  }
}
