import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { until } from '../../service/testing/until.ts'
import { credentialHeaders, queryPath, registerClients } from '../crash/crash-callers.ts'
import { answerTimeoutMs, endNow, type Service, startAnswering, stopCleanly } from '../crash/crash-service.ts'

export type FreezeRun = {
  readonly place: StoreLocation & { readonly databaseUrl: string }
  /** How often one of the two is frozen: every other time in the middle of a transaction of its trail. */
  readonly tries: number
  /** Callers of each service. */
  readonly callers: number
  /** How long rates are looked at; without it only whether the other answers. */
  readonly rateMs?: number
}

export type FreezeReport = {
  readonly tries: number
  readonly inTransaction: number
  /** How long the other took, at the longest, until it did 0.9 of its rate again. */
  readonly backMsMax: number
  /** Its rate from then on against the rate before, at the least. */
  readonly rateMin: number
  /** Tries in which it did not come back to that within five seconds. */
  readonly late: number
}

/** When each answer of a service arrived. */
type Answers = { readonly atMs: number[]; isOver: boolean }

const rateShareMin = 0.9
const backMsLimit = 5_000

/** Freezes one of two services on one database again and again, and watches the other. */
export async function freezeRun({ place, tries, callers, rateMs }: FreezeRun): Promise<FreezeReport> {
  const clients = await registerClients(place, callers)
  const quiet = { LASTRO_LOG: 'fatal' }
  const frozenUrl = new URL(place.databaseUrl)
  frozenUrl.searchParams.set('application_name', frozenName)
  const frozen = await startAnswering({ ...place, databaseUrl: frozenUrl.href }, quiet)
  const other = await startAnswering(place, quiet)
  const operator = new pg.Client({ connectionString: place.databaseUrl })
  await operator.connect()
  const [answers, answersOfFrozen] = [newAnswers(), newAnswers()]
  try {
    const headers = await Promise.all(clients.map((one) => credentialHeaders(other.port, one)))
    // Each client asks both the same: a query waits for its equal in the frozen one, and for nothing else.
    const asking = headers.flatMap((one) => [ask(other, one, answers), ask(frozen, one, answersOfFrozen)])
    const report = { tries, inTransaction: 0, backMsMax: 0, rateMin: Infinity, late: 0 }
    for (let at = 0; at < tries; at++) {
      await moreAnswers(answers)
      await moreAnswers(answersOfFrozen)
      await wait(rateMs ?? 0)
      const before = rateOf(answers, performance.now() - (rateMs ?? 0), rateMs ?? 0)
      const isInside = at % 2 === 0
      await freeze(frozen, operator, isInside)
      const frozenAtMs = performance.now()
      if (isInside) report.inTransaction += 1
      if (rateMs !== undefined) await judge(report, answers, { before, frozenAtMs, rateMs })
      else await moreAnswers(answers)
      frozen.child.kill('SIGCONT')
    }
    answers.isOver = true
    answersOfFrozen.isOver = true
    await Promise.all(asking)
    await Promise.all([frozen, other].map(({ child }) => stopCleanly(child)))
    return report
  } finally {
    answers.isOver = true
    answersOfFrozen.isOver = true
    await operator.end()
    await Promise.all([frozen, other].map(({ child }) => endNow(child)))
  }
}

const frozenName = 'lastro-frozen'

const newAnswers = (): Answers => ({ atMs: [], isOver: false })

async function ask(
  { port }: Service,
  headers: Readonly<Record<string, string>>,
  answers: Answers,
): Promise<void> {
  while (!answers.isOver) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${queryPath}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"documento":"52998224725"}',
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      await response.arrayBuffer()
      if (response.ok) answers.atMs.push(performance.now())
      else await wait(10)
    } catch {
      await wait(10)
    }
  }
}

/** Enough that every caller was answered some times since. */
async function moreAnswers({ atMs }: Answers): Promise<void> {
  const enough = atMs.length + 100
  await until(() => atMs.length >= enough, 'queries are answered')
}

/** Stops the process where it stands; inside a transaction, when the database says that it is in one. */
async function freeze({ child }: Service, operator: pg.Client, isInside: boolean): Promise<void> {
  await until(async () => {
    child.kill('SIGSTOP')
    if (!isInside) return true
    const { rows } = await operator.query(
      `select from pg_stat_activity
       where application_name = $1 and state = 'idle in transaction' and query ~ 'trail|consultation|lane'`,
      [frozenName],
    )
    if (rows.length > 0) return true
    child.kill('SIGCONT')
    await wait(Math.random() * 20)
    return false
  }, 'it is frozen')
}

const rateOf = ({ atMs }: Answers, fromMs: number, windowMs: number): number =>
  atMs.filter((one) => one >= fromMs && one < fromMs + windowMs).length / windowMs

type Judged = { readonly before: number; readonly frozenAtMs: number; readonly rateMs: number }

async function judge(
  report: { backMsMax: number; rateMin: number; late: number },
  answers: Answers,
  { before, frozenAtMs, rateMs }: Judged,
): Promise<void> {
  await wait(backMsLimit + rateMs)
  let backMs = 0
  while (rateOf(answers, frozenAtMs + backMs, rateMs) < rateShareMin * before && backMs <= backMsLimit)
    backMs += 50
  report.backMsMax = Math.max(report.backMsMax, backMs)
  report.rateMin = Math.min(report.rateMin, rateOf(answers, frozenAtMs + backMs, rateMs) / before)
  if (backMs > backMsLimit) report.late += 1
}
