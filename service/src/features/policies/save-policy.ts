import { isDeepStrictEqual } from 'node:util'
import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import {
  policyBytesMax,
  policyCountMax,
  policyVersionCountMax,
} from '@lastro/contract/policies/policy-limits.ts'
import { Type } from 'typebox'
import type { Clock } from '../../clock.ts'
import { readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Caller } from '../../http/caller.ts'
import { versionIn } from '../../http/headers/if-match.ts'
import { asItWas, type IdempotencyStore, onceForKey } from '../../http/idempotency.ts'
import type { Refusal, Reply } from '../../http/reply.ts'
import { isRefusal, type Outcome } from '../../http/route.ts'
import { type CheckApart, checkTermMs } from './check-apart.ts'
import { ownerOf, type PolicyCall, policyIdOf } from './policy-access.ts'
import { retiredRefusal, unfitRefusal } from './policy-refusals.ts'
import type { NewVersion, PolicyStore } from './policy-store.ts'

export type CheckDeps = {
  readonly check: CheckApart
  /** Takes one of the checks that a client has in a minute; a refusal when there is none left. */
  readonly admitCheck: (caller: Caller) => Promise<Refusal | undefined>
}

export type SaveDeps = CheckDeps & {
  readonly policies: PolicyStore
  readonly idempotency: IdempotencyStore
  readonly clock: Clock
}

type Show = (asked: PolicyCall) => Promise<Reply | Refusal>

/** A policy under a name that its client has not used. */
export async function savePolicy(deps: SaveDeps, asked: PolicyCall, show: Show): Promise<Outcome> {
  const body = await readSent(asked)
  if (isRefusal(body)) return body
  return once(deps, asked, { operation: 'politicasInclui', body }, async () => {
    const checked = await checkedBody(deps, asked, body.value)
    if (isRefusal(checked)) return checked
    const { name } = checked.policy
    const created = await deps.policies.create(newVersion(deps, asked, checked), policyCountMax)
    if (created === 'too_many')
      return { code: 'policies_too_many', values: { limit: String(policyCountMax) } }
    if (created === 'taken' && !(await isLeftByCrash(deps, { ...asked, name }, 1, body.value)))
      return { code: 'policy_name_taken', existingId: name }
    return createdReply(await show({ ...asked, name }))
  })
}

/** The next version of a policy, by whoever has seen the one before. */
export async function saveVersion(deps: SaveDeps, asked: PolicyCall, show: Show): Promise<Outcome> {
  const { ifMatch } = asked.call.headers
  if (ifMatch === undefined) return { code: 'policy_version_required' }
  const after = versionIn(ifMatch)
  const body = await readSent(asked)
  if (isRefusal(body)) return body
  const operation = `politicasVersaoInclui ${asked.name} ${after}`
  return once(deps, asked, { operation, body }, async () => {
    const refused = await versionRefusal(deps, asked, after)
    if (
      refused?.code === 'policy_version_conflict' &&
      (await isLeftByCrash(deps, asked, after + 1, body.value))
    )
      return createdReply(await show(asked))
    return refused ?? addVersion(deps, { asked, after, sent: body.value }, show)
  })
}

/** Asked before the check, which costs; the store asks again, and decides. */
async function versionRefusal(
  deps: SaveDeps,
  asked: PolicyCall,
  after: number,
): Promise<Refusal | undefined> {
  const state = await deps.policies.find(policyIdOf(asked))
  if (state === undefined) return { code: 'policy_unknown' }
  if (state.retiredAtMs !== undefined) return retiredRefusal(state.retiredAtMs)
  if (state.version !== after) return { code: 'policy_version_conflict' }
  return after < policyVersionCountMax
    ? undefined
    : { code: 'policy_versions_too_many', values: { limit: String(policyVersionCountMax) } }
}

type Adding = { readonly asked: PolicyCall; readonly after: number; readonly sent: unknown }

async function addVersion(deps: SaveDeps, { asked, after, sent }: Adding, show: Show): Promise<Outcome> {
  const checked = await checkedBody(deps, asked, sent)
  if (isRefusal(checked)) return checked
  if (checked.policy.name !== asked.name) return { code: 'policy_name_other' }
  const added = await deps.policies.addVersion({ ...newVersion(deps, asked, checked), after })
  switch (added) {
    case 'added':
      return createdReply(await show(asked))
    case 'conflict':
      return { code: 'policy_version_conflict' }
    case 'retired':
      return retiredRefusal(deps.clock.nowMs())
    case 'unknown':
      return { code: 'policy_unknown' }
  }
}

// Any object: what is wrong with it, the check says better.
const sentPolicy = validator(Type.Record(Type.String(), Type.Unknown()))

const readSent = ({ call }: PolicyCall) => readJson(call, sentPolicy, undefined, policyBytesMax)

type Checked = { readonly policy: Policy; readonly warnings: readonly PolicyWarning[] }

/** What was sent as a policy, checked; a refusal where it is none, or nobody can look now. */
export async function checkedBody(
  deps: CheckDeps,
  { call, caller }: Pick<PolicyCall, 'call' | 'caller'>,
  sent: unknown,
): Promise<Checked | Refusal> {
  const limited = await deps.admitCheck(caller)
  if (limited !== undefined) return limited
  const checked = await deps.check(sent)
  if (checked === 'busy') return { code: 'policy_checks_busy' }
  if (checked === 'too_long')
    return { code: 'policy_check_too_long', values: { seconds: String(checkTermMs / 1_000) } }
  return checked.kind === 'faults' ? unfitRefusal(checked.faults, call.language) : checked
}

const newVersion = (
  { clock }: SaveDeps,
  { caller }: PolicyCall,
  { policy, warnings }: Checked,
): NewVersion => ({
  ...ownerOf({ caller }),
  name: policy.name,
  policy,
  warnings,
  userId: caller.userId,
  createdAtMs: clock.nowMs(),
})

/** A repeat under its key finds what a crash left without an answer: the same policy, as that version. */
async function isLeftByCrash(
  { policies }: SaveDeps,
  asked: PolicyCall,
  version: number,
  sent: unknown,
): Promise<boolean> {
  if (asked.call.headers.idempotencyKey === undefined) return false
  const state = await policies.find(policyIdOf(asked))
  if (state?.version !== version) return false
  const saved = await policies.version({ ...policyIdOf(asked), version })
  return isDeepStrictEqual(saved?.policy, sent)
}

const createdReply = (shown: Reply | Refusal): Outcome =>
  isRefusal(shown) ? shown : { ...shown, status: 201 }

function once(
  deps: SaveDeps,
  { call, caller: { environment, clientId } }: PolicyCall,
  { operation, body }: { readonly operation: string; readonly body: { readonly bytes: Buffer } },
  save: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = call.headers.idempotencyKey
  if (key === undefined) return save()
  return onceForKey(deps, { environment, clientId, key, operation, body: body.bytes }, save, asItWas)
}
