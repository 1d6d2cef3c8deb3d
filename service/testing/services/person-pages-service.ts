import type { Engine } from '../../src/store/engine/tables.ts'
import { type OpenIdProvider, openIdProvider } from '../servers/openid-provider.ts'
import { front } from './person-browser.ts'
import { type PersonService, personService } from './person-service.ts'

/** A service whose people sign in at a real provider, which goes by the service's clock. */
export type PersonPagesService = PersonService & {
  readonly provider: OpenIdProvider
  /** Where people reach it: not where it listens. */
  readonly url: string
}

export async function personPagesService(engine: Engine): Promise<PersonPagesService> {
  const provider = await openIdProvider()
  const proxy = await front()
  const service = await personService(engine, {
    publicUrl: proxy.url,
    issuer: provider.settings(`${proxy.url}/titular/volta`),
  })
  proxy.target = service.url
  provider.nowMs = service.clock.nowMs
  return {
    ...service,
    url: proxy.url,
    provider,
    close: async () => {
      await proxy.close()
      await provider.close()
      await service.close()
    },
  }
}
