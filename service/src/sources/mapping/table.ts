import type { ReadLeaf } from './read-leaf.ts'

/** What is under a name of ours: where the provider has it (the first place that can be read), and how it is read. */
export type Member =
  | { readonly from: readonly string[]; readonly as: ReadLeaf }
  | { readonly from: readonly string[]; readonly members: Table }
  | { readonly from: readonly string[]; readonly each: Table }

export type Table = Readonly<Record<string, Member>>

export type Json = Readonly<Record<string, unknown>>

/** What the table finds in an object of the provider. Members that cannot be read are absent. */
export function readTable(table: Table, from: Json): Json {
  const read: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(table)) {
    const value = readMember(member, from)
    if (value !== undefined) read[name] = value
  }
  return read
}

function readMember(member: Member, from: Json): unknown {
  for (const path of member.from) {
    const value = valueIn(member, at(from, path))
    if (value !== undefined) return value
  }
  return undefined
}

function valueIn(member: Member, value: unknown): unknown {
  if ('as' in member) return member.as(value)
  if ('members' in member) return filled(readTable(member.members, objectOf(value) ?? {}))
  if (!Array.isArray(value)) return undefined
  const items = value.flatMap((one) => filled(readTable(member.each, objectOf(one) ?? {})) ?? [])
  return items.length === 0 ? undefined : items
}

const filled = (read: Json): Json | undefined => (Object.keys(read).length === 0 ? undefined : read)

/** An object that is no list; undefined of anything else. */
export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** `dispute.disputeIndicativeFlag`; undefined where the way ends before. */
export const at = (from: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    const members = objectOf(value)
    return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined
  }, from)

/** What a list holds; nothing where it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Members that have the same name on both sides. */
export const same = (as: ReadLeaf, ...names: readonly string[]): Table =>
  Object.fromEntries(names.map((name) => [name, { from: [name], as }]))

export const leaf = (as: ReadLeaf, ...from: readonly string[]): Member => ({ from, as })
