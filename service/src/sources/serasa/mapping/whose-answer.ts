import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { text } from '../../mapping/read-leaf.ts'
import { at } from '../../mapping/table.ts'

/** Where an answer names whom it is about. */
const places = [
  'registration.documentNumber',
  'registration.companyDocument',
  'identificationReport.documentNumber',
  'identificationReport.companyDocument',
]

/**
 * Whether every report of an answer is about this document. It has to say so: an answer that names nobody could be
 * anybody's. A person's registration may name a company as well, so a CPF is looked for under its own name.
 */
export function isAbout(reports: readonly unknown[], document: DocumentNumber): boolean {
  return reports.every((report) => {
    const named = places
      .filter((place) => document.length === 14 || !place.endsWith('companyDocument'))
      .map((place) => at(report, place))
      .filter((value) => value !== undefined && value !== null && value !== '')
    return named.length > 0 && named.every((value) => isDocument(value, document))
  })
}

/** Numbers have lost the zeros that a document begins with; masks say nothing. */
const isDocument = (value: unknown, document: string): boolean =>
  withoutZeros((text(value) ?? '').replace(/[./\s-]/g, '').toUpperCase()) === withoutZeros(document)

const withoutZeros = (bare: string): string => bare.replace(/^0+/, '')
