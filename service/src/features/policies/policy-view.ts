import type { KeptPolicy, PolicyItem, PolicyVersion } from '@lastro/contract/policies/kept-policies.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import type { PolicyState, SavedVersion, VersionMark } from './policy-store.ts'

/** The names of users, by their ids. */
export type Names = ReadonlyMap<string, string>

/** A policy in a list. */
export const itemView = (
  { name, version, retiredAtMs }: PolicyState,
  newest: SavedVersion,
  names: Names,
): PolicyItem => ({
  name,
  title: newest.policy.title,
  documentTypes: [...newest.policy.documentTypes],
  product: newest.policy.report.product,
  ...markView({ ...newest, version }, names),
  ...(retiredAtMs !== undefined && { retiredAt: instantText(retiredAtMs) }),
})

/** A policy by itself. */
export const policyView = (
  state: PolicyState,
  newest: SavedVersion,
  versions: readonly VersionMark[],
  names: Names,
): KeptPolicy => ({
  ...itemView(state, newest, names),
  policy: newest.policy,
  warnings: [...newest.warnings],
  versions: versions.map((one) => markView(one, names)),
})

export const versionView = (name: string, saved: SavedVersion, names: Names): PolicyVersion => ({
  name,
  ...markView(saved, names),
  policy: saved.policy,
  warnings: [...saved.warnings],
})

function markView({ version, createdAtMs, userId }: VersionMark, names: Names) {
  const name = names.get(userId ?? '')
  return {
    version,
    createdAt: instantText(createdAtMs),
    ...(userId !== undefined && { user: name === undefined ? { id: userId } : { id: userId, name } }),
  }
}
