import type { ContractDraft } from './contract-draft.ts'

/** A part of the form of a contract. */
export type ContractFieldsProps = {
  readonly draft: ContractDraft
  readonly onChange: (draft: ContractDraft) => void
  /** What the service found wrong, by member: `networks[1]`. */
  readonly wrong: Readonly<Record<string, string>>
  /** What could not even be sent: `prices.relatorioBasico`. */
  readonly unreadable: readonly string[]
}

/** What is wrong with a member, or with the first of its entries that is. */
export const wrongWith = (wrong: Readonly<Record<string, string>>, member: string): string | undefined =>
  wrong[member] ?? Object.entries(wrong).find(([field]) => /^\w+(?=[[.])/.exec(field)?.[0] === member)?.[1]
