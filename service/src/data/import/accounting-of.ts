import type { Accounting, FileAccount } from '../../features/public-data/accounting.ts'
import type { Counts } from './merge-all.ts'
import type { ImportPlan } from './plan/plan-import.ts'
import type { ReadAll } from './read-all.ts'

/** In every file, rows read are those kept, merged and quarantined: whatever breaks that is found before the switch. */
export function accountingOf({ files }: ImportPlan, read: ReadAll, { seen, merged }: Counts): Accounting {
  return {
    files: files.map((file) => {
      const domain = read.ofDomains.find((one) => one.file === file)
      const counts = domain ?? read.files[file.number]
      if (counts === undefined) throw new Error('every file was read')
      const quarantined = sum(Object.values(counts.quarantinedBy))
      const mergedCount = domain?.merged ?? merged[file.number] ?? 0
      const kept = (domain === undefined ? (seen[file.number] ?? 0) : domain.read - quarantined) - mergedCount
      const account: FileAccount = {
        zip: file.entry.zip,
        file: file.entry.name,
        kind: file.kind,
        read: counts.read,
        kept,
        merged: mergedCount,
        quarantined,
        quarantinedBy: counts.quarantinedBy,
        fields: counts.fields,
      }
      if (account.read !== kept + mergedCount + quarantined) {
        throw new Error(`${file.entry.zip}: ${account.read} rows were read and other ones accounted for`)
      }
      return account
    }),
  }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
