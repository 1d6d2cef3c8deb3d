import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  type CoverageDeclaration,
  ShortenCoverageRequest,
} from '@lastro/contract/operator/operator-coverage.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { sectionName } from '@lastro/contract/reports/sections.ts'
import { dayAt, instantText, parseDay } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { fieldError, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import {
  type BureauCoverage,
  type BureauCoverageStore,
  type CoverageChange,
  coverageState,
} from '../../bureau/bureau-coverage.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import { coverageByProduct, coverageFor } from '../../reports/coverage.ts'
import type { AccessDeps, Handle, OperatorCall, OperatorRoute } from '../operator-access.ts'

export type CoverageRouteDeps = AccessDeps & {
  readonly bureauCoverage: Pick<BureauCoverageStore, 'list' | 'refresh' | 'shorten' | 'withdraw'>
  readonly clients: Pick<ClientStore, 'findClient'>
  readonly covering: {
    readonly products: readonly Product[]
    readonly environments: Readonly<Record<Environment, Parameters<typeof coverageFor>[0]>>
  }
}

const coveragePath = `${operatorPath}/cobertura`

/** Shows coverage and the declarations of loads, which can be shortened or withdrawn. */
export const coverageRoutes = (deps: CoverageRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorCobertura', method: 'GET', path: coveragePath, handle: overview(deps) },
  {
    operation: 'operadorCoberturaEncurta',
    method: 'POST',
    path: `${coveragePath}/{id}/encurtar`,
    handle: shorten(deps),
  },
  {
    operation: 'operadorCoberturaRetira',
    method: 'POST',
    path: `${coveragePath}/{id}/retirar`,
    handle: withdraw(deps),
  },
]

/** The view of the installation: every product, without declared sources, which depend on a contract. */
const installation: { readonly environment: Environment; readonly contract: ClientContract } = {
  environment: 'production',
  contract: wholeContract,
}

const overview =
  ({ bureauCoverage, clients, clock, covering }: CoverageRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['client'])
    const clientId = query.text('client')
    if (query.refusal !== undefined) return query.refusal
    const seenBy = clientId === undefined ? installation : await clients.findClient(clientId)
    if (seenBy === undefined) return { code: 'client_unknown' }
    const { environment, contract } = seenBy
    const today = dayAt(clock.nowMs())
    // Another process may have changed a declaration a second ago; the list and the products must agree.
    await bureauCoverage.refresh()
    const declared = await bureauCoverage.list()
    const deps = coverageFor(covering.environments[environment], contract, today)
    return success({
      environment,
      ...(clientId !== undefined && { clientId }),
      products: coverageByProduct(deps, covering.products, contract),
      declarations: declared.map((one) => declarationView(one, coverageState(one, declared, today))),
    })
  }

const shortenRequest = validator(ShortenCoverageRequest)

const shorten =
  (deps: CoverageRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, shortenRequest)
    if (isRefusal(body)) return body
    const until = parseDay(body.value.until)
    if (until === undefined)
      return { code: 'body_invalid', errors: [fieldError('until', 'format', asked.call.language)] }
    return answer(deps, await deps.bureauCoverage.shorten(asked.id, until, actor(deps, asked)))
  }

const withdraw =
  (deps: CoverageRouteDeps): Handle =>
  async (asked) =>
    answer(deps, await deps.bureauCoverage.withdraw(asked.id, actor(deps, asked)))

const actor = ({ clock }: CoverageRouteDeps, { operator }: OperatorCall) => ({
  name: operator.name,
  nowMs: clock.nowMs(),
})

async function answer(
  { bureauCoverage, clock }: CoverageRouteDeps,
  change: CoverageChange,
): Promise<Outcome> {
  switch (change.kind) {
    case 'changed': {
      const state = coverageState(change.coverage, await bureauCoverage.list(), dayAt(clock.nowMs()))
      return success(declarationView(change.coverage, state))
    }
    case 'unknown':
      return { code: 'coverage_unknown' }
    case 'withdrawn':
      return { code: 'coverage_withdrawn' }
    case 'not_earlier':
      return { code: 'coverage_not_earlier' }
  }
}

const declarationView = (one: BureauCoverage, state: CoverageDeclaration['state']): CoverageDeclaration => ({
  id: one.id,
  section: sectionName(one.section),
  documentType: one.documentType,
  coverage: one.extent,
  asOf: one.asOf,
  until: one.until,
  state,
  declaredAt: instantText(one.declaredAtMs),
  declaredBy: one.declaredBy,
  ...(one.shortenedAtMs !== undefined && { shortenedAt: instantText(one.shortenedAtMs) }),
  ...(one.shortenedBy !== undefined && { shortenedBy: one.shortenedBy }),
  ...(one.withdrawnAtMs !== undefined && { withdrawnAt: instantText(one.withdrawnAtMs) }),
  ...(one.withdrawnBy !== undefined && { withdrawnBy: one.withdrawnBy }),
})
