import type { PolicyId, PolicyStore, SavedVersion } from './policy-store.ts'

/** The newest version of a policy; undefined where there is none, or it decides no more. */
export async function policyInForce(
  { find, version }: Pick<PolicyStore, 'find' | 'version'>,
  id: PolicyId,
): Promise<SavedVersion | undefined> {
  const state = await find(id)
  if (state === undefined || state.retiredAtMs !== undefined) return undefined
  return version({ ...id, version: state.version })
}
