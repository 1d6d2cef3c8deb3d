import type { FileConsultation } from '@lastro/contract/person/person-file.ts'
import { codeOfRecorded } from '@lastro/rules/trail/check-code.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { DecisionMade, PersonDeps } from './person-deps.ts'

/** Asked for so many at a time: a statement has room for more, and nobody waits long for it. */
const consultationCountMax = 500

type Decided = (consultation: Consultation) => FileConsultation['decision']

/**
 * Which of these consultations ended in an automated decision of whoever consulted. Each is known by the code of its
 * record, which says whom it was about: a request id is the caller's own, and may have been sent for somebody else too.
 */
export async function decisionsIn(
  { decisions }: Pick<PersonDeps, 'decisions'>,
  consultations: readonly Consultation[],
): Promise<Decided> {
  const found = new Map<string, DecisionMade>()
  for (const [clientId, of] of Map.groupBy(consultations, (one) => one.clientId)) {
    const all = of.map((one) => ({ requestId: one.requestId, checkCode: codeOfRecorded(one) }))
    for (let from = 0; from < all.length; from += consultationCountMax) {
      const some = all.slice(from, from + consultationCountMax)
      const made = await decisions.ofConsultations({
        environment: 'production',
        clientId,
        consultations: some,
      })
      for (const one of made) found.set(keyOf(clientId, one.checkCode), one)
    }
  }
  return (one) => {
    const made = found.get(keyOf(one.clientId, codeOfRecorded(one)))
    return made && { id: made.id, outcome: made.finalOutcome, reviewed: made.reviewCount > 0 }
  }
}

const keyOf = (clientId: string, checkCode: string): string => `${clientId} ${checkCode}`
