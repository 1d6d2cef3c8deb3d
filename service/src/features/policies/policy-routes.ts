import { policiesPath } from '@lastro/contract/policies/kept-policies.ts'
import type { Clock } from '../../clock.ts'
import type { Authenticate } from '../../http/caller.ts'
import { type Refusal, type Reply, success } from '../../http/reply.ts'
import type { Outcome, Route } from '../../http/route.ts'
import { ownerOf, type PolicyCall, policyIdOf, policyRoutesOf } from './policy-access.ts'
import type { CoverageWarnings } from './policy-coverage.ts'
import { versionUnknown } from './policy-refusals.ts'
import type { PolicyStore } from './policy-store.ts'
import { itemView, policyView, versionView } from './policy-view.ts'
import { type SaveDeps, savePolicy, saveVersion } from './save-policy.ts'

export type PolicyRouteDeps = SaveDeps & {
  readonly authenticate: Authenticate
  readonly policies: PolicyStore
  /** The names of users, by their ids. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly clock: Clock
  readonly coverageWarnings: CoverageWarnings
}

/** A client's policies: save, read, save anew, retire. */
export function policyRoutes(deps: PolicyRouteDeps): Route[] {
  const one = `${policiesPath}/{name}`
  const shown = (asked: PolicyCall) => showPolicy(deps, asked)
  return policyRoutesOf(deps.authenticate, [
    {
      operation: 'politicasLista',
      method: 'GET',
      path: policiesPath,
      opens: 'reading',
      handle: (asked) => list(deps, asked),
    },
    {
      operation: 'politicasInclui',
      method: 'POST',
      path: policiesPath,
      opens: 'writing',
      handle: (asked) => savePolicy(deps, asked, shown),
    },
    { operation: 'politicasLe', method: 'GET', path: one, opens: 'reading', handle: shown },
    {
      operation: 'politicasVersaoLe',
      method: 'GET',
      path: `${one}/versoes/{version}`,
      opens: 'reading',
      handle: (asked) => readVersion(deps, asked),
    },
    {
      operation: 'politicasVersaoInclui',
      method: 'POST',
      path: `${one}/versoes`,
      opens: 'writing',
      handle: (asked) => saveVersion(deps, asked, shown),
    },
    {
      operation: 'politicasRetira',
      method: 'POST',
      path: `${one}/retirada`,
      opens: 'writing',
      handle: (asked) => retire(deps, asked),
    },
  ])
}

async function list({ policies, namesOf }: PolicyRouteDeps, asked: PolicyCall): Promise<Outcome> {
  const found = await policies.list(ownerOf(asked))
  const names = await namesOf([...new Set(found.flatMap(({ newest }) => newest.userId ?? []))])
  return success({ policies: found.map((one) => itemView(one, one.newest, names)) })
}

/** A policy with its newest version, and warnings for what is not completely covered today. */
async function showPolicy(
  { policies, namesOf, coverageWarnings }: PolicyRouteDeps,
  asked: PolicyCall,
): Promise<Reply | Refusal> {
  const id = policyIdOf(asked)
  const state = await policies.find(id)
  if (state === undefined) return { code: 'policy_unknown' }
  const newest = await policies.version({ ...id, version: state.version })
  if (newest === undefined) throw new Error('A policy has lost its newest version')
  const versions = await policies.versions(id)
  const names = await namesOf([...new Set(versions.flatMap(({ userId = [] }) => userId))])
  const uncovered = await coverageWarnings(asked.caller, newest.policy)
  const shown = { ...newest, warnings: [...newest.warnings, ...uncovered] }
  return {
    ...success(policyView(state, shown, versions, names)),
    headers: { ETag: `"${state.version}"` },
  }
}

async function readVersion(
  { policies, namesOf, coverageWarnings }: PolicyRouteDeps,
  asked: PolicyCall,
): Promise<Outcome> {
  const id = policyIdOf(asked)
  const state = await policies.find(id)
  if (state === undefined) return { code: 'policy_unknown' }
  const saved = /^[1-9]\d{0,6}$/.test(asked.version)
    ? await policies.version({ ...id, version: Number(asked.version) })
    : undefined
  if (saved === undefined) return versionUnknown(state)
  const names = await namesOf(saved.userId === undefined ? [] : [saved.userId])
  const uncovered = await coverageWarnings(asked.caller, saved.policy)
  return success(versionView(id.name, { ...saved, warnings: [...saved.warnings, ...uncovered] }, names))
}

async function retire(deps: PolicyRouteDeps, asked: PolicyCall): Promise<Outcome> {
  const by = { userId: asked.caller.userId, nowMs: deps.clock.nowMs() }
  const retired = await deps.policies.retire(policyIdOf(asked), by)
  return retired === undefined ? { code: 'policy_unknown' } : showPolicy(deps, asked)
}
