import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import {
  JobRequest,
  type QueueDelivery,
  type QueueJob,
  queueCountMax,
} from '@lastro/contract/operator/operator-queue.ts'
import type { Text } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { environmentOf } from '@lastro/rules/listings/register.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { faultText } from '../../../jobs/fault-text.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import type { AccessDeps, Handle, OperatorCall, OperatorRoute } from '../operator-access.ts'
import { afterIn, cutPage, limitIn } from '../operator-query.ts'
import type { QueueStore, WaitingDelivery, WaitingJob } from '../queue-store.ts'

export type QueueRouteDeps = AccessDeps & {
  readonly queue: QueueStore
  readonly clients: Pick<ClientStore, 'clientNames'>
  /** Topics whose work may be given up: nothing is lost with it but a message. */
  readonly mayGiveUp: ReadonlySet<string>
  /** What waits for a setting, in words. */
  readonly heldBack: Readonly<Record<'notices' | 'alerts', Text | undefined>>
}

const queuePath = `${operatorPath}/fila`
const jobsPath = `${queuePath}/tarefas`
const deliveryPath = `${queuePath}/entregas/{id}/{destinoId}`

/** Work and messages that wait, and what an operator may do about one of them. */
export const queueRoutes = (deps: QueueRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorFila', method: 'GET', path: queuePath, handle: status(deps) },
  { operation: 'operadorTarefasLista', method: 'GET', path: jobsPath, handle: listJobs(deps) },
  { operation: 'operadorTarefasTenta', method: 'POST', path: `${jobsPath}/tentar`, handle: retryJob(deps) },
  {
    operation: 'operadorTarefasAbandona',
    method: 'POST',
    path: `${jobsPath}/abandonar`,
    handle: giveUpJob(deps),
  },
  {
    operation: 'operadorEntregasLista',
    method: 'GET',
    path: `${queuePath}/entregas`,
    handle: listDeliveries(deps),
  },
  {
    operation: 'operadorEntregasTenta',
    method: 'POST',
    path: `${deliveryPath}/tentar`,
    handle: onDelivery(deps, 'retryDelivery', 'retried'),
  },
  {
    operation: 'operadorEntregasAbandona',
    method: 'POST',
    path: `${deliveryPath}/abandonar`,
    handle: onDelivery(deps, 'giveUpDelivery', 'given_up'),
  },
]

const status =
  ({ queue, clock, mayGiveUp, heldBack }: QueueRouteDeps): Handle =>
  async ({ call }) => {
    const topics = await queue.topics(clock.nowMs(), queueCountMax)
    const deliveries = await queue.deliveries(queueCountMax)
    return success({
      topics: topics.map(({ oldestAtMs, ...counted }) => ({
        ...counted,
        ...oldest(oldestAtMs),
        mayGiveUp: mayGiveUp.has(counted.topic),
      })),
      deliveries: deliveries.map(({ oldestAtMs, ...counted }) => ({ ...counted, ...oldest(oldestAtMs) })),
      heldBack: (['notices', 'alerts'] as const).flatMap((what) => {
        const text = heldBack[what]?.[call.language]
        return text === undefined ? [] : [{ what, text }]
      }),
    })
  }

const oldest = (atMs: number | undefined) => (atMs === undefined ? {} : { oldestAt: instantText(atMs) })

const listJobs =
  ({ queue, clients, clock }: QueueRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['topic', 'limit', 'cursor'])
    const topic = query.text('topic')
    const limit = limitIn(query)
    const after = afterIn(query)
    if (topic === undefined && query.refusal === undefined) query.wrong('topic', 'required')
    if (query.refusal !== undefined || topic === undefined) return query.refusal ?? { code: 'query_invalid' }
    const found = await queue.jobs(topic, { after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, ({ dueAtMs, id }) => ({ createdAtMs: dueAtMs, id }))
    const names = await clients.clientNames(page.map((one) => one.clientId))
    const nowMs = clock.nowMs()
    return success({
      jobs: page.map((job) => ({ ...jobView(job, nowMs), ...named(names, job) })),
      ...(cursor !== undefined && { cursor }),
    })
  }

const jobBody = validator(JobRequest)

/** The work that a body names, or why there is none. */
async function jobAsked({ queue }: QueueRouteDeps, asked: OperatorCall): Promise<WaitingJob | Refusal> {
  const body = await readJson(asked.call, jobBody)
  if (isRefusal(body)) return body
  asked.target = body.value.id
  return (await queue.findJob(body.value.id)) ?? { code: 'job_unknown' }
}

const retryJob =
  (deps: QueueRouteDeps): Handle =>
  async (asked) => {
    const job = await jobAsked(deps, asked)
    if (isRefusal(job)) return job
    // Work that waits for its hour would be done too early.
    if (job.attempts === 0) return { code: 'job_not_tried' }
    const isDue = await deps.queue.retryJob(job.id, deps.clock.nowMs())
    return isDue ? success({ id: job.id, outcome: 'retried' }) : { code: 'job_under_way' }
  }

const giveUpJob =
  (deps: QueueRouteDeps): Handle =>
  async (asked) => {
    const job = await jobAsked(deps, asked)
    if (isRefusal(job)) return job
    if (!deps.mayGiveUp.has(job.topic)) return { code: 'job_not_given_up' }
    const isGivenUp = await deps.queue.giveUpJob(job.id, deps.clock.nowMs())
    return isGivenUp ? success({ id: job.id, outcome: 'given_up' }) : { code: 'job_under_way' }
  }

const listDeliveries =
  ({ queue, clients }: QueueRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['kind', 'limit', 'cursor'])
    const kind = query.choice('kind', ['webhook', 'email'])
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const found = await queue.deliveriesInTrouble(kind, { after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, ({ dueAtMs, occurrenceId, targetId }) => ({
      createdAtMs: dueAtMs,
      id: `${occurrenceId} ${targetId}`,
    }))
    const names = await clients.clientNames(page.map((one) => one.clientId))
    return success({
      deliveries: page.map((of) => ({ ...deliveryView(of), ...named(names, of) })),
      ...(cursor !== undefined && { cursor }),
    })
  }

const onDelivery =
  (
    { queue, clock }: QueueRouteDeps,
    act: 'retryDelivery' | 'giveUpDelivery',
    outcome: 'retried' | 'given_up',
  ): Handle =>
  async (asked: OperatorCall): Promise<Outcome> => {
    const { id, path } = asked
    const isDone = await queue[act](id, path.destinoId ?? '', clock.nowMs())
    return isDone ? success({ id, outcome }) : { code: 'delivery_unknown' }
  }

/** A client that is not there any more has no name. */
function named(names: ReadonlyMap<string, string>, { clientId }: { readonly clientId: string }) {
  const clientName = names.get(clientId)
  return clientName === undefined ? {} : { clientName }
}

const jobView = (job: WaitingJob, nowMs: number): QueueJob => ({
  id: job.id,
  topic: job.topic,
  environment: environmentOf(job.register),
  ...(job.clientId !== '' && { clientId: job.clientId }),
  createdAt: instantText(job.createdAtMs),
  dueAt: instantText(job.dueAtMs),
  attempts: job.attempts,
  underWay: job.claimedUntilMs > nowMs,
  ...(job.fault !== undefined && {
    lastError: { at: instantText(job.fault.atMs), text: job.fault.text },
  }),
})

const deliveryView = (of: WaitingDelivery): QueueDelivery => ({
  occurrenceId: of.occurrenceId,
  targetId: of.targetId,
  kind: of.kind,
  environment: environmentOf(of.register),
  clientId: of.clientId,
  event: of.event,
  createdAt: instantText(of.createdAtMs),
  dueAt: instantText(of.dueAtMs),
  attempts: of.attempts,
  ...(of.lastStatus !== undefined && { lastStatus: of.lastStatus }),
  // What a receiver answers is its own business; what is shown says no more than how it went.
  ...(of.fault !== undefined && {
    lastError: { at: instantText(of.fault.atMs), text: faultText(of.fault.text) },
  }),
})
