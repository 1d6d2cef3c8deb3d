import type { ClientCredentials, Connection } from '@lastro/client'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { config, refuse } from '../terminal.ts'

/** Where a running service is, and the credentials of a client of it, as the environment of the command says. */
export function connectionTo(environment: Environment): Connection & ClientCredentials {
  const needed = (name: string): string => {
    const value = config.environment[name]?.trim()
    return value
      ? value
      : refuse({
          pt: `Falta ${name}: é de um cliente, ambiente ${environment}, mostrado quando foi criado. Outro: lastro client create --env ${environment} --name Teste`,
          en: `${name} is not set: it is of a client of the ${environment}, shown when that was made. Another: lastro client create --env ${environment} --name Test`,
        })
  }
  return {
    baseUrl: config.environment.LASTRO_URL || 'http://127.0.0.1:8080',
    environment,
    clientId: needed('LASTRO_CLIENT_ID'),
    clientSecret: needed('LASTRO_CLIENT_SECRET'),
    apiKey: needed('LASTRO_API_KEY'),
    language: config.language,
  }
}
