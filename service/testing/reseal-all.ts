import type { SealAnew } from '../src/features/sealing/reseal-secrets.ts'
import type { Store } from '../src/store/store.ts'

/** Seals all that a store holds anew, whatever it is, by one rule. */
export const resealAll = ({ sealed }: Pick<Store, 'sealed'>, anew: SealAnew): Promise<number> =>
  sealed.reseal(
    {
      'secrets of webhooks': anew,
      'secrets of sign-in': anew,
      'kept reports': anew,
      'credentials of sources': anew,
    },
    { previous: 'v1.k.', next: 'v1.next.' },
  )
