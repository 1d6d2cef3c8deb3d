/** How much of a body has left, in bytes. Each try begins anew. */
export type SentBytes = { readonly attempt: number; readonly bytes: number; readonly total: number }

/** A connection over which nothing moves for as long is gone, whatever the system believes. */
const silenceMsMax = 300_000

/**
 * A fetch that tells how much of its body was sent. The browser's own tells nothing, and streams a body over HTTP/2
 * alone; XMLHttpRequest counts what it has handed over. The answer is read as it comes, as from the other.
 */
export function sendingFetch(onSent: (sent: SentBytes) => void): typeof fetch {
  let attempt = 0
  return (address, init = {}) => {
    attempt += 1
    const { signal, body } = init
    const total = body instanceof Blob ? body.size : 0
    const tell = (bytes: number) => onSent({ attempt, bytes, total })
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', address instanceof Request ? address.url : address)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      const answer = answerOf(request)
      const silence = silenceWatch(() => request.abort())
      const giveUp = () => request.abort()
      signal?.addEventListener('abort', giveUp, { once: true })
      const fail = () => {
        // As fetch says that nobody was reached, or that the answer broke off.
        const error: unknown = signal?.aborted ? signal.reason : new TypeError('The connection was cut')
        answer.fail(error)
        reject(error)
      }
      request.upload.onprogress = ({ loaded }) => {
        silence.restart()
        tell(loaded)
      }
      request.onprogress = () => {
        silence.restart()
        answer.take()
      }
      request.onreadystatechange = () => {
        if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) resolve(answer.response())
      }
      request.onload = answer.end
      request.onerror = fail
      request.onabort = fail
      request.onloadend = () => {
        silence.end()
        signal?.removeEventListener('abort', giveUp)
      }
      tell(0)
      request.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
  }
}

/** The answer of a request as fetch gives one: its head at once, its body as it comes. */
function answerOf(request: XMLHttpRequest) {
  const encoder = new TextEncoder()
  let taken = 0
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const take = () => {
    const text = request.responseText.slice(taken)
    taken += text.length
    if (text !== '') body?.enqueue(encoder.encode(text))
  }
  return {
    take,
    response: () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          body = controller
        },
        cancel: () => {
          body = undefined
          request.abort()
        },
      })
      return new Response(stream, { status: request.status, headers: headersOf(request) })
    },
    end: () => {
      take()
      body?.close()
    },
    fail: (error: unknown) => body?.error(error),
  }
}

const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trim()]
      }),
  )

function silenceWatch(onSilence: () => void) {
  const start = () => setTimeout(onSilence, silenceMsMax)
  let timer = start()
  return {
    restart: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}
