import type { NegativeFilter } from '@lastro/contract/policies/policy.ts'
import { type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { sectionReadings } from '../section-readings.ts'
import { grouped, moneyText, printable } from '../value-text.ts'

/** What a value is called, with what narrows it down: `a soma das anotações negativas (Protestos; de LOJA)`. */
export function valueWords(
  value: PolicyValueName,
  of: NegativeFilter | undefined,
  language: Language,
): string {
  const title = policyValues[value].title[language]
  const parts = Object.entries(filterWords).flatMap(([name, words]) => {
    const filter = of?.[name as keyof NegativeFilter]
    return filter === undefined ? [] : (words(filter)?.[language] ?? [])
  })
  return parts.length === 0 ? title : `${title} (${parts.join('; ')})`
}

type Filter = NonNullable<NegativeFilter[keyof NegativeFilter]>

const filterWords: Readonly<Record<keyof NegativeFilter, (filter: Filter) => Text | undefined>> = {
  kinds: (kinds) => ({ pt: headings(kinds, 'pt'), en: headings(kinds, 'en') }),
  withinDays: (days) => ({
    pt: `nos últimos ${grouped(String(days))} dias`,
    en: `in the last ${grouped(String(days))} days`,
  }),
  olderThanDays: (days) => ({
    pt: `há mais de ${grouped(String(days))} dias`,
    en: `more than ${grouped(String(days))} days ago`,
  }),
  amountFrom: (amount) => {
    const money = moneyText(String(amount))
    return { pt: `de ${money} ou mais cada`, en: `of ${money} or more each` }
  },
  creditors: (names) => {
    const all = namesIn(names)
    if (all.length === 0) return { pt: 'de certos credores', en: 'owed to certain creditors' }
    return { pt: `de ${listWords(all, 'pt')}`, en: `owed to ${listWords(all, 'en')}` }
  },
  // Except nobody: nothing is left out.
  exceptCreditors: (names) => {
    const all = namesIn(names)
    if (all.length === 0) return undefined
    return { pt: `menos de ${listWords(all, 'pt')}`, en: `except owed to ${listWords(all, 'en')}` }
  },
}

const namesIn = (names: Filter): readonly string[] =>
  Array.isArray(names) ? names.map((name) => printable(String(name))) : []

const headings = (kinds: Filter, language: Language): string =>
  namesIn(kinds)
    .map((kind) => sectionWords(kind, language))
    .join(', ')

/** Whether an origin of a value is a section of a report; the document and the request are not. */
export const isSection = (name: string): boolean => Object.hasOwn(sectionReadings, name)

/** A section by the name that decisions use; the document and the request are none, and have words too. */
export function sectionWords(name: string, language: Language): string {
  if (isSection(name)) return sectionReadings[name as keyof typeof sectionReadings].heading[language]
  return otherOrigins[name]?.[language] ?? name
}

const otherOrigins: Readonly<Record<string, Text>> = {
  document: { pt: 'o próprio documento', en: 'the document itself' },
  request: { pt: 'o que foi informado no pedido', en: 'what was told in the request' },
}

/** `A, B ou C`. */
export function listWords(all: readonly string[], language: Language): string {
  const last = all.at(-1) ?? ''
  const or = { pt: 'ou', en: 'or' }[language]
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${or} ${last}`
}

/** A figure or a choice of a value as a person in Brazil reads it. */
export function figureWords(value: PolicyValueName, figure: string | number, language: Language): string {
  const text = String(figure)
  // Somebody is about to write it.
  if (text === '') return '…'
  switch (policyValues[value].unit) {
    case 'money':
      return moneyText(text)
    case 'percent':
      return `${text.replace('.', ',')}%`
    case 'count':
      return grouped(text)
    case 'months':
      return counted(text, { one: { pt: 'mês', en: 'month' }, more: { pt: 'meses', en: 'months' } }, language)
    case 'points':
      return counted(
        text,
        { one: { pt: 'ponto', en: 'point' }, more: { pt: 'pontos', en: 'points' } },
        language,
      )
    case 'choice':
      return choiceWords[text]?.[language] ?? text
  }
}

const counted = (text: string, unit: { readonly one: Text; readonly more: Text }, language: Language) =>
  `${grouped(text)} ${(text === '1' ? unit.one : unit.more)[language]}`

/** Names of registration standings and special statuses; other choices (CPF, SP) are shown as they are. */
const choiceWords: Readonly<Record<string, Text>> = {
  closed: { pt: 'encerrada', en: 'closed' },
  irregular: { pt: 'irregular', en: 'irregular' },
  regular: { pt: 'regular', en: 'regular' },
  bankruptcy: { pt: 'falência', en: 'bankruptcy' },
  liquidation: { pt: 'liquidação', en: 'liquidation' },
  intervention: { pt: 'intervenção', en: 'intervention' },
  reorganisation: {
    pt: 'recuperação judicial ou extrajudicial',
    en: 'judicial or out-of-court reorganisation',
  },
  other: { pt: 'outra', en: 'other' },
  none: { pt: 'nenhuma', en: 'none' },
}
