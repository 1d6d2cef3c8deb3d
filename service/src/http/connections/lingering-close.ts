import type { Socket } from 'node:net'
import type { HttpTimeouts } from './http-timeouts.ts'

/**
 * Closes our side once everything is sent, and reads on until the caller closes its own, for a while. To close both
 * at once while the caller is still sending would have the system reset the connection, and the caller might lose
 * the answer that it has not read yet.
 */
export function lingeringClose(
  socket: Socket,
  { idleMs, lingerMs }: Pick<HttpTimeouts, 'idleMs' | 'lingerMs'>,
): void {
  const cut = () => socket.destroy()
  const lingering = () => {
    const timer = setTimeout(cut, lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }
  if (socket.writableFinished) lingering()
  else socket.once('finish', lingering)
  // Nobody else listens any more: neither to a caller that breaks off meanwhile, nor to one that never reads.
  socket.on('error', cut)
  socket.setTimeout(idleMs, cut)
  if (!socket.writableEnded) socket.end()
  socket.resume()
}
