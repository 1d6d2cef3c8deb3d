import { type AreaScore, type Survivor, scoreOf } from './report.ts'

/** The page docs/mutants.md: what was tried, and everything that nobody noticed, with its reason. */
export function mutantTable(scores: readonly AreaScore[]): string {
  const sum = (of: (score: AreaScore) => number) => scores.reduce((total, score) => total + of(score), 0)
  const all = { name: '**all**', mutants: sum((one) => one.mutants), killed: sum((one) => one.killed) }
  const survivors = scores.flatMap((one) => one.survivors)
  const rows = [
    ...scores.map((one) => row(one, one.survivors, scoreOf([one]))),
    row(all, survivors, scoreOf(scores)),
  ]
  return `${head}
| area | mutants | noticed | equivalent | accepted | open | score |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

${['equivalent', 'accepted', 'open'].map((kind) => section(kind, survivors)).join('\n')}`
}

const head = `# Mutants

Written by \`npm run mutate\`. Do not edit by hand.

Each rule is given small defects, one at a time: a comparison turned, a member of a table removed, a condition on the tenant dropped. A test must notice. The score is the share noticed, of those that anybody could notice: an equivalent mutant does the same as the rule. Reasons are kept in \`scripts/mutate/equivalent/\`.
`

const row = (
  { name, mutants, killed }: Pick<AreaScore, 'name' | 'mutants' | 'killed'>,
  survivors: readonly Survivor[],
  score: number,
): string => {
  const counts = ['equivalent', 'accepted', 'open'].map((kind) => ofKind(kind, survivors).length)
  return `| ${[name, mutants, killed, ...counts, score.toFixed(3)].join(' | ')} |`
}

const ofKind = (kind: string, survivors: readonly Survivor[]): readonly Survivor[] =>
  survivors.filter(({ review }) => (review?.kind ?? 'open') === kind)

const titles: Readonly<Record<string, string>> = {
  equivalent: '## Equivalent: nobody can tell them from the rule',
  accepted: '## Accepted: somebody could, and nothing that is promised is lost',
  open: '## Open: without a test, and looked at by nobody',
}

function section(kind: string, survivors: readonly Survivor[]): string {
  const found = ofKind(kind, survivors)
  const byReason = Map.groupBy(found, ({ review }) => review?.reason ?? '')
  const parts = [...byReason].map(([reason, some]) => {
    const lines = some.map(({ file, line, mutation }) => `- \`${file}:${line}\` ${quoted(mutation)}`)
    return reason === '' ? lines.join('\n') : `${reason}\n\n${lines.join('\n')}`
  })
  return `${titles[kind]}\n\n${found.length === 0 ? 'None.' : parts.join('\n\n')}\n`
}

/** As code, whatever quotes it has of its own. */
const quoted = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

export const survivorLine = ({ file, line, mutation, isReached, mark }: Survivor): string =>
  `  ${file}:${line} ${mutation}${isReached ? '' : ' (reached by no test)'}${mark === undefined ? '' : ` [${mark}]`}`
