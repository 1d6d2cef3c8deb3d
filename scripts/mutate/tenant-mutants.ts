import { type Edit, type Mutant, mutantsFrom } from './mutants-of.ts'
import { type Node, nodesOf, type ParsedSource, parseSource } from './syntax.ts'

/** Conditions that keep one tenant's rows from another's, each dropped in its turn: by Kysely, or in a text of SQL. */
export function tenantMutantsOf(file: string, code: string): readonly Mutant[] {
  const source = parseSource(code)
  const edits = nodesOf(source).flatMap((node) =>
    [...callEdits(node, source), ...sqlEdits(node, source)].map((edit) => [...edit, node.start] as const),
  )
  return mutantsFrom(file, code, edits)
}

/** The columns, and the names of values, that say whose a row is. */
const tenantColumn = /(?:^|[.( ])(?:client_id|register|environment|user_id|owner|email_id|target_id)\b/
const tenantValue = /\b(?:clientId|userId|register|environment|owner)\b/

/** `.where('client_id', '=', clientId)` is left out of its chain. */
function callEdits(node: Node, { code }: ParsedSource): readonly Edit[] {
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
  if (callee?.type !== 'MemberExpression') return []
  const [object, property] = [callee.object as Node, callee.property as Node]
  if (!/^(?:where|whereRef|on|onRef|having)$/.test(String(property.name))) return []
  const [column, compared, value] = node.arguments as Node[]
  // A cursor, which goes on after a tenant, keeps nobody from anything.
  if (column === undefined || compared?.value === '>') return []
  const isTenant =
    value === undefined
      ? column.type === 'TaggedTemplateExpression' && tenantColumn.test(code.slice(column.start, column.end))
      : tenantColumn.test(String(column.value)) || tenantValue.test(code.slice(value.start, value.end))
  return isTenant ? [[object.end, node.end, '']] : []
}

/**
 * `client_id = ?` in a text of SQL is made true for every row. The parameter stays where it was, for the others are
 * counted from it.
 */
function sqlEdits(node: Node, { code }: ParsedSource): readonly Edit[] {
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return []
  const text = code.slice(node.start, node.end)
  if (!/\b(?:where|and|on|join|set)\b/.test(text)) return []
  return [...text.matchAll(sqlCondition)].map((found): Edit => {
    const at = node.start + found.index
    return [at, at + found[0].length, `(${found[0]} or 1 = 1)`]
  })
}

const sqlCondition =
  /(?:\b\w+\.)?\b(?:client_id|register|environment|user_id|owner)\s*(?:=|is not distinct from)\s*(?:any\(\$\d+(?:::\w+\[\])?\)|\?\d*|\(?\$\d+\)?|\$\{[^}]*\}|'\w+'|\w+\.\w+)/g
