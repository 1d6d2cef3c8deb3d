import type { Words } from '../words.ts'

/** The words of companies that are found by their name. */
export const companyWords = {
  found: { pt: 'Empresas encontradas', en: 'Companies found' },
  searching: { pt: 'Procurando…', en: 'Searching…' },
  foundCount: {
    pt: 'Empresas: {count}. Escolha com as setas e Enter, ou com um toque.',
    en: 'Companies: {count}. Choose by arrows and Enter, or by a touch.',
  },
  foundNone: {
    pt: 'Nenhuma empresa com este nome. Confira a grafia.',
    en: 'No company of this name. Check the spelling.',
  },
  foundMore: {
    pt: 'Há outras. Escreva mais uma palavra do nome.',
    en: 'There are others. Write one more word of the name.',
  },
  ageNew: { pt: 'menos de um ano', en: 'less than a year old' },
  ageOne: { pt: 'um ano', en: 'one year old' },
  ageYears: { pt: '{years} anos', en: '{years} years old' },
} as const satisfies Words
