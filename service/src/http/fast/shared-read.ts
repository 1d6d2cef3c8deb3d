import type { Socket } from 'node:net'

/**
 * Has a socket read into one buffer that all sockets share, in the place of 64 KiB of its own for each read, an
 * object over them and a way through a stream. Node does so for a client's socket (`onread`) and has no word for a
 * server's, which is the same class: so the two members behind that option are set here. Where a Node has them no
 * longer this says no, and somebody else has to read the socket.
 *
 * `take` is given bytes that are its own only until it returns.
 */
export function readShared(socket: Socket, take: (bytes: Buffer) => void): boolean {
  const [buffer, callback] = ['kBuffer', 'kBufferCb'].map((name) =>
    Object.getOwnPropertySymbols(socket).find(({ description }) => description === name),
  )
  const inside = socket as unknown as Record<symbol, unknown> & {
    readonly _handle?: { readonly useUserBuffer?: (bytes: Buffer) => void } | null
  }
  const handle = inside._handle
  if (buffer === undefined || callback === undefined || typeof handle?.useUserBuffer !== 'function')
    return false
  inside[buffer] = shared
  inside[callback] = (length: number) => take(shared.subarray(0, length))
  handle.useUserBuffer(shared)
  return true
}

const shared = Buffer.allocUnsafeSlow(64 * 1024)
