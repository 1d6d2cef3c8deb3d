import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type PolicyWarning, policiesPath } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { policyBytesMax } from '@lastro/contract/policies/policy-limits.ts'
import { RehearsalRequest } from '@lastro/contract/policies/rehearsal.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import { policyScope } from '@lastro/contract/reports/products.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type CompiledPolicy, compilePolicy } from '@lastro/rules/policies/compile-policy.ts'
import type { Awaitable } from '../../../awaitable.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import { documentInvalid, type Refusal, success } from '../../../http/reply.ts'
import {
  type Call,
  environmentPrefix,
  environments,
  isRefusal,
  type Outcome,
  type Route,
} from '../../../http/route.ts'
import { jsonMediaType } from '../document/report-document.ts'
import { productRefusal } from '../product-access.ts'
import { type RecordRehearsalDeps, recordRehearsal } from './record-rehearsal.ts'
import { type RehearsedAll, reportDeadlineMs } from './rehearsal.ts'
import { rehearsalView } from './rehearsal-view.ts'
import { type RehearseDocumentsDeps, rehearseDocuments } from './rehearse-documents.ts'
import { type RehearseKeptDeps, rehearseKept } from './rehearse-kept.ts'

/** A policy that may be saved, with what its author should look at again. */
export type CheckedDraft = { readonly policy: Policy; readonly warnings: readonly PolicyWarning[] }

export type RehearsalDeps = RehearseKeptDeps &
  RehearseDocumentsDeps &
  RecordRehearsalDeps & {
    readonly authenticate: Authenticate
    readonly admitRate: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
    /** Whether the client may read the reports that it keeps once more in this hour. */
    readonly admitRehearsal: (clientId: string) => Promise<Refusal | undefined>
    /** As whoever saves a policy has it checked. */
    readonly checkDraft: (call: Call, caller: Caller, sent: unknown) => Promise<CheckedDraft | Refusal>
    /** Warnings for sections that a policy reads and that are not completely covered today. */
    readonly coverageWarnings: (caller: Caller, policy: Policy) => Promise<readonly PolicyWarning[]>
    /** The newest version of a client's policy that is not retired. */
    readonly inForce: (
      of: Pick<Caller, 'clientId' | 'environment'> & { readonly name: string },
    ) => Promise<{ readonly version: number; readonly policy: Policy } | undefined>
  }

const path = `${policiesPath}/{name}/ensaio`

/** What a draft of a policy would change. Nothing is saved, queried or billed. */
export function rehearsalRoutes(given: RehearsalDeps): Route[] {
  const deps = { ...given, deadlineMs: Math.min(given.deadlineMs, reportDeadlineMs) }
  /** Clients with a rehearsal under way here: one at a time is enough for a person, and bounds what it costs. */
  const busy = new Set<string>()
  return environments.map((environment) => ({
    operation: 'politicasEnsaia',
    method: 'POST',
    path: `${environmentPrefix[environment]}${path}`,
    produces: [jsonMediaType],
    handle: async (call) => {
      const caller = await deps.authenticate(call, environment)
      if (isRefusal(caller)) return caller
      if (!caller.scopes.has(policyScope))
        return { code: 'product_not_contracted', values: { product: policyScope } }
      const limited = await deps.admitRate(caller, deps.clock.nowMs())
      if (limited !== undefined) return limited
      const key = `${environment} ${caller.clientId}`
      if (busy.has(key)) return { code: 'rehearsal_under_way' }
      busy.add(key)
      try {
        return await answerOf(deps, { call, caller, environment })
      } finally {
        busy.delete(key)
      }
    },
  }))
}

type RehearsalCall = { readonly call: Call; readonly caller: Caller; readonly environment: Environment }

const requestBody = validator(RehearsalRequest)

async function answerOf(deps: RehearsalDeps, asked: RehearsalCall): Promise<Outcome> {
  const { call, caller, environment } = asked
  const body = await readJson(call, requestBody, undefined, policyBytesMax)
  if (isRefusal(body)) return body
  const { policy: sent, values = {}, documents } = body.value
  const parsed = documents === undefined ? undefined : testDocuments(deps, asked, documents)
  if (parsed !== undefined && isRefusal(parsed)) return parsed
  const draft = await deps.checkDraft(call, caller, sent)
  if (isRefusal(draft)) return draft
  const { name = '' } = matchPath(`${environmentPrefix[environment]}${path}`, pathOf(call.request.url)) ?? {}
  if (draft.policy.name !== name) return { code: 'policy_name_other' }
  const current = await deps.inForce({ clientId: caller.clientId, environment, name })
  const policies = {
    draft: compilePolicy(draft.policy, 'draft'),
    inForce: current && compilePolicy(current.policy, String(current.version)),
  }
  const all = await rehearsed(deps, asked, { draft, policies, values, documents: parsed })
  if (isRefusal(all)) return all
  const uncovered = await deps.coverageWarnings(caller, draft.policy)
  return success(
    rehearsalView(all, {
      over: parsed === undefined ? 'keptReports' : 'documents',
      inForce: current?.version,
      warnings: [...draft.warnings, ...uncovered],
    }),
  )
}

type Rehearsing = {
  readonly draft: CheckedDraft
  readonly policies: { readonly draft: CompiledPolicy; readonly inForce: CompiledPolicy | undefined }
  readonly values: SentValues
  readonly documents: readonly DocumentNumber[] | undefined
}

async function rehearsed(
  deps: RehearsalDeps,
  { call, caller, environment }: RehearsalCall,
  { draft, policies, values, documents }: Rehearsing,
): Promise<RehearsedAll | Refusal> {
  const reader = { caller, environment, language: call.language }
  const { report } = draft.policy
  if (documents === undefined) {
    const usedUp = await deps.admitRehearsal(caller.clientId)
    if (usedUp !== undefined) return usedUp
    const all = await rehearseKept(deps, reader, policies, values)
    const readCount = all.reports.length
    if (readCount > 0) await recordRehearsal(deps, { call, caller }, { report, readCount })
    return all
  }
  const product = deps.products.find(({ code }) => code === report.product)
  if (product === undefined) throw new Error('A policy that was checked names a product that there is not')
  return (
    productRefusal(product, caller) ??
    rehearseDocuments(deps, reader, policies, { documents, product, report, values })
  )
}

/** Documents of the sandbox are invented. In production to try one out would be to consult somebody. */
function testDocuments(
  { environments: of }: RehearsalDeps,
  { call, environment }: RehearsalCall,
  sent: readonly string[],
): readonly DocumentNumber[] | Refusal {
  if (environment !== 'sandbox') return { code: 'rehearsal_not_of_documents' }
  const documents: DocumentNumber[] = []
  for (const text of sent) {
    const parsed = parseDocument(text)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    if (!of.sandbox.accepts(parsed.document)) return { code: 'document_not_in_sandbox' }
    documents.push(parsed.document)
  }
  return documents
}
