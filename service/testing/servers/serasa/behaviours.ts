import type { IncomingMessage, ServerResponse } from 'node:http'

/** How the bureau of the tests answers one request, in the place of what it knows. `usual` is what it would have said. */
export type Behaviour = (response: ServerResponse, usual: string, request: IncomingMessage) => void

const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)

const fault = (code: string, message: string): string => JSON.stringify([{ code, message }])

/** The faults that the provider documents. */
export const documented = {
  documentNotFound: answer(404, fault('DOCUMENT_NOT_FOUND', 'Documento nao encontrado.')),
  reportUnknown: answer(404, fault('REPORT_NOT_FOUND', 'reportName inexistente.')),
  invalid: answer(412, fault('PRECONDITION_FAILED', 'informe o documento valido em X-Document-Id')),
  tooMany: answer(429, fault('TOO_MANY_REQUESTS', 'Limite excedido.'), { 'Retry-After': '2' }),
  spikeArrest: answer(
    503,
    JSON.stringify({
      fault: { faultstring: 'Spike arrest violation.', detail: { errorcode: 'SpikeArrest' } },
    }),
  ),
  unavailable: answer(503, fault('SERVICE_UNAVAILABLE', 'Servico indisponivel.')),
  badToken: answer(500, fault('INTERNAL_ERROR', 'Erro interno.')),
} as const satisfies Record<string, Behaviour>

/** What no provider documents, and each has done. */
export const hostile = {
  /** Takes the request and never says a word. */
  hangs: () => undefined,
  /** Begins, and says nothing more. */
  stalls: (response, usual) => void response.writeHead(200).write(usual.slice(0, 20)),
  /** A byte at a time, for ever. */
  drips: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const dripping = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(dripping))
  },
  /** 50 MB of what begins like an answer. */
  floods: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const mebibyte = Buffer.alloc(1024 * 1024, ' ')
    let left = 50
    const pour = () => {
      while (left-- > 0) if (!response.write(mebibyte)) return void response.once('drain', pour)
      response.end('{}')
    }
    pour()
  },
  /** Half of what it announced, and the end of the connection. */
  halfBody: (response, usual) => {
    response.writeHead(200, { 'Content-Length': Buffer.byteLength(usual) })
    response.write(usual.slice(0, Math.floor(usual.length / 2)), () => response.socket?.destroy())
  },
  badJson: answer(200, '{"reports": [{"registration": {"documentNumber": '),
  page: answer(200, '<!DOCTYPE html><p>Em manutenção</p>', { 'Content-Type': 'text/html' }),
  notAnObject: answer(200, '"reports"'),
  nothingInside: answer(200, '{"reports": []}'),
  redirects: answer(302, '', { Location: 'http://127.0.0.1:9/' }),
} as const satisfies Record<string, Behaviour>

/** Says what it knows of somebody else. */
export const ofAnother =
  (body: string): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
