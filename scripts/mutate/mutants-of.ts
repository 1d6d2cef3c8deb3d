import { type Node, nodesOf, type ParsedSource, parseSource, within } from './syntax.ts'

/** One small defect: these characters of a file replaced by others. */
export type Mutant = {
  readonly file: string
  readonly start: number
  readonly end: number
  /** What stands there instead. */
  readonly text: string
  readonly line: number
  /** Where the expression or statement begins that it changes: a test that executes this can notice. */
  readonly reachedAt: number
}

/** Which kinds of defect are made of a file. */
export type MutantOptions = {
  /** Numbers too: where they are law, not tuning. */
  readonly numbers?: boolean
}

/** Every defect of these kinds in a file, in the order in which they stand there. */
export function mutantsOf(file: string, code: string, options: MutantOptions = {}): readonly Mutant[] {
  const source = parseSource(code)
  const edits = nodesOf(source).flatMap((node) =>
    isWords(node, source) || isForCompiler(node, source)
      ? []
      : editsOf(node, source, options).map((edit) => [...edit, node.start] as const),
  )
  return mutantsFrom(file, code, edits)
}

export type Edit = readonly [start: number, end: number, text: string]

/** Without those that change nothing, come twice, or are no program any more. */
export function mutantsFrom(
  file: string,
  code: string,
  edits: readonly (readonly [...Edit, reachedAt: number])[],
): readonly Mutant[] {
  const seen = new Set<string>()
  return edits
    .filter(([start, end, text]) => {
      const key = `${start} ${end} ${text}`
      const isNew = !seen.has(key) && code.slice(start, end) !== text
      seen.add(key)
      // Two of these signs may not stand beside a third, `??`, without brackets.
      const isRisky = text === '&&' || text === '||'
      return isNew && (!isRisky || isTypeScript(code.slice(0, start) + text + code.slice(end)))
    })
    .toSorted(([a], [b]) => a - b)
    .map(([start, end, text, reachedAt]) => {
      const line = code.slice(0, start).split('\n').length
      return { file, start, end, text, line, reachedAt }
    })
}

function isTypeScript(code: string): boolean {
  try {
    parseSource(code)
    return true
  } catch {
    return false
  }
}

/** Words for people are no rule: texts in two languages, messages of assertions and of errors that are thrown. */
function isWords(node: Node, { code, parents }: ParsedSource): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const parent = parents.get(at)
    if (at.type === 'ObjectProperty' && isLanguage(at)) return true
    if (parent?.type === 'NewExpression' && /^new \w*Error\b/.test(code.slice(parent.start))) return true
    const callee = parent?.type === 'CallExpression' ? (parent.callee as Node) : undefined
    if (callee === undefined || callee === at || !/^assert\b/.test(code.slice(callee.start))) continue
    if ((parent?.arguments as Node[] | undefined)?.[0] !== at) return true
  }
  return false
}

/** What stands in for a member of a list that is there: only the compiler asks for it. */
function isForCompiler(node: Node, { code, parents }: ParsedSource): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const parent = parents.get(at)
    if (parent?.type === 'AssignmentPattern' && parent.right === at)
      return parents.get(parent)?.type === 'ArrayPattern'
    const chosen = at === node && at.type === 'LogicalExpression' ? at : parent
    if (chosen?.type !== 'LogicalExpression' || chosen.operator !== '??') continue
    const left = chosen.left as Node
    const isIndexed = left.type === 'MemberExpression' && left.computed === true
    const index = isIndexed ? code.slice((left.property as Node).start, left.end) : ''
    if ((chosen === at || chosen.right === at) && /^(?:at|[ij]|\d+)\b/.test(index)) return true
  }
  return false
}

function editsOf(node: Node, source: ParsedSource, options: MutantOptions): readonly Edit[] {
  const { code } = source
  const text = (of: Node) => code.slice(of.start, of.end)
  const instead = (by: string): Edit => [node.start, node.end, by]
  const child = (name: string) => node[name] as Node
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorEdits(node, source)
    case 'ConditionalExpression':
      return [child('consequent'), child('alternate')].map((side) => instead(`(${text(side)})`))
    case 'IfStatement':
      return ['true', 'false'].map((by): Edit => [child('test').start, child('test').end, by])
    case 'WhileStatement':
    case 'ForStatement':
      return node.test == null ? [] : [[child('test').start, child('test').end, 'false']]
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [instead(text(child('argument')))] : []
    case 'UpdateExpression':
      return [instead(text(node).replaceAll(/\+\+|--/g, (sign) => (sign === '++' ? '--' : '++')))]
    case 'BooleanLiteral':
      return [instead(node.value === true ? 'false' : 'true')]
    case 'StringLiteral':
      return isName(node, source) ? [] : [instead(node.value === '' ? "'mutant'" : "''")]
    case 'TemplateLiteral':
      return text(node) === '``' || isTag(node, source) ? [] : [instead('``')]
    case 'NumericLiteral':
      return options.numbers ? [instead(String(Number(node.value) + 1))] : []
    case 'BigIntLiteral':
      return options.numbers ? [instead(`${BigInt(String(node.value)) + 1n}n`)] : []
    case 'RegExpLiteral':
      return regExpEdits(node)
    case 'ArrayExpression':
      return withoutOne(node.elements as Node[], source)
    case 'ObjectExpression':
      return withoutOne((node.properties as Node[]).filter(saysSomething), source)
    case 'ExpressionStatement':
      return isRemovable(child('expression')) ? [instead(';')] : []
    case 'ThrowStatement':
      return [instead(';')]
    case 'ReturnStatement':
      return node.argument == null ? [] : [instead('return undefined')]
    case 'ArrowFunctionExpression':
      return child('body').type === 'BlockStatement'
        ? []
        : [[child('body').start, child('body').end, 'undefined']]
    case 'OptionalMemberExpression':
    case 'OptionalCallExpression':
      return node.optional === true ? chainEdits(node, source) : []
    case 'CallExpression':
      return methodEdits(node, source)
    default:
      return []
  }
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['>>'],
  '&': ['|'],
  '|': ['&'],
  '^': ['|'],
}

function operatorEdits(node: Node, { code }: ParsedSource): readonly Edit[] {
  const [left, right] = [node.left as Node, node.right as Node]
  const sign = String(node.operator)
  // What stands between the two sides, but for brackets and comments.
  const at = code.indexOf(sign, left.end)
  if (sign === '??') return [[node.start, node.end, code.slice(left.start, left.end)]]
  if (sign === '??=') return [[at, at + sign.length, '=']]
  const isText = [left, right].some(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral')
  const others = sign === '+' && isText ? [] : (operators[sign] ?? [])
  return others.map((other): Edit => [at, at + sign.length, other])
}

/** Names of properties, files and types are no values. */
function isName(node: Node, { parents }: ParsedSource): boolean {
  const parent = parents.get(node)
  if (parent === undefined || /^(Import|Export)/.test(parent.type)) return true
  return (parent.type === 'ObjectProperty' && parent.key === node) || parent.type === 'Directive'
}

const isTag = (node: Node, { parents }: ParsedSource): boolean =>
  parents.get(node)?.type === 'TaggedTemplateExpression'

/** Each of several removed; the only one too, so that a list is seen to be needed. */
function withoutOne(members: readonly (Node | null)[], source: ParsedSource): readonly Edit[] {
  return members.filter((one) => one !== null).map((member) => [member.start, afterComma(member, source), ''])
}

function afterComma({ end }: Node, { code }: ParsedSource): number {
  const [comma] = /^\s*,/.exec(code.slice(end)) ?? ['']
  return end + comma.length
}

/** A member that says undefined says nothing that its absence would not; a text has its two languages. */
const saysSomething = (member: Node): boolean =>
  member.type !== 'ObjectProperty' ||
  ((member.value as Node | undefined)?.name !== 'undefined' && !isLanguage(member))

const isLanguage = ({ key }: Node): boolean => ['pt', 'en'].includes(String((key as Node).name))

/** A declaration that is removed is no program; a promise that nobody waits for is one. */
const isRemovable = ({ type }: Node): boolean =>
  [
    'CallExpression',
    'AwaitExpression',
    'AssignmentExpression',
    'UpdateExpression',
    'OptionalCallExpression',
  ].includes(type)

function chainEdits(node: Node, { code }: ParsedSource): readonly Edit[] {
  const from = (node.object ?? node.callee) as Node
  const at = code.indexOf('?.', from.end)
  const isBare = /^\?\.[([]/.test(code.slice(at))
  return [[at, at + 2, isBare ? '' : '.']]
}

/** Anchors of an expression that say where a text begins and ends. */
function regExpEdits(node: Node): readonly Edit[] {
  const pattern = String(node.pattern)
  const flags = String(node.flags)
  const other = (by: string): Edit => [node.start, node.end, `/${by}/${flags}`]
  return [
    ...(/^\^./.test(pattern) ? [other(pattern.slice(1))] : []),
    ...(/[^\\]\$$/.test(pattern) ? [other(pattern.slice(0, -1))] : []),
  ]
}

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  padStart: 'padEnd',
  find: 'findLast',
}

/** Calls that give back a part or an order of what they are called on, which would do without them. */
const passing: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'toSorted',
  'trim',
  'replace',
  'replaceAll',
  'reverse',
  'subarray',
])

function methodEdits(node: Node, source: ParsedSource): readonly Edit[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed === true) return []
  const [object, property] = [callee.object as Node, callee.property as Node]
  const name = String(property.name)
  const other = Object.hasOwn(otherMethods, name) ? otherMethods[name] : undefined
  return [
    ...(other === undefined ? [] : [[property.start, property.end, other] as const]),
    ...(passing.has(name) ? [[object.end, node.end, ''] as const] : []),
  ].filter(([start]) => within(start, source))
}
