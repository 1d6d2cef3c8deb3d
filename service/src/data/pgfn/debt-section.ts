import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { countMembers, groupMember, listMember, objectText, plainMember, textMember } from '../json-text.ts'
import type { PublicDebt } from './public-debts.ts'

export type DebtSection = {
  readonly text: string
  /** Whether its sums are lower bounds: an amount, or the role of a debtor, could not be read. */
  readonly isUnreadable: boolean
}

/** The section `publicDebt`; undefined where there is nothing to show. `debts` come newest first. */
export function debtSection(
  debts: readonly PublicDebt[],
  { wholeLists }: { readonly wholeLists: boolean },
): DebtSection | undefined {
  if (debts.length === 0) return undefined
  const listed = wholeLists ? debts : debts.slice(0, listedCountMax)
  const owed = eachOnce(debts.filter((one) => one.isPrincipal))
  return {
    text: objectText(
      listMember('publicDebtResponse', listed.map(debtText)) +
        groupMember('summary', summaryMembers(debts, owed, listed.length)),
    ),
    isUnreadable:
      owed.some(({ amountCents }) => amountCents === undefined) ||
      debts.some(({ isPrincipal }) => isPrincipal === undefined),
  }
}

const debtText = (debt: PublicDebt): string =>
  objectText(
    plainMember('inscriptionDate', debt.inscribedOn) +
      textMember('inscriptionNumber', debt.inscriptionNumber) +
      textMember('debtType', debt.debtType) +
      textMember('responsibleUnit', debt.responsibleUnit) +
      textMember('situation', debt.situationText) +
      plainMember('amount', debt.amountCents === undefined ? undefined : moneyText(debt.amountCents)) +
      plainMember('principal', debt.isPrincipal === undefined ? undefined : String(debt.isPrincipal)) +
      plainMember('inCourt', debt.isInCourt === undefined ? undefined : String(debt.isInCourt)) +
      plainMember('register', debt.register) +
      plainMember('situationType', debt.situation) +
      plainMember('debtorDocument', debt.cnpj),
  )

const apart = ['negotiated', 'guaranteed', 'suspended'] as const

function summaryMembers(
  debts: readonly PublicDebt[],
  owed: readonly PublicDebt[],
  listedCount: number,
): string {
  const isApart = ({ situation }: PublicDebt) => apart.some((one) => one === situation)
  const hasUnknownRole = debts.some(({ isPrincipal }) => isPrincipal === undefined)
  const coDebtorCount = debts.filter((one) => one.isPrincipal === false).length
  const dates = debts
    .flatMap(({ inscribedOn }) => (inscribedOn === undefined ? [] : [inscribedOn]))
    .toSorted()
  return (
    countMembers(debts.length, listedCount) +
    plainMember(
      'balance',
      balanceText(
        owed.filter((one) => !isApart(one)),
        hasUnknownRole,
      ),
    ) +
    plainMember('firstOccurrence', dates[0]) +
    plainMember('lastOccurrence', dates.at(-1)) +
    apart
      .map((situation) => [situation, owed.filter((one) => one.situation === situation)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([name, own]) =>
        groupMember(
          name,
          countMembers(own.length, own.length) + plainMember('balance', balanceText(own, false)),
        ),
      )
      .join('') +
    (coDebtorCount === 0 ? '' : groupMember('coDebtor', countMembers(coDebtorCount, coDebtorCount)))
  )
}

/** The same inscription may stand against several establishments of a company. It is owed once. */
function eachOnce(debts: readonly PublicDebt[]): readonly PublicDebt[] {
  const owed = new Map<string, PublicDebt>()
  for (const one of debts) {
    const identity = `${one.register} ${one.inscriptionNumber}`
    const known = owed.get(identity)
    if (known === undefined || one.amountCents !== undefined) owed.set(identity, one)
  }
  return [...owed.values()]
}

/** Sums the readable amounts; undefined, not zero, if there are none. */
function balanceText(debts: readonly PublicDebt[], hasUnknownRole: boolean): string | undefined {
  const amounts = debts.flatMap(({ amountCents }) => amountCents ?? [])
  return amounts.length === 0 && (debts.length > 0 || hasUnknownRole)
    ? undefined
    : moneyText(amounts.reduce((sum, cents) => sum + cents, 0n))
}
