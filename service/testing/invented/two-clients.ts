import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import type { Store } from '../../src/store/store.ts'
import { newPlace, type Place } from '../engines.ts'

/** Two of production and one of the sandbox: whatever one has, the others have its like beside it. */
export const [ana, bia, caixa] = ['cli_ana', 'cli_bia', 'cli_caixa'] as const

const environments: Readonly<Record<string, Environment>> = {
  [ana]: 'production',
  [bia]: 'production',
  [caixa]: 'sandbox',
}

/** A fresh store with three clients that hold the same things. */
export async function storeOfClients(engine: Engine, place?: Place): Promise<Store> {
  const store = await (place ?? (await newPlace(engine))).open()
  for (const [id, environment] of Object.entries(environments)) {
    await store.clients.addClient(
      {
        id,
        environment,
        name: `Cliente ${id}`,
        contract: wholeContract,
        contractVersion: 1,
        createdAtMs: 1_000,
        revokedAtMs: undefined,
        secretHash: `secret of ${id}`,
      },
      { hash: `key of ${id}`.padEnd(43, '.'), clientId: id, createdAtMs: 1_000, hint: 'lk_…' },
    )
  }
  return store
}
