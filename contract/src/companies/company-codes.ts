/** Where a company may be, as its register names it. */
export const federalUnits = [
  ...['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA'],
  ...['PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'],
] as const

export type FederalUnit = (typeof federalUnits)[number]

/** What the register says of a company, as reports say it, and the code that it uses for it. */
export const companyStatuses = {
  NULA: '01',
  ATIVA: '02',
  SUSPENSA: '03',
  INAPTA: '04',
  BAIXADA: '08',
} as const

export type CompanyStatus = keyof typeof companyStatuses

/** Letters and digits that a search needs at least. */
export const searchLettersMin = 3

/** How many companies a page holds at most, and unless asked. */
export const searchPageMax = 50
export const searchPageDefault = 20

export const companySearchPath = '/empresas/v2/busca'
