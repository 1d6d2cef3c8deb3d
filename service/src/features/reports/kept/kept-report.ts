import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Given } from '../../../http/reply.ts'
import type { Bought } from '../source.ts'

/** Which report: the client's own, in one environment, by the request id of the query that it answered. */
export type KeptReportId = {
  readonly environment: Environment
  readonly clientId: string
  readonly requestId: string
}

/** A report as it went out, with what is needed to show it again. */
export type KeptReport = {
  readonly product: string
  readonly features: readonly string[]
  readonly purpose: string
  /** The whole body of the JSON answer. */
  readonly body: string
  readonly status: number
  /** `X-Report-Sources` and `X-Report-Sections-Degraded`. */
  readonly sources: string
  readonly degraded: string | undefined
  /** `X-Report-Sections-Not-Covered`, parsed; undefined in reports saved before it was recorded. */
  readonly notCovered?: readonly string[] | undefined
  /** The consultation that it was given by. */
  readonly given: Given
  /** What providers answered to it: shown again as of that day. Reports of before it was kept have none. */
  readonly bought?: Bought | undefined
}

/** How it lies in the store: the report sealed under a key of its own, and that key sealed under the service's. */
export type SealedReport = KeptReportId & {
  readonly atMs: number
  readonly askedBy: 'session' | 'key'
  readonly keepUntilMs: number
  readonly sealedKey: string
  readonly sealed: string
}

export type KeptReportStore = {
  /** In one commit. A later query under the same request id takes the place of an earlier one. */
  readonly keep: (reports: readonly SealedReport[]) => Promise<void>
  readonly find: (id: KeptReportId, nowMs: number) => Promise<SealedReport | undefined>
  /** Which of these queries of a client have a report that is kept. */
  readonly keptOf: (
    of: Omit<KeptReportId, 'requestId'> & { readonly requestIds: readonly string[] },
    nowMs: number,
  ) => Promise<readonly KeptMark[]>
  /** The queries of a client whose reports are kept, the newest first. */
  readonly newestOf: (
    of: Omit<KeptReportId, 'requestId'> & { readonly limit: number },
    nowMs: number,
  ) => Promise<readonly string[]>
  /** Destroys reports, with their keys, whose term is over; says how many. */
  readonly destroy: (nowMs: number) => Promise<number>
  readonly counts: () => Promise<readonly (readonly [environment: string, count: number])[]>
}

/** That a query's report is kept, and until when. */
export type KeptMark = Pick<SealedReport, 'requestId' | 'atMs' | 'keepUntilMs'>

/** What a report and its key are bound to: neither opens in another's place. */
export const reportOwner = ({
  environment,
  clientId,
  requestId,
}: {
  readonly [Member in keyof KeptReportId]: string
}): string => `report ${environment} ${clientId} ${requestId}`
