import type {
  CompanySearchAnswer,
  CompanySearchRequest,
  FoundCompany,
} from '@lastro/contract/companies/company-search.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import type { CallOptions } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'

export type Companies = {
  /** One page of the companies whose name has these words; there may be more while it has a cursor. */
  readonly page: (
    request: CompanySearchRequest,
    options?: CallOptions,
  ) => Promise<ResultOf<typeof CompanySearchAnswer>>
  /** All of them, for `for await`. A page is asked for when the one before has been read. */
  readonly search: (
    request: Omit<CompanySearchRequest, 'cursor'>,
    options?: CallOptions,
  ) => AsyncGenerator<FoundCompany, void, undefined>
}

export function companies({ result }: Transport): Companies {
  const page: Companies['page'] = (body, options) =>
    result({ method: 'POST', path: '/empresas/v2/busca', body, repeats: 'freely', options })
  const search: Companies['search'] = async function* (request, options) {
    let cursor: string | undefined
    do {
      const found = await page({ ...request, ...(cursor !== undefined && { cursor }) }, options)
      yield* found.companies
      cursor = found.cursor
    } while (cursor !== undefined)
  }
  return { page, search }
}
