import type { SectionId } from '../reports/sections.ts'

/** The sections that the public data of a file is made of, in the order in which they are read. */
export const publicSections: readonly SectionId[] = [
  'registration',
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
  'partner',
  'publicDebt',
  'sanctions',
]
