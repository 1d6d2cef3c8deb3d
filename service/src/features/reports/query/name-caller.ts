import type { Caller, CredentialRefusal } from '../../../http/caller.ts'
import { type HeaderName, headerName } from '../../../http/headers/call-headers.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import type { QueryContext } from './query-context.ts'

/** From here on the record has a name, of a refused credential too where it tells whose it is. */
export function nameCaller(context: QueryContext, caller: Caller | CredentialRefusal): void {
  context.userId = caller.userId
  context.clientId = caller.clientId ?? ''
  context.address = caller.address ?? ''
  if (isRefusal(caller)) context.trailEnvironment = caller.environment ?? context.environment
  else context.caller = caller
}

/** Of two credentials nobody can say which was meant, so that nobody is named. */
export const hasTwoCredentials = ({ headers: { repeated } }: Call): boolean =>
  repeated !== undefined && credentialNames.has(headerName(repeated))

const credentialNames: ReadonlySet<HeaderName | undefined> = new Set(['authorization', 'apiKey', 'cookie'])
