import { contractHas } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type FeatureCode, features, type Product, productPath } from '@lastro/contract/reports/products.ts'
import { type Additional, AdditionalsRequest } from '@lastro/contract/reports/queries.ts'
import { type DocumentType, sections } from '@lastro/contract/reports/sections.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Clock } from '../../clock.ts'
import { readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { type Refusal, success } from '../../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Route } from '../../http/route.ts'
import {
  type CoverageDeps,
  coverageFor,
  featureCoverage,
  isListedWhereAnswered,
  productCoverage,
  together,
} from './coverage.ts'
import { productDocument, productRefusal } from './product-access.ts'
import type { ReportEnvironment } from './query/report-environment.ts'

export type AdditionalsDeps = {
  readonly authenticate: Authenticate
  readonly clock: Clock
  readonly environments: Readonly<
    Record<Environment, Pick<ReportEnvironment, 'sources' | 'withDeclared' | 'creditors'>>
  >
}

/** Lists the features a product's query accepts, how each is covered, and whether the contract includes it. */
export function additionalsRoute(
  { authenticate, clock, environments }: AdditionalsDeps,
  product: Product,
  environment: Environment,
): Route {
  const takesBody = product.additionalsMethod === 'POST'
  return {
    operation: `${product.code}Adicionais`,
    method: product.additionalsMethod,
    path: `${environmentPrefix[environment]}${productPath(product)}/adicionais`,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const refusal = productRefusal(product, caller)
      if (refusal !== undefined) return refusal
      const type = takesBody ? await documentTypeAsked(call, product) : undefined
      if (typeof type === 'object') return type
      const { purposes, defaultPurpose } = caller.contract
      const coverage = coverageFor(environments[environment], caller.contract, dayAt(clock.nowMs()))
      const types = type === undefined ? product.documentTypes : [type]
      return success({
        features: additionals({ product, caller, type, coverage }, call),
        coverage: productCoverage(coverage, product, types),
        ...priceText(caller, product.code),
        purposes,
        defaultPurpose,
      })
    },
  }
}

const additionalsRequest = validator(AdditionalsRequest)

async function documentTypeAsked(call: Call, product: Product): Promise<DocumentType | Refusal | undefined> {
  const body = await readJson(call, additionalsRequest, {})
  if (isRefusal(body)) return body
  if (body.value.documento === undefined) return undefined
  const document = productDocument(product, body.value.documento, call)
  return typeof document === 'object' ? document : documentType(document)
}

type AdditionalsAsked = {
  readonly product: Product
  readonly caller: Caller
  readonly type: DocumentType | undefined
  readonly coverage: CoverageDeps
}

function additionals(
  { product, caller, type, coverage }: AdditionalsAsked,
  { language }: Call,
): Additional[] {
  const offered = Object.entries(product.features) as [FeatureCode, readonly DocumentType[]][]
  return offered
    .filter(([, documentTypes]) => type === undefined || documentTypes.includes(type))
    .flatMap(([code, documentTypes]) => {
      const types = documentTypes.filter((one) => type === undefined || one === type)
      const byType = types.map((one) => [one, featureCoverage(coverage, product, code, one)] as const)
      const inAll = together(byType.map(([, one]) => one))
      if (inAll === 'none' && isListedWhereAnswered(code)) return []
      return {
        code,
        name: features[code].name[language],
        description: features[code].description[language],
        documentTypes: [...documentTypes],
        sections: features[code].adds.map((id) => sections[id].path.join('.')),
        contracted: contractHas(caller.contract.features, code),
        coverage: inAll,
        coverageFor: Object.fromEntries(byType),
        ...priceText(caller, code),
      }
    })
}

const priceText = ({ contract }: Caller, code: string): { price?: string } => {
  const cents = contract.prices?.[code]
  return cents === undefined ? {} : { price: moneyText(BigInt(cents)) }
}
