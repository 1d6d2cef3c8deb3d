import type { SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../clock.ts'
import { addressGuard } from '../features/alerts/webhooks/address-guard.ts'
import { readSealKey } from '../features/sealing/seal-key.ts'
import { sealUnder } from '../features/sealing/sealed-secrets.ts'
import { recorder } from '../features/trail/recorder.ts'
import { declaredSources } from '../sources/outward/declared-sources.ts'
import { type TestAsked, type TestDeps, trySource } from '../sources/outward/try-source.ts'
import { providers } from '../sources/providers.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'

/** What a test is held against, and where it is recorded. */
export const testDeps = (
  store: Pick<Store, 'listings'>,
  of: Pick<TestDeps, 'clock' | 'record'>,
): TestDeps => ({
  ...of,
  readHeld: async (document, today) =>
    (await store.listings.forReport(productionRegister, document, today)).held,
})

/** Asks one document of a declared source from a process of its own; undefined where there is none of this id. */
export async function tryDeclaredSource(
  config: Config,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { id, ...asked }: TestAsked & { readonly id: string },
): Promise<SourceTestResult | undefined> {
  const declared = declaredSources({
    store: store.declaredSources,
    providers,
    seal: sealUnder(readSealKey(config, 'credentials of sources')),
    guard: addressGuard({ networks: config.webhookNetworks }),
    clock,
    onError: (error) => {
      throw error
    },
  })
  try {
    await declared.look()
    const open = declared.all().find((one) => one.declared.id === id)
    return open && (await trySource(testDeps(store, { clock, record: recorder(store.trail) }), open, asked))
  } finally {
    await declared.stop()
  }
}
