import assert from 'node:assert/strict'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { type OperatorListingAct, operate } from '../../src/features/listings/operate.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import { type Options, runService } from '../running-service.ts'
import { cleanPerson, dividas, productionCreditor, TestClock } from './listing-service.ts'
import { playedChannel } from './listings-alone.ts'

const dayMs = 86_400_000
const noticeReportToken = 'a-token-that-only-the-mail-system-has'

type Seen = {
  readonly id: string
  readonly channel: string
  readonly status: string
  readonly proof?: string
}

/**
 * A service with a creditor of production, whose e-mails are accepted and whose letters wait to be posted. What
 * becomes of a notice is told by the mail system's own door.
 */
export async function noticeService(engine: Engine, options: Options = {}) {
  const clock = new TestClock()
  const email = playedChannel('email', (to) => to.email !== undefined)
  const letter = playedChannel('letter', (to) => to.address !== undefined)
  email.outcome = { kind: 'delivered', proof: '250 accepted' }
  const service = await runService({
    engine,
    clock,
    channels: [email, letter],
    noticeReportToken,
    ...options,
  })
  const creditor = await productionCreditor(service)
  const pass = async (days: number) => {
    clock.add(days * dayMs)
    await service.runJobs()
    await creditor.renew()
  }
  const post = async (noticeId: string, body: object) => {
    const answer = await service.call(`/negativacao/v2/notificacoes/${noticeId}/entrega`, {
      headers: { Authorization: `Bearer ${noticeReportToken}` },
      body,
    })
    return answer.status === 200 ? '200' : String(answer.at('code'))
  }
  const at = (id: string, guarantorId?: string) =>
    creditor.call(`${dividas}/${id}${guarantorId === undefined ? '' : `/avalistas/${guarantorId}`}`)
  const noticesOf = async (id: string, guarantorId?: string) =>
    (await at(id, guarantorId)).at('result.notices') as readonly Seen[]
  const current = async (id: string, guarantorId?: string) =>
    (await noticesOf(id, guarantorId)).at(-1)?.id ?? ''
  return {
    clock,
    service,
    creditor,
    email,
    letter,
    /** Days go by, and the jobs do what is due. */
    pass,
    /** Tells what became of a notice; the status of the answer, or the code of its problem. */
    post,
    at,
    noticesOf,
    /** The id of the newest notice. */
    current,
    /** The newest notice came back. */
    bounced: async (id: string, guarantorId?: string) =>
      post(await current(id, guarantorId), { outcome: 'failed', detail: '5.1.1 no such user' }),
    /** The newest, a letter that waits, was posted today. */
    posted: async (id: string, guarantorId?: string) => {
      await service.runJobs()
      return post(await current(id, guarantorId), { outcome: 'delivered', detail: 'posted in lot 1' })
    },
    /** Sent, accepted, and its period over. */
    published: async (changes: Partial<ListingRequest> = {}) => {
      const id = await creditor.inserted({ contractId: 'CT-D', ...changes })
      await service.runJobs()
      await pass(12)
      assert.equal((await at(id)).at('result.state'), 'published')
      return id
    },
    /** What a person of the operator does: the state that follows, or what it was refused for. */
    operated: async (id: string, operation: OperatorListingAct) => {
      const outcome = await operate(service.listings, { id, operator: 'olivia' }, operation)
      return outcome.kind === 'done' ? outcome.listing.state : outcome.kind
    },
    stateOf: async (id: string, guarantorId?: string) => (await at(id, guarantorId)).at('result.state'),
    reviewOf: async (id: string, guarantorId?: string) =>
      (await at(id, guarantorId)).at('result.review.code'),
    statusesOf: async (id: string, guarantorId?: string) =>
      (await noticesOf(id, guarantorId)).map((one) => `${one.channel} ${one.status}`),
    changesOf: async (id: string) =>
      ((await at(id)).at('result.history') as readonly { change: string }[]).map((one) => one.change),
    isShown: async (documento = cleanPerson) =>
      (await creditor.report(documento)).items.some((one) => one.contractId === 'CT-D'),
  }
}
