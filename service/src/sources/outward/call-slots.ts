/** Whether a call may go: now, or not before its deadline, or not at all since too many wait. */
export type Taken = 'taken' | 'late' | 'full'

export type CallSlots = {
  /** Waits for a slot, in turn, until the signal fires. Whoever has one gives it back. */
  readonly take: (clientId: string, signal: AbortSignal) => Promise<Taken>
  readonly give: (clientId: string) => void
  readonly inFlight: () => number
  readonly waiting: () => number
}

export type SlotLimits = {
  /** Calls at a time. */
  readonly countMax: number
  /** Of which one client may have this many. */
  readonly clientCountMax: number
}

/** More than any report would wait for; each costs a few hundred bytes. */
const waitingCountMax = 2_000

type Waiting = { readonly clientId: string; readonly go: () => void }

/** At most so many calls at a time. Whoever waits goes in turn, but for those whose client has its share already. */
export function openCallSlots({ countMax, clientCountMax }: SlotLimits): CallSlots {
  const taken = new Map<string, number>()
  const queue = new Set<Waiting>()
  let inFlight = 0

  const mayGo = (clientId: string): boolean =>
    inFlight < countMax && (taken.get(clientId) ?? 0) < clientCountMax
  const occupy = (clientId: string): void => {
    inFlight += 1
    taken.set(clientId, (taken.get(clientId) ?? 0) + 1)
  }
  const callNext = (): void => {
    for (const one of queue) {
      if (inFlight >= countMax) return
      if (!mayGo(one.clientId)) continue
      queue.delete(one)
      occupy(one.clientId)
      one.go()
    }
  }
  return {
    take: async (clientId, signal) => {
      if (signal.aborted) return 'late'
      if (mayGo(clientId)) {
        occupy(clientId)
        return 'taken'
      }
      if (queue.size >= waitingCountMax) return 'full'
      return new Promise((resolve) => {
        const leave = (): void => {
          queue.delete(one)
          resolve('late')
        }
        const one: Waiting = {
          clientId,
          go: () => {
            signal.removeEventListener('abort', leave)
            resolve('taken')
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.add(one)
      })
    },
    give: (clientId) => {
      const left = (taken.get(clientId) ?? 0) - 1
      if (left < 0) throw new Error('A slot was given back that nobody had')
      if (left === 0) taken.delete(clientId)
      else taken.set(clientId, left)
      inFlight -= 1
      callNext()
    },
    inFlight: () => inFlight,
    waiting: () => queue.size,
  }
}
