import type { FileAccount } from '../../features/public-data/accounting.ts'

/**
 * Rows that a set leaves out by rule, such as those of people: counted under a reason that begins like this, and
 * written nowhere.
 */
export const isLeftOut = (reason: string): boolean => reason.startsWith('left_out_')

export const leftOutCount = ({ quarantinedBy }: Pick<FileAccount, 'quarantinedBy'>): number =>
  Object.entries(quarantinedBy).reduce((sum, [reason, count]) => sum + (isLeftOut(reason) ? count : 0), 0)
