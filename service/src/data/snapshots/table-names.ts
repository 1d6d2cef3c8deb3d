import type { SnapshotTable } from '../data-set.ts'

/** What a snapshot says of its tables: one that was begun with others is not gone on with. */
export const tableNames = (tables: readonly Pick<SnapshotTable, 'name'>[]): string =>
  tables.map(({ name }) => name).join(' ')

export const hasTable = (names: string, { name }: Pick<SnapshotTable, 'name'>): boolean =>
  names.split(' ').includes(name)
