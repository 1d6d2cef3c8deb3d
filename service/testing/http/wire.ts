import { connect, type Socket } from 'node:net'
import { until } from '../until.ts'

/** One connection of a caller that says what it likes, and everything it heard. */
export type Wire = {
  readonly socket: Socket
  readonly heard: () => string
  /** Whether the other side has closed, in good order or not. */
  readonly isClosed: () => boolean
  /** How it broke, where it did not close in good order. */
  readonly error: () => Error | undefined
}

/** A caller that closes its own side only when it is told to. */
export function openWire(port: number, localAddress = '127.0.0.1'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true, noDelay: true })
    let heard = ''
    let isClosed = false
    let broken: Error | undefined
    const close = () => {
      isClosed = true
    }
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      heard += text
    })
    socket.once('error', reject)
    socket.on('error', (error) => {
      broken = error
      close()
    })
    socket.on('end', close)
    socket.on('close', close)
    socket.once('connect', () =>
      resolve({ socket, heard: () => heard, isClosed: () => isClosed, error: () => broken }),
    )
  })
}

/** Waits for what is about to be so, and says whether it came to be. */
export const comesTrue = (isSo: () => boolean): Promise<boolean> =>
  until(isSo).then(
    () => true,
    () => false,
  )

/**
 * What was heard, answer by answer: the first line, the headers in the order of their names, the body. When an
 * answer was made and the identifiers it was given are left out.
 */
export function answersIn(heard: string): string[] {
  return heard
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((one) => one !== '')
    .map((one) => {
      const [head = '', ...body] = one.replaceAll(/[0-9a-f]{8}-?[0-9a-f-]{24,27}/g, 'an id').split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n').filter((line) => !line.startsWith('Date: '))
      return [first, ...lines.toSorted(), '', ...body].join('\n')
    })
}
