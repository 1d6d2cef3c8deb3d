import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import { exactly, type Span, unknown } from '../span.ts'
import { hundredthsOf, told } from './leaves.ts'
import type { ReportReading } from './report-reading.ts'
import { monthsSince } from './section-values.ts'

type Reader = (reading: ReportReading) => Span

export const sentAmount: Reader = ({ sent }) => told(hundredthsOf(sent.amount))
export const sentIncome: Reader = ({ sent }) => told(hundredthsOf(sent.income))
export const sentInstalments: Reader = ({ sent }) => told(instalmentsOf(sent))
export const relationshipMonths: Reader = ({ sent, today }) => monthsSince(sent.relationshipSince, today)
export const instalmentAmount: Reader = ({ sent }) => told(instalmentCents(sent))

/** Cents times ten thousand outgrow a double. */
export const incomeShare: Reader = ({ sent }) => {
  const [instalment, income] = [instalmentCents(sent), hundredthsOf(sent.income)]
  if (instalment === undefined || income === undefined || income === 0) return unknown
  return exactly(Number((BigInt(instalment) * 10_000n + BigInt(income) - 1n) / BigInt(income)))
}

const instalmentsOf = ({ instalments }: SentValues): number | undefined =>
  Number.isSafeInteger(instalments) && Number(instalments) > 0 ? instalments : undefined

function instalmentCents(sent: SentValues): number | undefined {
  const [amount, instalments] = [hundredthsOf(sent.amount), instalmentsOf(sent)]
  return amount === undefined || instalments === undefined ? undefined : Math.ceil(amount / instalments)
}
