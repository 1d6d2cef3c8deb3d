import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  readonly url: string
  /** From now on these answers are cut, and no others. */
  readonly cut: (cutting: Cutting) => void
  /** How many answers were cut so far. */
  readonly cuts: () => number
  readonly close: () => void
}

export type Cutting = {
  /** A request with this in its first line loses its answer, after the service has done the work. */
  readonly of: string
  readonly times: number
  /** How many bytes of the answer still arrive; none when absent. */
  readonly afterBytes?: number
}

/** A way to the service that breaks: requests arrive whole, and answers are lost. */
export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  let cutting: Cutting | undefined
  let cuts = 0
  const sockets = new Set<Socket>()
  const server = createServer((caller) => {
    const service = connect(port, '127.0.0.1')
    let marked: Cutting | undefined
    let passedBytes = 0
    caller.on('data', (chunk) => {
      const [first = ''] = chunk.toString('latin1').split('\r\n')
      if (/ HTTP\/1\.1$/.test(first)) {
        marked = cutting !== undefined && first.includes(cutting.of) ? cutting : undefined
        passedBytes = 0
      }
      service.write(chunk)
    })
    service.on('data', (chunk: Buffer) => {
      if (marked === undefined || cuts >= marked.times) return caller.write(chunk)
      const { afterBytes = 0 } = marked
      const left = afterBytes - passedBytes
      passedBytes += chunk.length
      if (left > 0) caller.write(chunk.subarray(0, left))
      if (passedBytes < afterBytes) return true
      cuts++
      // What was written is sent before the connection ends.
      return caller.end(() => caller.destroy())
    })
    for (const socket of [caller, service]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        caller.destroy()
        service.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (wanted) => {
      cutting = wanted
      cuts = 0
    },
    cuts: () => cuts,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
