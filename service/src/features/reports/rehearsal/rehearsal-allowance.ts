import { rehearsalsPerHour } from '@lastro/contract/policies/rehearsal-limits.ts'

/** How many rehearsals of a client read the reports that it keeps in an hour. */
export const rehearsalAllowance = (clientId: string) => ({
  policy: 'rehearsals',
  owner: clientId,
  limit: rehearsalsPerHour,
  windowMs: 3_600_000,
})
