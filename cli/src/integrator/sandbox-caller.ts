import { type Lastro, lastroClient } from '@lastro/client'
import { isProblem, LastroUnreachable } from '@lastro/client/problem'
import { config, refuse } from '../terminal.ts'

/** Calls a running service as the programs of a sandbox client do, with the credentials that it was given. */
export const sandboxCaller = (): Lastro =>
  lastroClient({
    baseUrl: config.environment.LASTRO_URL || 'http://127.0.0.1:8080',
    environment: 'sandbox',
    clientId: needed('LASTRO_CLIENT_ID'),
    clientSecret: needed('LASTRO_CLIENT_SECRET'),
    apiKey: needed('LASTRO_API_KEY'),
    language: config.language,
  })

function needed(name: string): string {
  const value = config.environment[name]?.trim()
  return value
    ? value
    : refuse({
        pt: `Falta ${name}: é de um cliente do sandbox, mostrado quando foi criado. Outro: lastro client create --env sandbox --name Teste`,
        en: `${name} is not set: it is of a sandbox client, shown when that was made. Another: lastro client create --env sandbox --name Test`,
      })
}

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
