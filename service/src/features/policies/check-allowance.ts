import { policyChecksPerMinute } from '@lastro/contract/policies/policy-limits.ts'

/** How many policies a client has checked in a minute: each holds a core for up to seconds. */
export const checkAllowance = (clientId: string) => ({
  policy: 'policy-checks',
  owner: clientId,
  limit: policyChecksPerMinute,
  windowMs: 60_000,
})
