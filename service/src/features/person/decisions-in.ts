import type { FileConsultation } from '@lastro/contract/person/person-file.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { DecisionMade, PersonDeps } from './person-deps.ts'

/** Asked for so many at a time: a statement has room for more, and nobody waits long for it. */
const requestCountMax = 500

type Decided = (consultation: Consultation) => FileConsultation['decision']

/** Which of these consultations ended in an automated decision of whoever consulted. */
export async function decisionsIn(
  { decisions }: Pick<PersonDeps, 'decisions'>,
  consultations: readonly Consultation[],
): Promise<Decided> {
  const found = new Map<string, DecisionMade>()
  for (const [clientId, of] of Map.groupBy(consultations, (one) => one.clientId)) {
    const ids = [...new Set(of.map(({ requestId }) => requestId))]
    for (let from = 0; from < ids.length; from += requestCountMax) {
      const requestIds = ids.slice(from, from + requestCountMax)
      const made = await decisions.ofRequests({ environment: 'production', clientId, requestIds })
      for (const one of made) found.set(keyOf(clientId, one.requestId), one)
    }
  }
  return ({ clientId, requestId }) => {
    const made = found.get(keyOf(clientId, requestId))
    return made && { id: made.id, outcome: made.finalOutcome, reviewed: made.reviewCount > 0 }
  }
}

/** A request id is the caller's own: two clients may use the same. */
const keyOf = (clientId: string, requestId: string): string => `${clientId} ${requestId}`
