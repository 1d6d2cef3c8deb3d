import { maskCpfsSetApart } from '@lastro/rules/documents/mask-cpfs.ts'
import { putCentsField } from '../cleaning/cents-field.ts'
import { countRepairs, putField } from '../cleaning/clean-fields.ts'
import { cleanText } from '../cleaning/clean-text.ts'
import { cnpjField } from '../cleaning/cnpj-field.ts'
import { putSlashedDateField } from '../cleaning/slashed-date-field.ts'
import type { CountField, Parts, ReaderContext, RowReader } from '../data-set.ts'
import { takeByteNumber } from '../packing/packed-bytes.ts'
import { putNumber, putText } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import {
  inCourtForms,
  type PublicDebtRegister,
  type PublicDebtSituation,
  principalForms,
  publicDebtRegisters,
  publicDebtSituations,
} from './public-debts.ts'

/** What is read, by the names that each column has had. Names of debtors are not: a report has better ones. */
export const debtColumns: readonly (readonly string[])[] = [
  ['CPF_CNPJ'],
  ['TIPO_PESSOA'],
  ['TIPO_DEVEDOR'],
  ['UNIDADE_RESPONSAVEL'],
  ['NUMERO_INSCRICAO'],
  ['TIPO_SITUACAO_INSCRICAO'],
  ['SITUACAO_INSCRICAO'],
  ['RECEITA_PRINCIPAL', 'TIPO_CREDITO'],
  ['DATA_INSCRICAO'],
  ['INDICADOR_AJUIZADO'],
  ['VALOR_CONSOLIDADO'],
]

/** Rows of one of the three registers: a debtor of an inscription each. */
export const publicDebtReader =
  (register: PublicDebtRegister) =>
  ({ places }: ReaderContext): RowReader => {
    const kind = publicDebtRegisters.indexOf(register)
    const at = columnsAt(places)
    return (row, parts, count) => {
      const isPerson = startsWith(row, at.personType, 'PESSOA F')
      const company = cnpjField(row, at.document, isPerson)
      if (company.kind === 'none') return company.reason
      const inscription = cleanText(textOf(row, at.inscription), count, maskCpfsSetApart).toUpperCase()
      if (!inscriptionForm.test(inscription)) return 'inscription_invalid'
      countRepairs(row, count)
      const { writer } = parts
      putSlashedDateField(writer, row, at.date, count)
      putNumber(writer, company.order)
      putNumber(writer, principalForms.indexOf(isPrincipal(row, at.debtorType, count)))
      putText(writer, inscription)
      putNumber(writer, publicDebtSituations.indexOf(situationOf(row, at.situationType, count)))
      putNumber(writer, inCourtForms.indexOf(inCourt(row, at.inCourt, count)))
      putCentsField(writer, row, at.amount, debtAmount, count)
      putField(writer, row, at.situation, count)
      putField(writer, row, at.debtType, count)
      putField(writer, row, at.unit, count)
      parts.commit(company.key, kind, true)
      return undefined
    }
  }

/** One debtor of one inscription: establishment, role and number. The same in two files is one. */
export function debtIdentity({ bytes, start }: Parts, part: number): string {
  const packed = { bytes, at: start[part] as number }
  takeByteNumber(packed)
  const from = packed.at
  takeByteNumber(packed)
  takeByteNumber(packed)
  const length = takeByteNumber(packed)
  return bytes.toString('latin1', from, packed.at + length)
}

export const debtAmount = { name: 'amount', isRequired: true } as const

/** `80 6 12 345678-90`, `364568329`, `FGSP200012345`; a CPF inside is masked, and alone it is no inscription. */
const inscriptionForm = /^(?!\*{3}\d{6}\*{2}$)[0-9A-Z*][0-9A-Z ./*-]{0,39}$/

function columnsAt(places: readonly number[]) {
  const [document = 0, personType = 0, debtorType = 0, unit = 0, inscription = 0, situationType = 0] = places
  const [situation = 0, debtType = 0, date = 0, inCourt = 0, amount = 0] = places.slice(6)
  return {
    document,
    personType,
    debtorType,
    unit,
    inscription,
    situationType,
    situation,
    debtType,
    date,
    inCourt,
    amount,
  }
}

/** Words that the publisher writes with accents in some years and without in others. */
function plainWord(row: Row, column: number): string {
  const text = textOf(row, column)
  const known = plainWords.get(text)
  if (known !== undefined) return known
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase()
  if (plainWords.size < plainWordsMax) plainWords.set(text, plain)
  return plain
}

/** There are a dozen words in forty million rows; a file of other ones must not fill the memory. */
const plainWords = new Map<string, string>()
const plainWordsMax = 1_000

const startsWith = (row: Row, column: number, word: string): boolean =>
  plainWord(row, column).startsWith(word)

/** Undefined if the role is unknown: the amount may or may not be owed. */
function isPrincipal(row: Row, column: number, count: CountField): boolean | undefined {
  const role = plainWord(row, column)
  if (role === 'PRINCIPAL') return true
  if (coDebtorTypes.has(role)) return false
  count('debtor_type_unknown')
  return undefined
}

const coDebtorTypes = new Set(['CORRESPONSAVEL', 'SOLIDARIO'])

function situationOf(row: Row, column: number, count: CountField): PublicDebtSituation {
  const found = situations[plainWord(row, column)]
  if (found === undefined) count('situation_unknown')
  return found ?? 'other'
}

/** A debt in instalments or under another benefit is being paid: negotiated. */
const situations: Readonly<Record<string, PublicDebtSituation>> = {
  'EM COBRANCA': 'collection',
  'EM NEGOCIACAO': 'negotiated',
  'BENEFICIO FISCAL': 'negotiated',
  GARANTIA: 'guaranteed',
  'SUSPENSO POR DECISAO JUDICIAL': 'suspended',
}

function inCourt(row: Row, column: number, count: CountField): boolean | undefined {
  const word = plainWord(row, column)
  if (word === 'SIM') return true
  if (word === 'NAO') return false
  if (word !== '') count('in_court_unknown')
  return undefined
}
