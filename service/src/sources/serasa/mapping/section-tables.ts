import {
  code,
  count,
  date,
  documentId,
  flag,
  money,
  natureOfCode,
  percent,
  postcode,
  status,
  statusDay,
  text,
} from '../../mapping/read-leaf.ts'
import { leaf, same, type Table } from '../../mapping/table.ts'

/** Person and company have one section for their registration, and the provider has other names for each. */
export const personTable: Table = {
  ...same(text, 'consumerName', 'motherName', 'consumerGender', 'statusRegistration'),
  ...same(date, 'birthDate', 'statusDate'),
  companyDocument: leaf(documentId, 'companyDocument'),
  companyName: leaf(text, 'companyName'),
  foundationDate: leaf(date, 'foundationDate'),
  address: { from: ['address'], members: same(text, 'city', 'state') },
}

const special: Table = {
  specialStatus: leaf(text, 'specialStatus'),
  specialStatusDate: leaf(date, 'specialStatusDate'),
}

export const companyTable: Table = {
  ...special,
  statusRegistration: leaf(status, 'statusRegistration'),
  statusDate: { from: ['statusDate', 'statusRegistration'], as: (value) => date(value) ?? statusDay(value) },
  companyName: leaf(text, 'companyName'),
  foundationDate: leaf(date, 'foundationDate', 'companyFoundation'),
  address: { from: ['address'], members: same(text, 'city', 'state') },
}

export const addressTable: Table = {
  ...same(text, 'addressLine', 'addressTypeCode', 'addressTypeDescription', 'addressNumber', 'district'),
  ...same(text, 'country', 'city', 'state', 'addressComplement'),
  zipCode: leaf(postcode, 'zipCode'),
  updateDate: leaf(date, 'updateDate'),
}

/** A person's phones are numbers, a company's are texts. */
export const phoneTable: Table = {
  ...same(text, 'regionCode', 'areaCode', 'phoneNumber', 'phoneType', 'phoneTypeCode'),
  updateDate: leaf(date, 'updateDate'),
}

export const identificationTable: Table = {
  ...special,
  ...same(date, 'updateDate', 'companyRegisterDate', 'companyFoundation'),
  statusRegistration: leaf(status, 'statusRegistration'),
  ...same(text, 'companyName', 'companyAlias', 'companyUrl', 'partnership', 'companyRegister', 'taxOption'),
  ...same(text, 'stateRegistration', 'economicActivity', 'cnae', 'serasaActiveCode', 'nireNumber'),
  ...same(text, 'legalNatureCode'),
  ...same(count, 'numberEmployees', 'branchOffices'),
  ...same(percent, 'importPurchases', 'exportSales'),
  address: {
    from: ['address'],
    members: {
      ...same(text, 'addressLine', 'district', 'country', 'city', 'state', 'countryCode'),
      zipCode: leaf(postcode, 'zipCode'),
    },
  },
  phone: { from: ['phone'], members: same(text, 'areaCode', 'phoneNumber') },
  predecessorList: {
    from: ['predecessorList'],
    each: { predecessorName: leaf(text, 'predecessorName'), predecessorDate: leaf(date, 'predecessorDate') },
  },
}

const officer: Table = {
  ...same(text, 'documentType', 'name', 'nationality'),
  documentId: leaf(documentId, 'documentId'),
  sinceDate: leaf(date, 'sinceDate'),
  ...same(flag, 'restrictionSign', 'documentConsistency'),
}

export const companyDataTable: Table = {
  ...same(money, 'socialCapitalValue', 'accomplishedValue'),
  informationUpdateDate: leaf(date, 'informationUpdateDate'),
  ...same(text, 'countryOrigin', 'controlType', 'nature'),
}

export const partnerTable: Table = { ...officer, ...same(percent, 'capitalTotalValue', 'capitalVoterValue') }

export const directorTable: Table = {
  ...officer,
  ...same(text, 'role', 'maritalStatus', 'typeOfMandate'),
  ...same(date, 'mandateStart', 'mandateEnd', 'informationUpdateDate'),
}

export const participationTable: Table = {
  companyDocument: leaf(documentId, 'businessDocument', 'companyDocument'),
  companyName: leaf(text, 'companyName', 'businessName'),
  statusRegistration: leaf(status, 'companyStatus', 'statusRegistration'),
  sinceDate: leaf(date, 'participationInitialDate', 'sinceDate'),
  capitalTotalValue: leaf(percent, 'participationPercentage', 'capitalTotalValue'),
}

export const scoreTable: Table = {
  score: leaf(count, 'score'),
  model: leaf(text, 'scoreModel'),
  range: leaf(text, 'range'),
  rate: leaf(percent, 'defaultRate'),
  reason: leaf(text, 'message', 'codeMessage'),
}

/** One debt; every section takes of it the fields that its schema names. */
const debt: Table = {
  occurrenceDate: leaf(date, 'occurrenceDate'),
  legalNatureId: leaf(text, 'legalNatureId'),
  legalNature: {
    from: ['legalNature', 'legalNatureId'],
    as: (value) => natureOfCode(value) ?? text(value),
  },
  ...same(text, 'contractId', 'creditorName', 'federalUnit'),
  amount: leaf(money, 'amount'),
  legalSquare: leaf(text, 'legalSquare', 'city'),
  principal: leaf(flag, 'principal'),
  flagSubJudice: leaf(flag, 'dispute.disputeIndicativeFlag', 'flagSubJudice'),
}

const cheque: Table = {
  occurrenceDate: leaf(date, 'occurrenceDate'),
  alinea: leaf(code(2), 'alinea'),
  bankId: leaf(code(3), 'bankId'),
  ...same(text, 'bankName', 'bankAgencyId', 'checkNumber', 'city', 'federalUnit'),
  checkCount: leaf(count, 'checkCount'),
}

const protest: Table = {
  occurrenceDate: leaf(date, 'occurrenceDate'),
  amount: leaf(money, 'amount'),
  ...same(text, 'officeNumber', 'city', 'federalUnit'),
}

/** The sections of negative data: where the provider has each, and how an item of it is read. */
export const occurrenceTables = {
  listingP: { block: 'negativeData.pefin', list: 'pefinResponse', item: debt },
  companyListingP: { block: 'negativeData.pefin', list: 'pefinResponse', item: debt },
  listingR: { block: 'negativeData.refin', list: 'refinResponse', item: debt },
  companyListingR: { block: 'negativeData.refin', list: 'refinResponse', item: debt },
  collectionRecords: {
    block: 'negativeData.collectionRecords',
    list: 'collectionRecordsResponse',
    item: debt,
  },
  check: { block: 'negativeData.check', list: 'checkResponse', item: cheque },
  notary: { block: 'negativeData.notary', list: 'notaryResponse', item: protest },
} as const

export type OccurrenceSection = keyof typeof occurrenceTables
