import type { Operation } from '@lastro/contract/operation.ts'
import type { Text } from '@lastro/contract/text.ts'

export type Tag = { readonly name: Text; readonly operations: readonly Operation[] }

/** The operations by what they are about, in the order of the contract. */
export const tagsOf = (operations: readonly Operation[]): readonly Tag[] =>
  [...Map.groupBy(operations, ({ tag }) => tag.pt).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ name: first.tag, operations: group }]
  })
