import type { Clock } from '../../clock.ts'

/**
 * How long each phase of an import took: reading rows, writing them as records, building indexes and making all durable,
 * and the switch with what it leaves to tidy. Of an import that goes on, what this run did.
 */
export type PhasesMs = Readonly<Record<Phase, number>>

type Phase = 'reading' | 'writing' | 'indexing' | 'switching'

export type PhaseTimer = {
  /** Ends a phase; the next begins. */
  readonly end: (phase: Phase) => void
  readonly taken: () => PhasesMs
}

export function phaseTimer(clock: Clock): PhaseTimer {
  const taken = { reading: 0, writing: 0, indexing: 0, switching: 0 }
  let begunAtMs = clock.nowMs()
  return {
    end: (phase) => {
      const nowMs = clock.nowMs()
      taken[phase] = nowMs - begunAtMs
      begunAtMs = nowMs
    },
    taken: () => taken,
  }
}
