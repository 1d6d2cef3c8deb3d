import type { Text } from '@lastro/contract/text.ts'

/** The words of one area. A `{name}` in them is filled when they are said; both languages name the same ones. */
export type Words = Readonly<Record<string, Text>>

export type Values = Readonly<Record<string, string | number>>

export const filled = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
