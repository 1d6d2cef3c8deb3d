import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import { type Behaviour, documented, hostile, ofAnother } from './behaviours.ts'
import { people } from './invented-people.ts'
import { serasaAnswer } from './serasa-server.ts'

export type Fault = {
  readonly behaviour?: Behaviour
  /** Its certificate is one that nobody vouches for. */
  readonly tls?: true
  /** It never ends by itself: whoever asks has to give it up. */
  readonly isEndless?: true
  /** What its sections say. */
  readonly says: SourceFault | 'nothing'
  /** Whether it is left alone when it goes on. */
  readonly opensBreaker: boolean
}

const fault = (says: Fault['says'], opensBreaker: boolean, behaviour: Behaviour): Fault => ({
  behaviour,
  says,
  opensBreaker,
})

/** Everything that a provider may do to us, by the name of a source that does it. */
export const everyFault = {
  hangs: { ...fault('source_timeout', true, hostile.hangs), isEndless: true },
  drips: { ...fault('source_timeout', true, hostile.drips), isEndless: true },
  stalls: { ...fault('source_timeout', true, hostile.stalls), isEndless: true },
  floods: fault('source_answer_invalid', true, hostile.floods),
  'half-body': fault('source_unavailable', true, hostile.halfBody),
  'bad-json': fault('source_answer_invalid', true, hostile.badJson),
  'bad-tls': { tls: true, says: 'source_unavailable', opensBreaker: true },
  'other-document': fault('source_answer_invalid', true, ofAnother(serasaAnswer(people.clean))),
  'document-not-found': fault('nothing', false, documented.documentNotFound),
  'report-unknown': fault('source_refused', false, documented.reportUnknown),
  'invalid-request': fault('source_refused', false, documented.invalid),
  'too-many': fault('source_unavailable', false, documented.tooMany),
  'spike-arrest': fault('source_unavailable', false, documented.spikeArrest),
  'bad-token': fault('source_unavailable', true, documented.badToken),
} as const satisfies Record<string, Fault>

export const faultNames = Object.keys(everyFault) as readonly (keyof typeof everyFault)[]
