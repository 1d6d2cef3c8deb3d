import { type Lastro, lastroClient } from '@lastro/client'
import { isProblem, LastroUnreachable } from '@lastro/client/problem'
import { refuse } from '../terminal.ts'
import { connectionTo } from './connection-to.ts'

/** Calls a running service as the programs of a sandbox client do, with the credentials that it was given. */
export const sandboxCaller = (): Lastro => lastroClient(connectionTo('sandbox'))

/** What the service refuses, and that it does not answer, is said in a sentence. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (isProblem(error)) return refuse({ pt: error.detail, en: error.detail })
    if (!(error instanceof LastroUnreachable)) throw error
    return refuse({
      pt: `${error.message} Inicie o serviço, ou diga onde está em LASTRO_URL.`,
      en: `${error.message} Start the service, or say where it is in LASTRO_URL.`,
    })
  }
}
