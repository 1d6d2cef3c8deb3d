import type { Socket } from 'node:net'
import type { ConnectionReader } from './connection-reader.ts'

export type ClosingDoor = {
  readonly take: (socket: Socket) => void
  /** Has `close` called, which closes the listening socket, when nobody is about to connect, or at once without grace. */
  readonly close: (close: () => void, graceMs: number) => void
}

/**
 * To close a listening socket resets whoever the system has connected and we have not taken in, and callers that
 * hear that an answer was the last connect again at once: under load somebody always stands there. So before it
 * closes, new connections are taken in but not read. Their callers wait for an answer instead of connecting again,
 * which soon leaves nobody to connect; then the listening socket closes, and those who wait are answered. `allClosed`
 * waits for other processes that listen at the same address: whoever is answered before would connect to them.
 */
export function closingDoor(
  reader: Pick<ConnectionReader, 'take'>,
  allClosed: () => Promise<void>,
): ClosingDoor {
  let takenCount = 0
  let held: Socket[] | undefined
  return {
    take: (socket) => {
      takenCount += 1
      if (held === undefined) {
        reader.take(socket)
        return
      }
      // Nobody else listens to a caller that breaks off meanwhile.
      socket.on('error', () => socket.destroy())
      held.push(socket)
    },
    close: (close, graceMs) => {
      held = []
      whenQuiet({ takenCount: () => takenCount, quietMs: Math.min(usualQuietMs, graceMs) }, () => {
        close()
        void allClosed().then(() => {
          for (const socket of held ?? []) if (!socket.destroyed) reader.take(socket)
          held = undefined
        })
      })
    },
  }
}

/** Far longer than a caller takes from the last answer on one connection to the next connection. */
const usualQuietMs = 100

/** Looks after which there is no end to those who come. */
const looksMax = 20

/**
 * Calls back once nobody has come for a while. The last look is in the phase of the event loop that follows the
 * taking in of connections, so that between the two there is next to no time.
 */
function whenQuiet(
  { takenCount, quietMs }: { readonly takenCount: () => number; readonly quietMs: number },
  done: () => void,
): void {
  let before = -1
  let looks = 0
  const look = () => {
    looks += 1
    const isQuiet = takenCount() === before
    before = takenCount()
    if (!isQuiet && looks < looksMax) setTimeout(() => setImmediate(look), quietMs)
    else done()
  }
  setImmediate(look)
}
