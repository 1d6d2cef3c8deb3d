import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { countMembers, groupMember, listMember, objectText, plainMember, textMember } from '../json-text.ts'
import type { PublicDebt } from './public-debts.ts'

/** The section `publicDebt`; undefined where there is nothing to show. `debts` come newest first. */
export function debtSection(
  debts: readonly PublicDebt[],
  { wholeLists }: { readonly wholeLists: boolean },
): string | undefined {
  if (debts.length === 0) return undefined
  const listed = wholeLists ? debts : debts.slice(0, listedCountMax)
  return objectText(
    listMember('publicDebtResponse', listed.map(debtText)) +
      groupMember('summary', summaryMembers(debts, listed.length)),
  )
}

const debtText = (debt: PublicDebt): string =>
  objectText(
    plainMember('inscriptionDate', debt.inscribedOn) +
      textMember('inscriptionNumber', debt.inscriptionNumber) +
      textMember('debtType', debt.debtType) +
      textMember('responsibleUnit', debt.responsibleUnit) +
      textMember('situation', debt.situationText) +
      plainMember('amount', debt.amountCents === undefined ? undefined : moneyText(debt.amountCents)) +
      plainMember('principal', String(debt.isPrincipal)) +
      plainMember('inCourt', debt.isInCourt === undefined ? undefined : String(debt.isInCourt)) +
      plainMember('register', debt.register) +
      plainMember('situationType', debt.situation) +
      plainMember('debtorDocument', debt.cnpj),
  )

const apart = ['negotiated', 'guaranteed', 'suspended'] as const

function summaryMembers(debts: readonly PublicDebt[], listedCount: number): string {
  const principal = eachOnce(debts.filter((one) => one.isPrincipal))
  const isApart = ({ situation }: PublicDebt) => apart.some((one) => one === situation)
  const coDebtorCount = debts.filter((one) => !one.isPrincipal).length
  const dates = debts
    .flatMap(({ inscribedOn }) => (inscribedOn === undefined ? [] : [inscribedOn]))
    .toSorted()
  return (
    countMembers(debts.length, listedCount) +
    plainMember('balance', sumText(principal.filter((one) => !isApart(one)))) +
    plainMember('firstOccurrence', dates[0]) +
    plainMember('lastOccurrence', dates.at(-1)) +
    apart
      .map((situation) => [situation, principal.filter((one) => one.situation === situation)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([name, own]) =>
        groupMember(name, countMembers(own.length, own.length) + plainMember('balance', sumText(own))),
      )
      .join('') +
    (coDebtorCount === 0 ? '' : groupMember('coDebtor', countMembers(coDebtorCount, coDebtorCount)))
  )
}

/** The same inscription may stand against several establishments of a company. It is owed once. */
const eachOnce = (debts: readonly PublicDebt[]): readonly PublicDebt[] => [
  ...new Map(debts.map((one) => [`${one.register} ${one.inscriptionNumber}`, one])).values(),
]

const sumText = (debts: readonly PublicDebt[]): string =>
  moneyText(debts.reduce((sum, { amountCents }) => sum + (amountCents ?? 0n), 0n))
