import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Language, languages } from '@lastro/contract/text.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { encodedByKey } from '../encoded/encoded-file.ts'
import { drawMarkdown } from './drawn-markdown.ts'
import { readGuideFiles } from './guide-files.ts'
import { guideGroups, guideTexts } from './guide-texts.ts'

const files = readGuideFiles()
const names = [...files.pages.pt.keys()]
const nowhere = { link: () => undefined, picture: () => undefined, path: () => undefined }

const found = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, first]) => first ?? '')
const idsOf = (page: string) => new Set(found(page, /\sid="([^"]*)"/g))
/** As a browser reads an attribute. */
const decoded = (value: string) => value.replaceAll('&amp;', '&')

describe('the guide', async () => {
  const service = await runService()
  afterAll(service.close)
  const pages = new Map<string, Promise<{ status: number; body: string }>>()
  const get = (path: string) => {
    const known = pages.get(path)
    if (known !== undefined) return known
    const asked = fetch(`${service.url}${path}`).then(async (answer) => ({
      status: answer.status,
      body: await answer.text(),
    }))
    pages.set(path, asked)
    return asked
  }
  const pathsIn = (language: Language) => [
    `/guia?lang=${language}`,
    ...names.map((name) => `/guia/${name}?lang=${language}`),
  ]

  test('has the same pages in both languages, each with one title, and its contents lead to all of them', async () => {
    assert.deepEqual([...files.pages.en.keys()].toSorted(), names.toSorted())
    for (const language of languages) {
      const contents = (await get(`/guia?lang=${language}`)).body
      for (const name of names) {
        const { status, body } = await get(`/guia/${name}?lang=${language}`)
        assert.equal(status, 200, name)
        assert.equal(found(body, /(<h1)/g).length, 1, name)
        assert.ok(contents.includes(`href="/guia/${name}?lang=${language}"`), name)
      }
    }
  })

  test('every link leads somewhere, to the very heading, and every picture is there', async () => {
    let followed = 0
    for (const path of languages.flatMap(pathsIn)) {
      const { body } = await get(path)
      assert.equal(new Set(found(body, /\sid="([^"]*)"/g)).size, found(body, /\sid="([^"]*)"/g).length, path)
      for (const href of found(body, /\s(?:href|src)="([^"]*)"/g).map(decoded)) {
        if (href.startsWith('https://')) continue
        followed += 1
        const target = new URL(href, `${service.url}${path}`)
        const { status, body: there } = await get(`${target.pathname}${target.search}`)
        // The console is built by the install; a run without it says so in words.
        assert.ok(status === 200 || (status === 503 && target.pathname === '/console'), `${path} → ${href}`)
        const anchor = decodeURIComponent(target.hash.slice(1))
        if (anchor !== '') assert.ok(idsOf(there).has(anchor), `${path} → ${href}`)
      }
    }
    assert.ok(followed > 1_000, String(followed))
  })

  test('links to other pages keep the language', async () => {
    for (const language of languages) {
      for (const path of pathsIn(language)) {
        const { body } = await get(path)
        const others = found(body, /<a (?![^>]*hreflang)[^>]*href="(\/guia[^"]*)"/g)
        assert.ok(others.length > names.length)
        for (const href of others) assert.match(href, new RegExp(`\\?lang=${language}(#|$)`), path)
      }
    }
  })

  test('comes in the language of the reader, and says which', async () => {
    const asked = (path: string, language: string) =>
      fetch(`${service.url}${path}`, { headers: { 'Accept-Language': language } })
    assert.match(await (await asked('/guia', 'pt-BR')).text(), /<html lang="pt-BR">/)
    const english = await asked('/guia/sandbox', 'en')
    assert.equal(english.headers.get('content-language'), 'en')
    assert.match(english.headers.get('vary') ?? '', /Accept-Language/)
    assert.match(await english.text(), /<html lang="en">/)
    assert.match(await (await asked('/guia?lang=pt', 'en')).text(), /<html lang="pt-BR">/)
  })

  test('is found by its words: the index leads to every page', async () => {
    for (const language of languages) {
      const index = JSON.parse((await get(`/guia/busca.json?lang=${language}`)).body) as string[][]
      for (const name of names)
        assert.ok(index.some(([href]) => href?.startsWith(`/guia/${name}?lang=${language}#`)))
      for (const [href = ''] of index) {
        const [path = '', anchor = ''] = href.split('#')
        assert.ok(idsOf((await get(path)).body).has(anchor), href)
      }
    }
  })

  test('no page weighs more than 300 kB, compressed, with its programs, its index and its pictures', async () => {
    const weights = new Map<string, number>()
    const weigh = async (path: string) => {
      const known = weights.get(path)
      if (known !== undefined) return known
      const answer = await fetch(`${service.url}${path}`)
      const bytes = gzipSync(Buffer.from(await answer.arrayBuffer())).length
      weights.set(path, bytes)
      return bytes
    }
    for (const path of languages.flatMap(pathsIn)) {
      const { body } = await get(path)
      const others = [...found(body, /\ssrc="([^"]*)"/g), `/guia/busca.json?lang=${path.slice(-2)}`]
      let bytes = gzipSync(body).length
      for (const other of others) bytes += await weigh(other)
      assert.ok(bytes <= 300_000, `${path}: ${bytes}`)
    }
  })

  test('lets nothing from elsewhere in and nothing inline run', async () => {
    const policy = (await fetch(`${service.url}/guia`)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
    const { body } = await get('/guia/first-query?lang=pt')
    assert.doesNotMatch(body, /<script(?![^>]*\ssrc=)|\son\w+="|\sstyle="/)
  })

  test('what is not there is 404, however it is spelled', async () => {
    for (const path of [
      '/guia/nothing',
      '/guia/',
      '/guia/figuras/nothing.png',
      '/guia/figuras/..%2f..%2fpackage.json',
      '/guia/figuras/../guide/pt/sandbox.md',
      '/guia/sandbox.md',
      '/guia/__proto__',
    ]) {
      const status = await rawStatus(service, path)
      assert.equal(status, 404, path)
    }
  })

  test('commands show the port of this machine, whatever Host a request sends', async () => {
    for (const path of ['/guia/first-query?lang=pt', '/docs/relatorioBasicoConsulta', '/docs']) {
      for (const host of [
        `127.0.0.1:${service.port}`,
        'lastro.exemplo.com.br',
        'a"><script>alert(1)</script>',
        "x';rm -rf ~;'",
        'a b',
        'user@host',
        '$(id)',
      ]) {
        const page = await pageFor(service, host, path)
        // A malformed host may be refused before a page is drawn.
        if (page === '' && /[^\w.:-]/.test(host)) continue
        const shown = new Set(page.match(/http:\/\/127\.0\.0\.1:\d+/g))
        if (path.startsWith('/guia')) assert.ok(shown.has(service.url), host)
        assert.ok(
          [...shown].every((one) => one === service.url),
          `${path} for ${host}`,
        )
        assert.doesNotMatch(page, /lastro\.exemplo\.com\.br|alert\(1\)|rm -rf|user@host/, host)
      }
    }
  })
})

test('where the operator says what the outer address is, commands have that', async () => {
  const service = await runService({ publicUrl: 'https://lastro.exemplo.com.br' })
  onTestFinished(service.close)
  const page = await pageFor(service, 'anything.else')
  assert.ok(page.includes('curl -s https://lastro.exemplo.com.br/sandbox/oauth/token'))
  assert.ok(!page.includes('anything.else'))
})

test('names that a service is reached by cannot fill its memory', () => {
  let writes = 0
  const files = encodedByKey('text/html', 1, (key) => `${key}${++writes}`)
  assert.equal(files('a'), files('a'))
  assert.equal(files('b').encodings.identity.toString(), 'b2')
  assert.equal(files('b').encodings.identity.toString(), 'b3')
})

test('markup in a file is shown, never run', () => {
  const attack = '<script>alert(1)</script>'
  const source = [
    `# ${attack}`,
    attack,
    `## ${attack}`,
    attack,
    `<img src=x onerror=alert(1)> \`${attack}\` **${attack}** ![${attack}](x.png) [${attack}](y.md)`,
    `| ${attack} |\n| --- |\n| ${attack} |`,
    `- ${attack}`,
    `\`\`\`sh\n${attack}\n\`\`\``,
  ].join('\n\n')
  const { opening, parts } = drawMarkdown(source, nowhere)
  const markup = `${opening.markup}${parts.markup}`
  assert.doesNotMatch(markup, /<script|<img/)
  assert.ok(markup.includes('&lt;script&gt;'))
})

test('a link out of the guide names the file of the repository', () => {
  const { markup } = drawMarkdown('See [examples](../../../examples/README.md).', nowhere).opening
  assert.equal(markup, '<p>See examples (<code>examples/README.md</code>).</p>')
})

test('headings of one name have anchors of their own', () => {
  const { sections } = drawMarkdown('# A\n\n## Não é? (1.2)\n\n## Não é? (1.2)\n', nowhere)
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    ['a', 'não-é-12', 'não-é-12-1'],
  )
})

test('no sentence was left untranslated, and every page has its place in the contents', () => {
  const same = Object.values(guideTexts).filter(({ pt, en }) => (pt as string) === en)
  assert.deepEqual(same, [])
  const listed = guideGroups.flatMap(({ pages }) => pages)
  assert.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
  )
})

test('its program names no operation that the contract does not have', () => {
  const program = readFileSync(new URL('guide.js', import.meta.url), 'utf8')
  assert.deepEqual(found(program, /ask\([`'](\/[^?`'$]*)/g), [
    '/console/v2/sessao',
    '/operador/v2/clientes',
    '/operador/v2/clientes/',
  ])
})

/** With any `Host`; empty where the request itself is refused. */
async function pageFor(
  { port }: RunningService,
  host: string,
  path = '/guia/first-query?lang=pt',
): Promise<string> {
  const asked = request({ port, path, headers: { Host: host } }).end()
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    asked.once('response', (one) => resolve([one])).once('error', reject)
  })
  const body = await text(answer)
  return answer.statusCode === 200 ? body : ''
}

/** As it is written: `fetch` would resolve the dots. */
const rawStatus = ({ port }: RunningService, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ port, path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end()
  })
