import type { SourceKind } from '@lastro/contract/operator/source-kinds.ts'
import { lastroProvider } from './lastro/lastro-provider.ts'
import type { Provider } from './outward/provider.ts'
import { protocoloProvider } from './protocolo/protocolo-provider.ts'
import { serasaProvider } from './serasa/serasa-provider.ts'

/** Every kind of source that an operator may declare. */
export const providers: Readonly<Record<SourceKind, Provider>> = {
  lastro: lastroProvider,
  protocolo: protocoloProvider,
  serasa: serasaProvider,
}
