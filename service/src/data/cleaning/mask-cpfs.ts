import { parseDocument } from '@lastro/rules/documents/document-number.ts'

/**
 * A text with every full CPF in it masked as the publishers mask them, ***456789**: more than half of sole traders'
 * legal names end with one. Eleven digits that stand together are taken for a CPF whatever their check digits say, and
 * in a longer run those that are one by their check digits. A CNPJ is public, and stays.
 */
export const maskCpfs = (text: string): string =>
  text
    .replace(spelledCpf, (_, middle: string, rest: string) => `***${middle}${rest}**`)
    .replace(brokenCpf, maskBroken)
    .replace(digitRun, maskRun)

/** 123.456.789-09 and 123 456 789 09: with at least one sign between. */
const spelledCpf = /(?<!\d)\d{3}[. ]?(\d{3})[. ]?(\d{3})[-. /]\d{2}(?!\d)/g

/** Eleven digits with signs anywhere between, as where a line was broken; phones look like that too. */
const brokenCpf = /(?<!\d)\d(?:[-. /]?\d){10}(?!\d)/g

function maskBroken(found: string): string {
  const digits = found.replace(/\D/g, '')
  return digits.length < found.length && isDocument(digits) ? mask(digits) : found
}

const digitRun = /\d{11,}/g

function maskRun(run: string): string {
  if (run.length === 11) return mask(run)
  if (run.length === 14 && isDocument(run)) return run
  for (let at = 0; at + 11 <= run.length; at++) {
    if (!isDocument(run.slice(at, at + 11))) continue
    return `${run.slice(0, at)}${mask(run.slice(at, at + 11))}${run.slice(at + 11)}`.replace(
      digitRun,
      maskRun,
    )
  }
  return run
}

const mask = (cpf: string): string => `***${cpf.slice(3, 9)}**`

const isDocument = (digits: string): boolean => parseDocument(digits).kind === 'document'
