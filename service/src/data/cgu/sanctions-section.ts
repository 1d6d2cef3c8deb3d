import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { countMembers, groupMember, listMember, objectText, plainMember, textMember } from '../json-text.ts'
import type { Sanction } from './sanctions.ts'

/**
 * The section `sanctions` of those in force. It is there when there are none too, and names the registers that were
 * looked at: an empty list of two of them is not one of three.
 */
export function sanctionsSection(
  sanctions: readonly Sanction[],
  registers: readonly string[],
  { wholeLists }: { readonly wholeLists: boolean },
): string {
  const newest = sanctions.toSorted((a, b) => compare(b.startedOn ?? '', a.startedOn ?? ''))
  const listed = wholeLists ? newest : newest.slice(0, listedCountMax)
  return objectText(
    listMember('sanctionsResponse', listed.map(sanctionText)) +
      groupMember(
        'summary',
        countMembers(sanctions.length, listed.length) + plainMember('registers', registers.join(', ')),
      ),
  )
}

const sanctionText = (sanction: Sanction): string =>
  objectText(
    plainMember('register', sanction.register) +
      textMember('category', sanction.category) +
      plainMember('startDate', sanction.startedOn) +
      plainMember('endDate', sanction.endsOn) +
      textMember('sanctioningBody', sanction.sanctioningBody) +
      textMember('processNumber', sanction.processNumber) +
      textMember('agreementNumber', agreementNumberOf(sanction)) +
      textMember('legalBasis', sanction.legalBasis) +
      plainMember('fineAmount', sanction.fineCents === undefined ? undefined : moneyText(sanction.fineCents)),
  )

/** The codes of the other registers are CGU's own, and tell a reader nothing. */
const agreementNumberOf = ({ register, code }: Sanction): string | undefined =>
  register === 'CEPIM' ? code : undefined

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
