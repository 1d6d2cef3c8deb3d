import { parse } from '@babel/parser'

/** A node of the syntax tree, with where it stands in the text. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

export type ParsedSource = {
  readonly code: string
  readonly root: Node
  readonly parents: ReadonlyMap<Node, Node>
}

/** A file of TypeScript as a tree of values; what only the compiler reads is left out. */
export function parseSource(code: string): ParsedSource {
  const root = parse(code, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node
  const parents = new Map<Node, Node>()
  const enter = (node: Node): void => {
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      enter(child)
    }
  }
  enter(root)
  return { code, root, parents }
}

export const nodesOf = ({ parents }: ParsedSource): readonly Node[] => [...parents.keys()]

/** Whether a place is in the text at all. */
export const within = (at: number, { code }: ParsedSource): boolean => at >= 0 && at <= code.length

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node)
    .filter(([name]) => !name.endsWith('Comments'))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => isNode(value) && !isOfTypes(value))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Types, but not the expressions that carry one along: `x as T`, `x satisfies T`, `x!`. */
const isOfTypes = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)
