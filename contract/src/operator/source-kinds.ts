import type { Text } from '../text.ts'

/** The kinds of provider that a source may be declared of, and which credentials each takes. */
export const sourceKinds = {
  lastro: {
    name: {
      pt: 'Outro Lastro, ou quem fale a mesma API',
      en: 'Another Lastro, or whoever speaks the same API',
    },
    credentials: ['clientId', 'clientSecret', 'apiKey'],
  },
} as const satisfies Record<string, { readonly name: Text; readonly credentials: readonly string[] }>

export type SourceKind = keyof typeof sourceKinds

export const sourceKindNames = Object.keys(sourceKinds) as readonly SourceKind[]

/** What X-Report-Sources, figures and contracts know a source by: lower case, a letter first, never a document. */
export const sourceNamePattern = '^[a-z][a-z0-9-]{1,29}$'

/** Who pays a provider for a client's reports: the operator, or the client by credentials of its own. */
export const payers = ['operator', 'client'] as const
export type Payer = (typeof payers)[number]

export const breakerStates = ['closed', 'open', 'trying'] as const
