import type { ServerResponse } from 'node:http'
import { answerJson, type ProviderRequest, type ProviderServer, providerServer } from './provider-server.ts'

/** A provider that takes orders, says that it works on them, and has the answers later. It knows one key. */
export type ProtocoloServer = ProviderServer & {
  readonly key: string
  /** How often an order is still being worked on before it is ready. */
  pendingTimes: number
  /** What a finished order says beside its protocol; of the document that was ordered until told otherwise. */
  finished: (document: string) => object
  /** How it answers whoever asks for an order, in the place of what it has. */
  poll: ((answer: ServerResponse, order: Order) => void) | undefined
  readonly orders: readonly Order[]
}

export type Order = {
  readonly protocol: string
  readonly document: string
  readonly blocks: readonly string[]
  polls: number
}

export async function protocoloServer(): Promise<ProtocoloServer> {
  const server = await providerServer()
  const orders: Order[] = []
  const own: ProtocoloServer = Object.assign(server, {
    key: 'chave-inventada',
    pendingTimes: 1,
    finished: personOf,
    poll: undefined,
    orders,
  })
  server.answer = (answer, request) => {
    if (request.headers['x-api-key'] !== own.key) return answerJson(answer, 401, {})
    if (request.method === 'POST' && request.path === '/consultas') return take(own, orders, answer, request)
    const order = orders.find(({ protocol }) => request.path === `/consultas/${protocol}`)
    if (order === undefined) return answerJson(answer, 404, { mensagem: 'Protocolo inexistente.' })
    order.polls += 1
    if (own.poll !== undefined) return own.poll(answer, order)
    tell(own, answer, order)
  }
  return own
}

function take(
  own: ProtocoloServer,
  orders: Order[],
  answer: ServerResponse,
  { body }: ProviderRequest,
): void {
  const { documento: document, blocos: blocks } = JSON.parse(body)
  const order = { protocol: `P-2026-${orders.length + 1}`, document, blocks, polls: 0 }
  orders.push(order)
  tell(own, answer, order)
}

function tell(own: ProtocoloServer, answer: ServerResponse, order: Order): void {
  const { protocol: protocolo, document } = order
  if (order.polls < own.pendingTimes) answerJson(answer, 202, { protocolo, situacao: 'EM_PROCESSAMENTO' })
  else
    answerJson(answer, 200, {
      protocolo,
      situacao: 'CONCLUIDA',
      documento: document,
      ...own.finished(document),
    })
}

/** Somebody who does not exist, with a protest and a cheque. */
export const personOf = (_document: string): object => ({
  cadastro: {
    nome: 'ANA INVENTADA',
    nascimento: '11/02/1986',
    situacao: 'REGULAR',
    situacaoEm: '15/01/2026',
  },
  protestos: {
    quantidade: 1,
    valorTotal: '1.234,56',
    lista: [{ data: '02/02/2025', valor: '1.234,56', cartorio: 1, municipio: 'RECIFE', uf: 'PE' }],
  },
  cheques: {
    quantidade: 3,
    lista: [{ data: '2025-01-20', alinea: 12, banco: 1, nomeBanco: 'BANCO DE MENTIRA', quantidade: 2 }],
  },
})
