import type { Seal } from '../sealing/sealed-secrets.ts'
import { credentialFaults, type SourceFieldFault } from './declare-source.ts'
import { type Credentials, type DeclaredSource, sealOwner } from './declared-source.ts'
import type { SourceStore } from './source-store.ts'

export type CredentialsSet =
  | { readonly kind: 'set'; readonly source: DeclaredSource }
  | { readonly kind: 'refused'; readonly faults: readonly SourceFieldFault[] }
  | { readonly kind: 'unknown' }

/** Gives a source other credentials: the operator's, or those by which a client pays for itself. */
export async function setCredentials(
  { sources, seal }: { readonly sources: SourceStore; readonly seal: Seal },
  asked: {
    readonly sourceId: string
    readonly clientId: string | undefined
    readonly credentials: Credentials
  },
): Promise<CredentialsSet> {
  const { sourceId, clientId, credentials } = asked
  const source = await sources.find(sourceId)
  if (source === undefined) return { kind: 'unknown' }
  const faults = credentialFaults(source.kind, credentials)
  if (faults.length > 0) return { kind: 'refused', faults }
  const owner = { sourceId, clientId }
  const isSet = await sources.setCredentials(owner, seal.seal(JSON.stringify(credentials), sealOwner(owner)))
  return isSet ? { kind: 'set', source } : { kind: 'unknown' }
}
