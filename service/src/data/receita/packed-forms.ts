/** How many digits a code has. It is packed as a number, and gets its zeros back. */
export const codeLengths = {
  cnae: 7,
  nature: 4,
  municipality: 4,
  country: 3,
  qualification: 2,
  reason: 2,
  size: 2,
  status: 2,
  zipCode: 8,
  areaCode: 2,
} as const

/** Packed as the place in this list; only ever added to, at the end. */
export const partnerKinds = ['company', 'person', 'foreign'] as const

/** Packed as the place in this list, from 1; only ever added to, at the end. */
export const states =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

/** The kinds of part under the key of a company. */
export const partKinds = { company: 0, establishment: 1, partner: 2, option: 3, participation: 4 } as const

/** The places of the tables of a snapshot. */
export const tableAt = { company: 0, branch: 1, participation: 2 } as const
