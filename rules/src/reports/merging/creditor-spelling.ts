import { parseDocument } from '../../documents/document-number.ts'
import { creditorKey } from '../../listings/insertion/debt-identity.ts'
import { plainName } from '../../subjects/plain-name.ts'

/** A creditor as far as a source tells it. */
export type CreditorSpelling = {
  /** By what its number says of the company, whichever branch it is; undefined of one that is masked or no number. */
  readonly number: string | undefined
  /** Without what stands behind a name: the form of the company, its branch, that it is under recovery. */
  readonly name: string
  /** With all that, as far as it was told: some cut names off. */
  readonly wholeName: string
}

export const creditorSpelling = (
  creditorName: string | undefined,
  creditorDocument: string | undefined,
): CreditorSpelling => {
  const wholeName = plainName((creditorName ?? '').normalize('NFKC').replace(/&(?:amp;)?/gi, ' E '))
  return {
    number: creditorDocument === undefined ? undefined : numberOf(creditorDocument),
    name: wholeName.replace(behindNames, ''),
    wholeName,
  }
}

/** By their numbers where both tell them; otherwise by their names. One that is not named is no other. */
export function mayBeOneCreditor(a: CreditorSpelling, b: CreditorSpelling): boolean {
  if (a.number !== undefined && b.number !== undefined) return a.number === b.number
  return a.name === '' || b.name === '' || a.name === b.name || isCutOff(a, b) || isCutOff(b, a)
}

/** Whether both tell their numbers, and these are two companies. */
export const areTwoCreditors = (a: CreditorSpelling, b: CreditorSpelling): boolean =>
  a.number !== undefined && b.number !== undefined && a.number !== b.number

const isCutOff = ({ name, wholeName }: CreditorSpelling, whole: CreditorSpelling): boolean =>
  name.replaceAll(' ', '').length >= cutOffLengthMin && whole.wholeName.startsWith(wholeName)

/** Shorter names begin many others. */
const cutOffLengthMin = 15

function numberOf(creditorDocument: string): string | undefined {
  const parsed = parseDocument(creditorDocument)
  return parsed.kind === 'document' ? creditorKey({ creditorDocument: parsed.document }) : undefined
}

/** One writes S.A., another S/A, a third S A: with blanks or without. */
const spaced = (form: string): string => form.split('').join(' ?')

/** A number behind FILIAL is a branch; a word there may be part of a name, and is left. */
const behindNames = new RegExp(
  `(?: (?:${[
    ...['SA', 'SS', 'SC', 'LTDA', 'ME', 'EPP', 'MEI', 'EIRELI', 'SLU', 'CIA'].map(spaced),
    '(?:SOCIEDADE )?(?:LIMITADA|UNIPESSOAL|ANONIMA)',
    'SOCIEDADE SIMPLES',
    'MATRIZ',
    'FILIAL(?: (?:N|NO|NR|NUMERO))?(?: \\d+)?',
    'EM (?:RECUPERACAO|LIQUIDACAO)(?: (?:JUDICIAL|EXTRAJUDICIAL|ORDINARIA))?',
  ].join('|')}))+$`,
)
