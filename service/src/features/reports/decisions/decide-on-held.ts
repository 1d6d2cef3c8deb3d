import { type ClientContract, contractScopes } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Decision } from '@lastro/contract/policies/decision.ts'
import { decisionScope, type Product } from '@lastro/contract/reports/products.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { decideAgain, type SectionCoverages } from '@lastro/rules/policies/decide-again.ts'
import type { PolicyStore } from '../../policies/policy-store.ts'
import type { ReadyPolicies } from './decision-policies.ts'
import { type HeldDeps, heldInputs } from './held-inputs.ts'

export type DecideOnHeldDeps = HeldDeps & {
  readonly policies: Pick<PolicyStore, 'find'>
  readonly ready: ReadyPolicies
  readonly products: readonly Product[]
}

export type DecidedOnHeld = Pick<Decision, 'outcome' | 'decidedBy' | 'reason' | 'failedSections'> & {
  readonly version: number
  /** The coverage of each section it is based on; absent in outcomes saved before coverage existed. */
  readonly coverage?: SectionCoverages
}

export type DecidedOnHeldAgain = {
  readonly decided: DecidedOnHeld
  readonly isNews: boolean
  readonly toSave: DecidedOnHeld
}

/**
 * Runs the version in force of a client's policy on the stored data of a document, under today's contract, and compares
 * the outcome with the previous one. This is not a query: nothing is recorded or billed, and no request values are
 * sent. Undefined if the policy is retired, not in the contract, or not for the document.
 */
export async function decideOnHeld(
  deps: DecideOnHeldDeps,
  of: {
    readonly environment: Environment
    readonly clientId: string
    readonly contract: ClientContract
    readonly document: string
    readonly policy: string
    readonly today: Day
    readonly before: DecidedOnHeld | undefined
  },
): Promise<DecidedOnHeldAgain | undefined> {
  const { environment, clientId, contract, today, before } = of
  const document = of.document as DocumentNumber
  const id = { environment, clientId, name: of.policy }
  const state = await deps.policies.find(id)
  if (state === undefined || state.retiredAtMs !== undefined) return undefined
  const { version } = state
  const found = await deps.ready({ ...id, version })
  if (found === undefined) throw new Error('A policy has no newest version')
  const { report } = found.policy
  const scopes = new Set(contractScopes(contract, deps.products))
  const product = deps.products.find(({ code }) => code === report.product)
  if (product === undefined || !scopes.has(product.code) || !scopes.has(decisionScope)) return undefined
  const reader = { clientId, contract, scopes, environment, language: 'pt' } as const
  const asked = { document, product, report, values: {}, today }
  const inputs = await heldInputs(deps, reader, asked)
  // It is tried again: what cannot be read now may have changed.
  if (inputs === undefined) throw new Error('No source answered what a watched policy reads')
  if (!found.compiled.documentTypes.includes(inputs.documentType)) return undefined
  const earlier = before && { outcome: before.outcome, coverage: before.coverage }
  const again = decideAgain(found.compiled, found.factsOf(inputs), earlier)
  const { outcome, decidedBy, reason, failedSections } = again.decision
  const decided = { outcome, decidedBy, reason, failedSections, version }
  const stands = again.earlierStands ? before : undefined
  return { decided, isNews: again.isNews, toSave: { ...(stands ?? decided), coverage: again.coverage } }
}
