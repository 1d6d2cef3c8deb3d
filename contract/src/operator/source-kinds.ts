import type { Text } from '../text.ts'

/** What providers know their customers by: the name on screen, and whether it is typed unseen. */
export const credentialKinds = {
  clientId: { name: { pt: 'Id do cliente na fonte', en: 'Client id at the source' }, isSecret: false },
  clientSecret: { name: { pt: 'Segredo do cliente', en: 'Client secret' }, isSecret: true },
  apiKey: { name: { pt: 'Chave de API', en: 'API key' }, isSecret: true },
  endClientDocument: {
    name: { pt: 'CNPJ de quem usa os relatórios', en: 'CNPJ of whoever uses the reports' },
    isSecret: false,
  },
  costCentre: { name: { pt: 'Centro de custo', en: 'Cost centre' }, isSecret: false },
} as const satisfies Record<string, { readonly name: Text; readonly isSecret: boolean }>

export type CredentialName = keyof typeof credentialKinds

type Kind = {
  readonly name: Text
  readonly credentials: readonly CredentialName[]
  /** Those that it does without. */
  readonly optional: readonly CredentialName[]
}

/** The kinds of provider that a source may be declared of, and which credentials each takes. */
export const sourceKinds = {
  lastro: {
    name: {
      pt: 'Outro Lastro, ou quem fale a mesma API',
      en: 'Another Lastro, or whoever speaks the same API',
    },
    credentials: ['clientId', 'clientSecret', 'apiKey'],
    optional: [],
  },
  serasa: {
    name: { pt: 'Serasa Experian', en: 'Serasa Experian' },
    credentials: ['clientId', 'clientSecret'],
    optional: ['endClientDocument', 'costCentre'],
  },
  protocolo: {
    name: {
      pt: 'Pedido com número de protocolo e resposta depois',
      en: 'An order with a protocol number, answered later',
    },
    credentials: ['apiKey'],
    optional: [],
  },
} as const satisfies Record<string, Kind>

export type SourceKind = keyof typeof sourceKinds

export const sourceKindNames = Object.keys(sourceKinds) as readonly SourceKind[]

/** What X-Report-Sources, figures and contracts know a source by: lower case, a letter first, never a document. */
export const sourceNamePattern = '^[a-z][a-z0-9-]{1,29}$'

/** Who pays a provider for a client's reports: the operator, or the client by credentials of its own. */
export const payers = ['operator', 'client'] as const
export type Payer = (typeof payers)[number]

export const breakerStates = ['closed', 'open', 'trying'] as const
