import type { Text } from './text.ts'

/** What a user may be. An operator runs the service; the others work for one client. */
export const roles = {
  operator: { pt: 'Operador do serviço', en: 'Operator of the service' },
  analyst: { pt: 'Analista de crédito', en: 'Credit analyst' },
  creditor: { pt: 'Credor', en: 'Creditor' },
} as const satisfies Record<string, Text>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as readonly Role[]
