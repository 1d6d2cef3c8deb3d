import type { DataFileAccount } from './operator-data.ts'

type InnerFile = Pick<DataFileAccount, 'zip' | 'file'>

/** What an inner file is called where its rows are accounted for: by its zip, and by its own name where that has several. */
export function dataFileName({ zip, file }: InnerFile, all: readonly InnerFile[]): string {
  const isAlone = all.every((one) => one.zip !== zip || one.file === file)
  return isAlone ? zip : `${zip}/${file}`
}
