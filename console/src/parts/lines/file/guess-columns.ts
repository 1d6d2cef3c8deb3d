import { folded, type LineField } from './line-field.ts'

/** Which column of a file holds each field, by its place. */
export type ColumnsOfFields = Readonly<Record<string, number>>

/**
 * What the names of the columns say. A field that two columns could be is left to the person: of "Valor original" and
 * "Valor atualizado" only they know which is owed.
 */
export function guessColumns(columns: readonly string[], fields: readonly LineField[]): ColumnsOfFields {
  const names = columns.map((column) => (isOurs(column) ? '' : folded(column)))
  const taken = new Map<string, number>()
  for (const fits of [isNamed, isWorded]) {
    const free = names.map((name, at) => ({ name, at })).filter(({ at }) => ![...taken.values()].includes(at))
    for (const field of fields) {
      if (taken.has(field.name)) continue
      const found = free.filter(({ name }) => name !== '' && fits(field, name))
      const [only] = found
      if (found.length === 1 && only !== undefined) taken.set(field.name, only.at)
    }
  }
  return Object.fromEntries(taken)
}

const isNamed = ({ name, names }: LineField, column: string): boolean =>
  column === folded(name) || names.includes(column)

const isWorded = ({ words, notWords }: LineField, column: string): boolean =>
  words?.test(column) === true && notWords?.test(column) !== true

/** Begins the columns that are added to a file of refused lines. They are never a field. */
export const oursPrefix = 'Lastro: '

export const isOurs = (column: string): boolean => column.startsWith(oursPrefix)
