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

/** The kinds of special status, the most serious first. `none`: a source states that there is no special status. */
export const specialStandings = [
  'bankruptcy',
  'liquidation',
  'intervention',
  'reorganisation',
  'other',
  'none',
] as const

export type SpecialStanding = (typeof specialStandings)[number]

/** Distress that has ended does not count: TERMINO DE INTERVENCAO, ENCERRAMENTO DE FALENCIA. */
const ended = /\b(?:TERMINO|FIM|ENCERRAMENTO|ENCERRAD[AO]|CESSACAO|LEVANTAMENTO|REABILITAD[AO])\b/
const noSpecialStatus = /^(?:|NENHUMA|NAO HA|NAO POSSUI|NADA CONSTA|SEM SITUACAO ESPECIAL|NORMAL)$/

const distress: readonly (readonly [SpecialStanding, RegExp])[] = [
  ['bankruptcy', /\b(?:FALID[AO]|FALENCIA|MASSA FALIDA)\b/],
  ['liquidation', /\b(?:LIQUIDACAO|LIQUIDANDA)\b/],
  ['intervention', /\bINTERVENCAO\b/],
  ['reorganisation', /\b(?:RECUPERACAO|CONCORDATA|CONCORDATARIA)\b/],
]

/** An unknown text is `other`. A text without letters, such as the asterisks of the Receita, is `none`. */
export function specialStandingOf(status: string): SpecialStanding {
  const plain = status
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim()
  if (noSpecialStatus.test(plain)) return 'none'
  if (ended.test(plain)) return 'other'
  return distress.find(([, words]) => words.test(plain))?.[0] ?? 'other'
}

/** Whether it means that the company may not pay: bankruptcy, liquidation, intervention or reorganisation. */
export const isDistress = (standing: SpecialStanding): boolean => standing !== 'other' && standing !== 'none'

/** Whether the first special status is more serious than the second; `none` is the least serious. */
export const isHeavierStatus = (one: string, other: string): boolean =>
  specialStandings.indexOf(specialStandingOf(one)) < specialStandings.indexOf(specialStandingOf(other))
