import type { ClientCredentials, Connection } from '@lastro/client'
import { LastroProblem, LastroUnreachable } from '@lastro/client/problem'
import { tokenCredentials } from '@lastro/client/transport/token.ts'
import { resultOf, transport } from '@lastro/client/transport/transport.ts'
import type { AskedOperation, AskService, ServiceAnswer } from '@lastro/service/features/mcp/ask-service.ts'
import { say } from '../terminal.ts'

/** Asks a running service for its operations, as the programs of a client do. */
export function askOverHttp(connection: Connection & ClientCredentials): AskService {
  const { send } = transport(connection, tokenCredentials(connection, connection))
  return async ({ purpose, document, key, body, ...asked }: AskedOperation) => {
    try {
      return await send(
        {
          ...asked,
          ...(body !== undefined && { body }),
          headers: { 'x-finalidade': purpose, 'x-documento': document },
          repeats: key === undefined ? 'freely' : 'keyed',
          options: { idempotencyKey: key },
        },
        answered,
      )
    } catch (error) {
      return refused(error)
    }
  }
}

async function answered(answer: Response): Promise<ServiceAnswer> {
  const { headers } = answer
  return {
    kind: 'answered',
    result: await resultOf(answer),
    headerOf: (name) => headers.get(name) ?? undefined,
  }
}

/** What the service refuses, and that it does not answer, is told to the model; anything else is a mistake of ours. */
function refused(error: unknown): ServiceAnswer {
  if (error instanceof LastroProblem) {
    const { code, title, detail, errors, requestId, retryAfterSeconds } = error
    return { kind: 'refused', problem: { code, title, detail, errors, requestId, retryAfterSeconds } }
  }
  if (!(error instanceof LastroUnreachable)) throw error
  return {
    kind: 'refused',
    problem: {
      code: 'unreachable',
      title: say({ pt: 'Serviço fora de alcance', en: 'The service is out of reach' }),
      detail: `${error.message} ${say({ pt: 'Diga a quem cuida do Lastro: LASTRO_URL é o endereço.', en: 'Tell whoever looks after Lastro: LASTRO_URL is its address.' })}`,
      retryAfterSeconds: error.retryAfterSeconds,
    },
  }
}
