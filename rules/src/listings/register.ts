import type { Environment } from '@lastro/contract/clients/credentials.ts'

/** Whose world it belongs to: production is one register; each sandbox client has its own, with its own clock. */
export type Register = string
export const productionRegister: Register = 'production'

export const registerOf = ({ environment, clientId }: Owner): Register =>
  environment === 'production' ? productionRegister : clientId

type Owner = { readonly environment: Environment; readonly clientId: string }

export const environmentOf = (register: Register): Environment =>
  register === productionRegister ? 'production' : 'sandbox'
