import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { environmentOf } from './environment-field.tsx'

const storedAs = 'lastro.environment'

/**
 * The environment that the operator works in: what the address says, else what was last chosen in this window. Whoever
 * went to look at the sandbox finds it on the next page too, and does not read production for it.
 */
export const environmentNow = (inAddress: string | null | undefined): Environment =>
  environmentOf(inAddress ?? null) ?? environmentOf(sessionStorage.getItem(storedAs)) ?? 'production'

export const keepEnvironment = (environment: Environment): void =>
  sessionStorage.setItem(storedAs, environment)
