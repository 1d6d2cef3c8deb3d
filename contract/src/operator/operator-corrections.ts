import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment } from './operator-parts.ts'
import { untoldReasons } from './untold-reasons.ts'

/** Somebody who has yet to be told that a listing was wrong. Whose it is stands in the listing, not here. */
export const UntoldCorrection = Type.Object(
  {
    id: Type.String({ examples: ['co_4hJ8kq1bX0pYw3Zt9aVd2sLm'] }),
    environment,
    recipient: Type.Enum(['reader', 'debtor'], {
      ...described({
        pt: 'reader: um cliente a quem o erro foi mostrado. debtor: o devedor da anotação.',
        en: 'reader: a client that was shown the error. debtor: the debtor of the listing.',
      }),
    }),
    clientId: Type.Optional(
      Type.String(described({ pt: 'O cliente a comunicar.', en: 'The client to be told.' })),
    ),
    clientName: Type.Optional(Type.String()),
    listingId: Type.String(described({ pt: 'A anotação corrigida.', en: 'The listing that was corrected.' })),
    version: Type.Integer(
      described({ pt: 'A versão que a corrigiu.', en: 'The version that corrected it.' }),
    ),
    occurrenceId: Type.Optional(
      Type.String(described({ pt: 'A ocorrência do cliente.', en: "The client's occurrence." })),
    ),
    reason: Type.Enum(codesOf(untoldReasons), {
      ...described({ pt: 'Por que espera.', en: 'Why it waits.' }),
    }),
    dueOn: leaf.date({ pt: 'O último dia que a lei dá.', en: 'The last day that the law gives.' }),
    createdAt: leaf.instant({ pt: 'Desde quando espera.', en: 'Since when it waits.' }),
  },
  { $id: 'UntoldCorrection' },
)
export type UntoldCorrection = Static<typeof UntoldCorrection>

export const UntoldCorrectionsAnswer = success(
  Type.Object({ corrections: Type.Array(UntoldCorrection), cursor }),
)

export const CorrectionToldRequest = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      examples: ['carta com aviso de recebimento'],
      ...described({
        pt: 'Como foi comunicada, em palavras de quem comunicou; sem CPF nem CNPJ.',
        en: 'How it was told, in the words of whoever did; without a CPF or CNPJ.',
      }),
    }),
  },
  { additionalProperties: false, $id: 'CorrectionToldRequest' },
)
export type CorrectionToldRequest = Static<typeof CorrectionToldRequest>

export const CorrectionToldAnswer = success(Type.Object({ id: Type.String(), outcome: Type.Enum(['told']) }))
