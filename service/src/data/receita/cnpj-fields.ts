import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import { wholeNumber } from '../cleaning/clean-fields.ts'
import type { CountField } from '../data-set.ts'
import type { Row } from '../rows/row.ts'

/** The key of the company that a row is about; −1 where its root is none. It may hold letters since July 2026. */
export function rootField(row: Row, column: number, count: CountField): number {
  const { bytes } = row
  const from = row.start[column] as number
  if ((row.end[column] as number) - from !== 8) return -1
  let key = 0
  for (let at = from; at < from + 8; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return rootWithLetters(row, column, count)
    key = 10 * key + digit
  }
  return key
}

function rootWithLetters(row: Row, column: number, count: CountField): number {
  const root = row.bytes.toString('latin1', row.start[column], row.end[column])
  if (!/^[0-9A-Z]{8}$/.test(root)) return -1
  count('root_with_letters')
  return companyKey(root)
}

/** The order of an establishment as a number; −1 where it is none. */
export function orderField(row: Row, column: number): number {
  const from = row.start[column] as number
  const length = (row.end[column] as number) - from
  const digits = length === 4 ? wholeNumber(row.bytes, from, length) : -1
  if (digits >= 0) return digits
  const order = row.bytes.toString('latin1', from, from + length)
  return /^[0-9A-Z]{4}$/.test(order) ? orderKey(order) : -1
}

/** Whether root, order and check digits, which lie in three fields of a row, make a CNPJ. */
export function areCheckDigitsRight(
  row: Row,
  [root, order, digits]: readonly [number, number, number],
): boolean {
  if ((row.end[digits] as number) - (row.start[digits] as number) !== 2) return false
  let first = 0
  let second = 0
  let ones = 0
  for (let place = 0; place < 12; place++) {
    const at = place < 8 ? (row.start[root] as number) + place : (row.start[order] as number) + place - 8
    const value = (row.bytes[at] as number) - 48
    first += value * (firstWeights[place] as number)
    second += value * (secondWeights[place] as number)
    ones |= value
  }
  if (ones === 0) return false
  const one = checkDigit(first)
  const two = checkDigit(second + 2 * one)
  const at = row.start[digits] as number
  return row.bytes[at] === 48 + one && row.bytes[at + 1] === 48 + two
}

const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const secondWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3]

const checkDigit = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11))
