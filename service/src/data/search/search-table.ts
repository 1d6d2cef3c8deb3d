import type { SnapshotTable } from '../data-set.ts'

/**
 * The index of a snapshot that can be searched: a record for each token (the key) in each block of rows (the order).
 * Blocks are written one after the other, so tokens come again and again.
 */
export const searchTable: SnapshotTable = { name: 'search', hasOrder: true, isUnsorted: true }
