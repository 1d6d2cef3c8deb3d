import type { SandboxEventAnswer, SandboxEventRequest } from '@lastro/contract/alerts/alert-registrations.ts'
import type { ClockAnswer, ClockRequest } from '@lastro/contract/listings/listings.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import type { SandboxDocument, SandboxDocumentsAnswer } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { CallOptions } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'

export type Sandbox = {
  /** The documents that the sandbox accepts, and what each one shows. */
  readonly documents: (options?: CallOptions) => Promise<readonly SandboxDocument[]>
  /** The time in your sandbox. */
  readonly clock: (options?: CallOptions) => Promise<ResultOf<typeof ClockAnswer>>
  /** Moves the clock of your sandbox forward; what falls due on the way has then happened. */
  readonly moveClock: (to: ClockRequest, options?: CallOptions) => Promise<ResultOf<typeof ClockAnswer>>
  /** Makes an event happen to a document that you watch. */
  readonly event: (
    event: SandboxEventRequest,
    options?: CallOptions,
  ) => Promise<ResultOf<typeof SandboxEventAnswer>>
}

export const sandbox = ({ result, get }: Transport): Sandbox => ({
  documents: async (options) => {
    const open = { atRoot: true, isOpen: true } as const
    return (await get<ResultOf<typeof SandboxDocumentsAnswer>>('/sandbox/documentos', options, open))
      .documents
  },
  clock: (options) => get('/sandbox/relogio', options, { atRoot: true }),
  // Twice would be twice as far.
  moveClock: (body, options) =>
    result({ method: 'POST', path: '/sandbox/relogio', atRoot: true, body, repeats: 'never', options }),
  event: (body, options) =>
    result({ method: 'POST', path: '/sandbox/eventos', atRoot: true, body, repeats: 'never', options }),
})
