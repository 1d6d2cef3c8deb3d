/** What is read of policies and decisions is kept under these names. */
export const policiesName = ['policies'] as const
export const decisionsName = ['decisions'] as const
