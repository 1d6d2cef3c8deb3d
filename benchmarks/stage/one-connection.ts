import { once } from 'node:events'
import { connect } from 'node:net'

/** One connection that asks and waits for the answer, told by its length. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let heard = Buffer.alloc(0)
  let arrived = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    const end = heard.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(heard.toString('latin1', 0, end + 2))?.[1])
    if (end === -1 || heard.length < end + 4 + length) return
    heard = Buffer.alloc(0)
    arrived.resolve()
  })
  socket.on('close', () => arrived.reject(new Error('The service closed the connection')))
  return {
    ask: async (text: string): Promise<void> => {
      arrived = Promise.withResolvers()
      socket.write(text)
      await arrived.promise
    },
    close: () => {
      arrived.promise.catch(() => undefined)
      socket.destroy()
    },
  }
}
