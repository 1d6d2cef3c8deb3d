import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What we measure ourselves against: node:http that reads the body and returns the same bytes each time. */
process.once('message', ({ answer }: { answer: string }) => {
  const bytes = Buffer.from(answer)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      Buffer.concat(chunks)
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': bytes.length,
      })
      response.end(bytes)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
})
process.once('disconnect', () => process.exit(0))
