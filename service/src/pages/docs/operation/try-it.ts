import type { Header, Operation } from '@lastro/contract/operation.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html } from '../../drawing/html.ts'
import { pageTexts } from '../page-texts.ts'
import { sampleBody } from '../samples/sample-call.ts'

/** Sent by the page itself, or of no use to whoever tries. */
const leftOut = new Set(['Accept-Language', 'X-Request-Id'])

/**
 * A call of the sandbox by the session of whoever is signed in; undefined for what a session of a client does not
 * open. The page holds no credential: the browser has the cookie, and the program asks for the token against forgery.
 */
export function tryIt(operation: Operation, language: Language): Html | undefined {
  const path = sandboxPath(operation)
  if (path === undefined) return undefined
  const { pathParameters = [], query = [], headers, method } = operation
  const body = sampleBody(operation)
  return html`
<section id="try" class="card" aria-labelledby="try-title" data-unreachable="${pageTexts.tryUnreachable[language]}" data-operator="${pageTexts.tryOperator[language]}" data-production="${pageTexts.tryProduction[language]}" data-as="${pageTexts.tryAs[language]}" data-sending="${pageTexts.trySending[language]}" data-open="${operation.credentials === 'none' ? 'all' : 'session'}">
<h2 id="try-title">${pageTexts.try[language]}</h2>
<p role="status">${pageTexts.trySignIn[language]} <a href="/console">${pageTexts.signIn[language]}</a></p>
<form hidden data-method="${method}" data-path="${path}" data-media-type="${body?.mediaType}">
${pathParameters.map((one) => field(one, 'path', language))}
${query.map((one) => field(one, 'query', language))}
${headers.filter(({ name }) => !leftOut.has(name)).map((one) => field(one, 'header', language))}
${
  body === undefined
    ? undefined
    : html`<label for="try-body">${pageTexts.body[language]}</label>
<textarea id="try-body" rows="8" spellcheck="false" autocomplete="off">${pretty(body.text)}</textarea>`
}
<button>${pageTexts.send[language]}</button>
</form>
<div class="outcome" hidden><p></p><pre tabindex="0" translate="no"><code></code></pre></div>
</section>`
}

function sandboxPath({ path, credentials, environments, roles = [] }: Operation): string | undefined {
  if (environments === 'root' && !path.startsWith('/sandbox/')) return undefined
  if (credentials !== 'none' && roles.length === 0) return undefined
  return environments === 'both' ? `/sandbox${path}` : path
}

function field(header: Header, place: 'path' | 'query' | 'header', language: Language): Html {
  const { name, schema } = header
  const id = `try-${place}-${name}`
  const isRequired = place === 'path' || header.isRequired === true
  const required = isRequired ? html` required` : undefined
  const values = (schema as { readonly enum?: readonly unknown[] }).enum ?? []
  const input =
    values.length === 0
      ? html`<input id="${id}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required}>`
      : html`<select id="${id}" name="${name}" data-in="${place}"${required}>${['', ...values].map(
          (value) => html`<option>${String(value)}</option>`,
        )}</select>`
  const about = isRequired ? pageTexts.required[language] : pageTexts.optional[language]
  return html`<label for="${id}"><code>${name}</code> <span class="meta">${about}</span></label>${input}`
}

const pretty = (text: string): string =>
  text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text
