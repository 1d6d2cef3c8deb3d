import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'

/** The record at a place of a link. */
export function consultationAt(
  environment: Environment,
  number: number,
  place: number,
  records: readonly string[],
): Consultation {
  const text = records[place]
  if (text === undefined) throw new Error(`Link ${number} of the trail has lost record ${place}`)
  return { environment, number, place, ...readRecord(text) }
}
