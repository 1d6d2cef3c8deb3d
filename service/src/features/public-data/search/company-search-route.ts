import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  companySearchPath,
  searchLettersMin,
  searchPageDefault,
} from '@lastro/contract/companies/company-codes.ts'
import { CompanySearchRequest } from '@lastro/contract/companies/company-search.ts'
import { companySearchScope } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import { nameWords } from '@lastro/rules/subjects/name-words.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Clock } from '../../../clock.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { fieldError, type Refusal, success } from '../../../http/reply.ts'
import { environmentPrefix, environments, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { CompaniesFound, CompanyPosition, CompanyQuestion, CompanySearch } from './company-search.ts'

export type CompanySearchDeps = {
  readonly authenticate: Authenticate
  /** The contract's rate; a search uses up nothing of its quota. */
  readonly admit: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  readonly release: (caller: Caller, isAnswered: boolean) => void
  readonly search: Readonly<Record<Environment, CompanySearch>>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Companies by name and place. No consultation: nothing of it goes to the trail, and nothing is billed. */
export const companySearchRoutes = (deps: CompanySearchDeps): Route[] =>
  environments.map((environment) => ({
    operation: 'empresasBusca',
    method: 'POST',
    path: `${environmentPrefix[environment]}${companySearchPath}`,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await deps.authenticate(call, environment)
      if (isRefusal(caller)) return caller
      if (!caller.scopes.has(companySearchScope)) {
        return { code: 'product_not_contracted', values: { product: companySearchScope } }
      }
      const body = await readJson(call, companySearchRequest)
      if (isRefusal(body)) return body
      const question = questionOf(body.value, call.language)
      if (isRefusal(question)) return question
      const refusal = await deps.admit(caller, deps.clock.nowMs())
      if (refusal !== undefined) return refusal
      try {
        return outcomeOf(await deps.search[environment](question), call.language, deps.onError)
      } finally {
        deps.release(caller, false)
      }
    },
  }))

const companySearchRequest = validator(CompanySearchRequest)

function questionOf(request: CompanySearchRequest, language: Language): CompanyQuestion | Refusal {
  const words = [...new Set(nameWords(request.name))]
  if (words.join('').length < searchLettersMin) {
    return { code: 'search_too_short', values: { limit: String(searchLettersMin) } }
  }
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  if (request.cursor !== undefined && after === undefined) return invalid('cursor', 'cursor', language)
  return {
    words,
    state: request.state,
    city: request.city,
    cnae: request.cnae,
    status: request.status,
    headOfficesOnly: request.headOfficesOnly === true,
    limit: request.limit ?? searchPageDefault,
    after,
  }
}

const invalid = (field: string, code: Parameters<typeof fieldError>[1], language: Language): Refusal => ({
  code: 'body_invalid',
  errors: [fieldError(field, code, language)],
})

function outcomeOf(found: CompaniesFound, language: Language, onError: (error: unknown) => void): Outcome {
  switch (found.kind) {
    case 'found': {
      const { companies, date, next } = found
      return success({ companies, date, ...(next !== undefined && { cursor: cursorOf(next) }) })
    }
    case 'cityUnknown':
      return { code: 'fields_mismatch', errors: [fieldError('city', 'city', language)] }
    case 'noIndex':
      return { code: 'search_unavailable' }
    case 'failed':
      onError(found.error)
      return { code: 'sources_unavailable' }
  }
}

/** Opaque to callers: where a page ended. It holds for newer data too. */
const cursorOf = ({ key, order }: CompanyPosition): string =>
  Buffer.from(`${key} ${order}`).toString('base64url')

function readCursor(text: string): CompanyPosition | undefined {
  const [, key, order] =
    /^(\d{1,13}) (\d{1,7})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  return key === undefined ? undefined : { key: Number(key), order: Number(order) }
}
