import type { Day } from '@lastro/rules/calendar/day.ts'

/** A company as the Receita Federal publishes it, cleaned. What is absent or wrong there is undefined here. */
export type Company = {
  /** The first eight characters of its CNPJs. */
  readonly root: string
  /** Legal name, with CPFs masked. */
  readonly name: string | undefined
  /** '2062'. Codes keep their zeros; the texts are in the domains of the snapshot. */
  readonly legalNatureCode: string | undefined
  readonly capitalCents: bigint | undefined
  /** '00' not informed, '01' micro, '03' small, '05' other. */
  readonly sizeCode: string | undefined
  readonly simples: TaxOption | undefined
  readonly mei: TaxOption | undefined
  readonly headOffice: Establishment | undefined
  readonly branchCount: number
  readonly partners: readonly Partner[]
}

export type TaxOption = { readonly isOpted: boolean; readonly since?: Day; readonly until?: Day }

export type Establishment = {
  readonly cnpj: string
  readonly isHeadOffice: boolean
  readonly alias: string | undefined
  /** '01' null, '02' active, '03' suspended, '04' unfit, '08' closed. */
  readonly statusCode: string | undefined
  readonly statusDate: Day | undefined
  readonly reasonCode: string | undefined
  readonly foreignCity: string | undefined
  readonly countryCode: string | undefined
  readonly startedOn: Day | undefined
  readonly cnaeCode: string | undefined
  readonly otherCnaeCodes: readonly string[]
  readonly streetType: string | undefined
  readonly street: string | undefined
  readonly number: string | undefined
  readonly complement: string | undefined
  readonly district: string | undefined
  readonly zipCode: string | undefined
  /** A Brazilian state; absent abroad. */
  readonly state: string | undefined
  readonly municipalityCode: string | undefined
  readonly areaCode: string | undefined
  readonly phone: string | undefined
  readonly specialStatus: string | undefined
  readonly specialStatusDate: Day | undefined
}

export type Partner = {
  readonly kind: 'company' | 'person' | 'foreign'
  /** The CNPJ of a company, or the mask ***nnnnnn** of a person as published. */
  readonly document: string | undefined
  readonly name: string | undefined
  readonly roleCode: string | undefined
  readonly since: Day | undefined
  readonly countryCode: string | undefined
  readonly representative: Representative | undefined
}

export type Representative = {
  readonly document: string | undefined
  readonly name: string | undefined
  readonly roleCode: string | undefined
}

/** One company in which another is a partner. */
export type Participation = {
  readonly root: string
  readonly roleCode: string | undefined
  readonly since: Day | undefined
}
