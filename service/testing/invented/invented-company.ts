import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { Sanction } from '../../src/data/cgu/sanctions.ts'
import type { PublicDebt } from '../../src/data/pgfn/public-debts.ts'
import type { Company, Establishment, Partner } from '../../src/data/receita/company.ts'

/** Invented facts of public data, each with what a test says otherwise. */
export const companyRoot = '11222333'
export const headOfficeCnpj = withCheckDigits(`${companyRoot}0001`)
export const branchCnpj = withCheckDigits(`${companyRoot}0002`)

export const inventedDomains: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  cnae: new Map([[4744001, 'Comércio varejista de ferragens e ferramentas']]),
  nature: new Map([[2062, 'Sociedade Empresária Limitada']]),
  municipality: new Map([[7107, 'SAO PAULO']]),
  country: new Map([[249, 'ESTADOS UNIDOS']]),
  qualification: new Map([
    [49, 'Sócio-Administrador'],
    [22, 'Sócio'],
  ]),
}

export const inventedEstablishment = (over: Partial<Establishment> = {}): Establishment => ({
  cnpj: headOfficeCnpj,
  isHeadOffice: true,
  alias: 'FERRAGENS',
  statusCode: '02',
  statusDate: '2009-08-03' as Day,
  reasonCode: undefined,
  foreignCity: undefined,
  countryCode: undefined,
  startedOn: '2009-08-03' as Day,
  cnaeCode: '4744001',
  otherCnaeCodes: [],
  streetType: 'RUA',
  street: 'DAS "AMOSTRAS"',
  number: '15',
  complement: 'SALA 2',
  district: 'CENTRO',
  zipCode: '01310000',
  state: 'SP',
  municipalityCode: '7107',
  areaCode: '11',
  phone: '30001000',
  specialStatus: undefined,
  specialStatusDate: undefined,
  ...over,
})

export const inventedBranch = (over: Partial<Establishment> = {}): Establishment =>
  inventedEstablishment({
    cnpj: branchCnpj,
    isHeadOffice: false,
    alias: 'FILIAL',
    statusCode: '08',
    startedOn: '2015-01-02' as Day,
    zipCode: '20000000',
    ...over,
  })

export const inventedPartner = (over: Partial<Partner> = {}): Partner => ({
  kind: 'person',
  document: '***982247**',
  name: 'ANA DE EXEMPLO',
  roleCode: '49',
  since: '2009-08-03' as Day,
  countryCode: undefined,
  representative: undefined,
  ...over,
})

export const inventedCompany = (over: Partial<Company> = {}): Company => ({
  root: companyRoot,
  name: 'FERRAGENS INVENTADAS LTDA',
  legalNatureCode: '2062',
  capitalCents: 106_100_482_923n,
  sizeCode: '03',
  simples: { isOpted: true },
  mei: undefined,
  headOffice: inventedEstablishment(),
  branchCount: 1,
  partners: [
    inventedPartner(),
    inventedPartner({ kind: 'company', document: withCheckDigits('445556660001'), roleCode: '22' }),
  ],
  ...over,
})

export const inventedDebt = (over: Partial<PublicDebt> = {}): PublicDebt => ({
  register: 'SIDA',
  cnpj: headOfficeCnpj,
  isPrincipal: true,
  inscriptionNumber: '80 1 26 000001-00',
  inscribedOn: '2025-02-10' as Day,
  amountCents: 10_000n,
  situation: 'collection',
  situationText: 'ATIVA EM COBRANCA',
  debtType: 'IRPJ',
  responsibleUnit: 'SAO PAULO',
  isInCourt: true,
  ...over,
})

export const inventedSanction = (over: Partial<Sanction> = {}): Sanction => ({
  register: 'CEIS',
  cnpj: headOfficeCnpj,
  code: '1001',
  category: 'IMPEDIMENTO DE LICITAR',
  startedOn: '2026-01-15' as Day,
  endsOn: '2027-01-14' as Day,
  sanctioningBody: 'PREFEITURA DE EXEMPLO',
  processNumber: '1/2026',
  legalBasis: 'Lei 14.133, art. 156, III',
  fineCents: undefined,
  ...over,
})
