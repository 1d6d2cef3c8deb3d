/** What a status of a registration comes to, the heaviest first. */
export const standings = ['closed', 'irregular', 'regular'] as const

export type Standing = (typeof standings)[number]

/** Whoever holds such a document no longer exists, or never did. */
const closed = /\b(?:BAIXAD[AO]|EXTINT[AO]|NUL[AO]|CANCELAD[AO]|FALECID[AO]|OBITO|ENCERRAD[AO])\b/
/** Something is owed to the register itself. */
const irregular = /\b(?:SUSPENS[AO]|INAPT[AO]|INATIV[AO]|IRREGULAR|PENDENTE|NAO (?:ATIV[AO]|REGULAR))\b/
const regular = /\b(?:ATIV[AO]|REGULAR|HABILITAD[AO])\b/

/** What no table knows is undefined, and never taken for regular. */
export function standingOf(status: string): Standing | undefined {
  const plain = bareStatus(status).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  if (closed.test(plain)) return 'closed'
  if (irregular.test(plain)) return 'irregular'
  return regular.test(plain) ? 'regular' : undefined
}

/** `SITUACAO DO CNPJ EM 10/05/2025: ATIVA` → `ATIVA`. */
export const bareStatus = (status: string): string =>
  status.slice(status.lastIndexOf(':') + 1).trim() || status
