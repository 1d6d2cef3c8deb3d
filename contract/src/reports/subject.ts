import { type Static, Type } from 'typebox'
import { datePattern, described, moneyPattern, oneLine, sealed } from '../leaves.ts'
import { natures } from '../listings/natures.ts'
import { IdentificationReport, QSAReport } from './company.ts'
import { Registration } from './registration.ts'

/**
 * What a bureau knows of one person or company: one line of the NDJSON that `bureau load` reads.
 * Its members carry the report's own field names, so that a fact has one name from loading to answer.
 */
const short = Type.String({ minLength: 1, maxLength: 200 })
const date = Type.String({ format: 'date', pattern: datePattern })
const money = Type.String({ pattern: moneyPattern })
const state = Type.String({ pattern: '^[A-Z]{2}$' })
const flag = Type.Enum(['true', 'false'])

/** CDC art. 43 §2: who gave the debtor notice, and when. Without both it is kept, and shown to nobody. */
const notice = {
  notifiedBy: Type.Optional(
    oneLine(200, { pt: 'Quem comunicou o devedor.', en: 'Who gave the debtor notice.' }),
  ),
  notifiedOn: Type.Optional(date),
}

export const NegativeItem = Type.Object({
  section: Type.Enum(['listingP', 'listingR', 'collectionRecords']),
  occurrenceDate: date,
  legalNatureId: Type.Enum(Object.keys(natures), {
    ...described({ pt: 'Código da tabela de naturezas.', en: 'A code of the table of natures.' }),
  }),
  contractId: Type.String({ minLength: 1, maxLength: 20 }),
  creditorName: short,
  amount: money,
  legalSquare: Type.Optional(short),
  federalUnit: Type.Optional(state),
  principal: Type.Optional(flag),
  flagSubJudice: Type.Optional(flag),
  ...notice,
})
export type NegativeItem = Static<typeof NegativeItem>

export const Cheque = Type.Object({
  occurrenceDate: date,
  alinea: Type.String({ pattern: '^\\d{2}$' }),
  bankId: Type.String({ pattern: '^\\d{3}$' }),
  bankName: Type.Optional(short),
  bankAgencyId: Type.Optional(Type.String({ pattern: '^\\d{1,5}$' })),
  checkNumber: Type.Optional(Type.String({ pattern: '^\\d{1,12}$' })),
  checkCount: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$' })),
  city: Type.Optional(short),
  federalUnit: Type.Optional(state),
  amount: Type.Optional(money),
  ...notice,
})
export type Cheque = Static<typeof Cheque>

export const Protest = Type.Object({
  occurrenceDate: date,
  amount: money,
  officeNumber: Type.Optional(short),
  city: Type.Optional(short),
  federalUnit: Type.Optional(state),
})
export type Protest = Static<typeof Protest>

const partners = QSAReport.properties

export const Subject = Type.Object({
  documento: Type.String({ minLength: 1, maxLength: 64 }),
  registration: Type.Optional(Type.Omit(Registration, ['documentNumber', 'coverage', 'copiedAt', 'error'])),
  identification: Type.Optional(Type.Omit(IdentificationReport, ['coverage', 'copiedAt', 'error'])),
  partners: Type.Optional(
    Type.Partial(
      Type.Object({
        companyData: partners.companyData,
        partnersList: partners.partnerCompleteReport.properties.partnersList,
        directorsList: partners.directorCompleteReport.properties.directorsList,
        messages: Type.Array(short),
      }),
    ),
  ),
  negativeItems: Type.Optional(Type.Array(NegativeItem)),
  cheques: Type.Optional(Type.Array(Cheque)),
  protests: Type.Optional(Type.Array(Protest)),
})
export type Subject = Static<typeof Subject>

/** A misspelt member would be a fact lost in silence, so a line may hold nothing but these. */
export const SealedSubject = sealed(Subject)
