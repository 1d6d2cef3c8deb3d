import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mark, markOf } from './areas.ts'
import type { Reviewed } from './equivalent/reasons.ts'
import type { Mutant } from './mutants-of.ts'
import { root } from './run-test.ts'
import type { TriedArea } from './try-area.ts'

export type Survivor = {
  readonly file: string
  readonly line: number
  /** The line as it is written. */
  readonly code: string
  readonly mutation: string
  readonly isReached: boolean
  readonly mark: Mark | undefined
  readonly review: Reviewed | undefined
}

export type AreaScore = {
  readonly name: string
  readonly mutants: number
  readonly killed: number
  readonly survivors: readonly Survivor[]
  readonly seconds: number
}

export function areaScore({ area, tried, seconds }: TriedArea, reviewed: readonly Reviewed[]): AreaScore {
  const survivors = tried
    .filter(({ status }) => status !== 'killed')
    .map(({ mutant, status }) => survivorOf(mutant, status === 'survived', reviewed))
  return {
    name: area.name,
    mutants: tried.length,
    killed: tried.length - survivors.length,
    survivors,
    seconds,
  }
}

function survivorOf(mutant: Mutant, isReached: boolean, reviewed: readonly Reviewed[]): Survivor {
  const { file, line } = mutant
  const { code, mutation, review } = reviewOf(mutant, reviewed)
  return { file, line, code, mutation, isReached, mark: markOf(file), review }
}

/** A mutant as it is shown to whoever looks at it, and what they said, if they did. */
export function reviewOf(
  mutant: Mutant,
  reviewed: readonly Reviewed[],
): Pick<Survivor, 'code' | 'mutation' | 'review'> {
  const whole = readFileSync(join(root, mutant.file), 'utf8')
  const code = whole.split('\n')[mutant.line - 1]?.trim() ?? ''
  const mutation = mutationText(mutant, whole)
  const review = reviewed.find(
    (one) =>
      one.file === mutant.file && isLine(code, one.line) && (one.mutations?.includes(mutation) ?? true),
  )
  return { code, mutation, review }
}

/**
 * Which need not be tried: those that a review names, where no other mutant of the line reads the same. Whatever else it
 * covers is tried first, so that one which a test notices does not pass for one that nobody can.
 */
export function isUntried(
  mutants: readonly Mutant[],
  reviewed: readonly Reviewed[],
): (mutant: Mutant) => boolean {
  const nameOf = (mutant: Mutant) =>
    `${mutant.file}:${mutant.line} ${mutationText(mutant, readFileSync(join(root, mutant.file), 'utf8'))}`
  const alike = Map.groupBy(mutants, nameOf)
  return (mutant) =>
    alike.get(nameOf(mutant))?.length === 1 && reviewOf(mutant, reviewed).review?.mutations !== undefined
}

/** What reviews say of lines or of defects that are no longer there; of these files alone. */
export function staleReviews(mutants: readonly Mutant[], reviewed: readonly Reviewed[]): readonly string[] {
  const files = Map.groupBy(mutants, ({ file }) => file)
  return reviewed.flatMap(({ file, line, mutations = [] }) => {
    const found = files.get(file)?.map((one) => reviewOf(one, []))
    if (found === undefined) return []
    const ofLine = found.filter(({ code }) => isLine(code, line))
    if (ofLine.length === 0) return [`${file}: ${line}`]
    const isThere = (mutation: string) => ofLine.some((one) => one.mutation === mutation)
    return mutations.filter((one) => !isThere(one)).map((one) => `${file}: ${line}: ${one}`)
  })
}

const isLine = (code: string, named: string): boolean =>
  named.endsWith('…') ? code.startsWith(named.slice(0, -1)) : code === named

/** `a < b` → `a <= b`, on one line and short enough to read. */
export function mutationText({ start, end, text }: Mutant, code: string): string {
  const short = (part: string) => {
    const line = part.replaceAll(/\s+/g, ' ').trim()
    return line.length > 60 ? `${line.slice(0, 45)}…${line.slice(-12)}` : line
  }
  const by = short(text)
  return `${short(code.slice(start, end))} → ${by === '' ? '(nothing)' : by}`
}

/** Killed, of those that a caller could have noticed. */
export const scoreOf = (areas: readonly AreaScore[]): number => {
  const sum = (of: (area: AreaScore) => number) => areas.reduce((total, area) => total + of(area), 0)
  const equivalents = sum(({ survivors }) => survivors.filter(isEquivalent).length)
  return sum(({ killed }) => killed) / Math.max(1, sum(({ mutants }) => mutants) - equivalents)
}

export const isEquivalent = ({ review }: Survivor): boolean => review?.kind === 'equivalent'

/** Survivors in a file where nothing may survive unseen. */
export const atRisk = (areas: readonly AreaScore[]): readonly Survivor[] =>
  areas.flatMap(({ survivors }) =>
    survivors.filter(({ mark, review }) => mark !== undefined && review === undefined),
  )
