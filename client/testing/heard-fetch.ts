import { contractCheck } from '../../service/testing/http/contract-check.ts'

export type Heard = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The real fetch, with an ear: what was sent, in order, and every answer held against the contract. */
export function heardFetch(baseUrl: string): { readonly fetch: typeof fetch; readonly heard: Heard[] } {
  const heard: Heard[] = []
  const check = contractCheck()
  return {
    heard,
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      const url = input instanceof Request ? input.url : input.toString()
      const path = url.slice(baseUrl.length)
      const { status } = answer
      const sent = new Headers(init?.headers as Record<string, string>)
      const method = init?.method ?? 'GET'
      const body = typeof init?.body === 'string' ? init.body : ''
      heard.push({ method, path, status, headers: sent, body })
      const text = await answer.clone().text()
      check({
        method,
        path,
        status,
        contentType: answer.headers.get('content-type') ?? '',
        headers: answer.headers,
        text,
      })
      return answer
    },
  }
}
