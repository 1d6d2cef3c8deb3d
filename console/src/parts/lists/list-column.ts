import { dateText, grouped, moneyText } from '@lastro/reading/value-text.ts'
import type { ReactNode } from 'react'
import { instantOf } from '../instant.ts'
import type { Column } from './data-table.tsx'

type Of<Row, Value> = (row: Row) => Value | undefined

/** What a cell holds, by its kind; a column of none, as one of buttons, is neither searched, sorted nor written out. */
type Held<Row> =
  | { readonly text: Of<Row, string>; readonly order?: Of<Row, Order> }
  /** Rows that are in no sum are shown all the same. */
  | { readonly amount: Of<Row, string>; readonly isSummed?: (row: Row) => boolean }
  | { readonly count: Of<Row, number> }
  | { readonly instant: Of<Row, string> }
  | { readonly day: Of<Row, string> }
  | { readonly cell: (row: Row) => ReactNode }

/** A column of a list. What it holds is shown as such, unless `cell` shows it better. */
export type ListColumn<Row> = Held<Row> & {
  readonly id: string
  readonly label: string
  readonly cell?: (row: Row) => ReactNode
  readonly isFixed?: boolean
  /** How many rows there are of each text is said above the list: states, outcomes. */
  readonly isTallied?: boolean
}

/** What rows are put in order by. */
export type Order = string | number | bigint

/** A cell as somebody reads it, looks for it and finds it in a file. */
export function textIn<Row>(column: ListColumn<Row>, row: Row): string {
  if ('text' in column) return column.text(row) ?? ''
  if ('amount' in column) return shown(column.amount(row), moneyText)
  if ('count' in column) return shown(column.count(row), (count) => grouped(String(count)))
  if ('instant' in column) return shown(column.instant(row), instantOf)
  if ('day' in column) return shown(column.day(row), dateText)
  return ''
}

const shown = <Value>(value: Value | undefined, textOf: (value: Value) => string): string =>
  value === undefined ? '' : textOf(value)

/** Whether a column can be searched, sorted and written out. */
export const holdsText = <Row>(column: ListColumn<Row>): boolean =>
  ['text', 'amount', 'count', 'instant', 'day'].some((kind) => kind in column)

export const isFigure = <Row>(column: ListColumn<Row>): boolean => 'amount' in column || 'count' in column

/** Undefined for a cell with nothing in it. */
export function orderIn<Row>(column: ListColumn<Row>, row: Row): Order | undefined {
  if ('amount' in column) return centsIn(column.amount(row))
  if ('count' in column) return column.count(row)
  // Instants of the service have one offset, and days none: their text is in their order.
  if ('instant' in column) return column.instant(row)
  if ('day' in column) return column.day(row)
  if ('text' in column) return column.order === undefined ? column.text(row) || undefined : column.order(row)
  return undefined
}

/** `1520.33` → 152033n; undefined for what is no amount. */
export const centsIn = (amount: string | undefined): bigint | undefined =>
  amount !== undefined && /^-?\d+\.\d{2}$/.test(amount) ? BigInt(amount.replace('.', '')) : undefined

/** Words as a dictionary has them, with the numbers in them by their value. */
const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

export function compareOrders(one: Order, other: Order): number {
  if (typeof one === 'string' || typeof other === 'string')
    return collator.compare(String(one), String(other))
  return one < other ? -1 : one > other ? 1 : 0
}

/** The column as a table draws it. */
export const drawn = <Row>(column: ListColumn<Row>): Column<Row> => ({
  label: column.label,
  cell: column.cell ?? ((row) => textIn(column, row)),
  isFigure: isFigure(column),
  isAmount: 'amount' in column,
  isFixed: column.isFixed ?? ('instant' in column || 'day' in column),
})
