import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { text } from './read-leaf.ts'
import { at } from './table.ts'

/** Where an answer names whom it is about. */
const places = [
  'registration.documentNumber',
  'registration.companyDocument',
  'identificationReport.documentNumber',
  'identificationReport.companyDocument',
]

/**
 * Whether every report of an answer is about this document. It has to say so: an answer that names nobody could be
 * anybody's.
 */
export const isAbout = (reports: readonly unknown[], document: DocumentNumber): boolean =>
  reports.every((report) => namedIn(report, document).length > 0 && !isAboutAnother(report, document))

/** Whether a report names another than this document as the one that it is about. */
export const isAboutAnother = (report: unknown, document: string): boolean =>
  namedIn(report, document).some((value) => !isDocument(value, document))

/** A person's registration may name a company as well, so a CPF is looked for under its own name. */
const namedIn = (report: unknown, document: string): readonly unknown[] =>
  places
    .filter((place) => document.length === 14 || !place.endsWith('companyDocument'))
    .map((place) => at(report, place))
    .filter((value) => value !== undefined && value !== null && value !== '')

/** Numbers have lost the zeros that a document begins with; masks say nothing. */
const isDocument = (value: unknown, document: string): boolean =>
  withoutZeros((text(value) ?? '').replace(/[./\s-]/g, '').toUpperCase()) === withoutZeros(document)

const withoutZeros = (bare: string): string => bare.replace(/^0+/, '')
