import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { isTechnical } from '../src/voice/technical-words.ts'
import type { ConsoleInBrowser } from './console-in-browser.ts'
import { pressEscape } from './press-escape.ts'

/**
 * What stands on a page although it looks like a code, because it is what the reader came for: the page, the text, and
 * why. A new line here is looked at by somebody.
 */
const allowed: readonly { readonly path: RegExp; readonly text: RegExp; readonly why: string }[] = [
  {
    path: /\/chaves$/,
    text: /^lk_(test|live)_…[\w-]{4}$/,
    why: 'how a key begins and ends is how it is known again',
  },
  { path: /\/lotes?$/, text: /UTF-8/, why: 'the choice that a spreadsheet offers when it is saved' },
  {
    path: /^\/(operador\/fila)?$/,
    text: /(configuração|setting) LASTRO_[A-Z_]+/,
    why: 'the operator has to type it, as it is',
  },
  {
    path: /^\/operador\/dados$/,
    text: /lastro data import (e|and) --resume/,
    why: 'the command that goes on with the import',
  },
  {
    path: /^\/operador\/cobertura$/,
    text: /^lastro bureau load (ARQUIVO|FILE) --covers check,notary --for cpf,cnpj --as-of (DIA|DAY)$/,
    why: 'the command that declares coverage, to be copied',
  },
]

/** Names that the service gives to things, shown to be copied and told apart: `cli_…`, a UUID, a digest. */
const ids = /\b[a-z]{2,5}_[\w-]{8,}|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{16,}\b/gi

/** What stands in sight although it is a verb, path, code, status, setting or member of the service's own. */
export const codesOn = async (page: Page, path: string): Promise<readonly string[]> =>
  (await textsOf(page)).filter((text) => isCode(path, text))

/** The same of what is asked in the dialogs that the head of a page opens. */
export const codesInDialogsOf = async (page: Page, path: string): Promise<readonly string[]> =>
  (await textsOfDialogs(page)).filter((text) => isCode(path, text))

/** What failed comes as programs left it: that too is said in words. */
export function spokenFailures({ newPerson, visit }: ConsoleInBrowser): void {
  test('what failed is told in words where work and deliveries wait', async () => {
    const { page, open, close } = await visit(await newPerson(['operator']))
    await withFailures(page)
    await open('/operador/fila?topic=notice.send')
    for (const text of [
      'O destino falhou ao receber a mensagem.',
      'O destino não atendeu, ou cortou a conexão.',
      'O destino não respondeu a tempo.',
      'O destino não atendeu.',
      'O armazenamento do serviço falhou.',
      'Falhou. A razão está no registro de eventos do serviço.',
    ])
      await page.getByText(text, { exact: true }).waitFor()
    assert.deepEqual(await codesOn(page, '/operador/fila'), [])
    await close()
  })
}

/** What the service keeps of failures, as programs left it. */
async function withFailures(page: Page): Promise<void> {
  const at = '2026-11-16T12:00:00-03:00'
  const of = {
    environment: 'sandbox',
    clientId: 'cli_aaaaaaaaaaaaaaaa',
    createdAt: at,
    dueAt: at,
    attempts: 2,
  }
  const deliveries = [
    { lastStatus: 503 },
    { lastError: { at, text: 'unreachable: ECONNREFUSED' } },
    { lastStatus: 404, lastError: { at, text: 'timeout' } },
  ].map((fault, count) => ({
    ...of,
    ...fault,
    occurrenceId: `o${count}`,
    targetId: `t${count}`,
    kind: 'webhook',
    event: 'listing.published',
  }))
  const jobs = [
    'connect ECONNREFUSED',
    'SQLITE_BUSY: database is locked',
    "reading 'documento' of undefined",
  ].map((text, count) => ({
    ...of,
    id: `${count}`,
    topic: 'notice.send',
    underWay: false,
    lastError: { at, text },
  }))
  for (const [path, changes] of [
    ['entregas', { deliveries }],
    ['tarefas', { jobs }],
  ] as const)
    await page.route(new RegExp(`/fila/${path}`), async (route) => {
      const answer = await route.fetch()
      const { result, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, result: { ...result, ...changes } } })
    })
}

function isCode(path: string, text: string): boolean {
  if (allowed.some((one) => one.path.test(path) && one.text.test(text))) return false
  const said = text.replace(ids, ' ')
  return isTechnical(said) || isEvent(said) || isConstant(said) || isStatusAlone(text)
}

/** `listing.published`, `registration.consumerName`: a dot between words is no end of a sentence. */
const isEvent = (text: string): boolean => /(^|\s)[a-z_]+\.[a-z_]+(\s|$)/.test(text)

/** `MAIS_ANOTACOES`. */
const isConstant = (text: string): boolean => /\b[A-Z]+_[A-Z_]+\b/.test(text)

const isStatusAlone = (text: string): boolean => /^[1-5]\d\d$/.test(text.trim())

/** Whatever is read or heard: texts in sight, with everything unfolded, and the names of what has none. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const isShown = parentElement?.checkVisibility() || parentElement?.tagName === 'OPTION'
      if (isShown && textContent?.trim()) texts.push(textContent.trim())
    }
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(one.getAttribute(name) ?? '')
    return texts
  })

async function textsOfDialogs(page: Page): Promise<string[]> {
  const texts: string[] = []
  const buttons = page.locator('main .page-head .acts button[type="button"]:visible')
  for (let at = 0; at < (await buttons.count()); at++) {
    await buttons.nth(at).click()
    const dialog = page.getByRole('dialog')
    if ((await dialog.count()) === 0) continue
    const all = dialog.getByRole('checkbox', { name: /Todos|All/ }).first()
    if ((await all.count()) > 0) await all.uncheck()
    texts.push(...(await textsOf(page)))
    await pressEscape(page)
    // Where something was changed it is asked about.
    await page.waitForFunction(() => {
      const dialogs = document.querySelectorAll('[role="dialog"]')
      return (
        dialogs.length === 0 ||
        /Sair sem salvar|Leave without saving/.test(dialogs[dialogs.length - 1]?.textContent ?? '')
      )
    })
    const leave = page.getByRole('button', { name: /Sair sem salvar|Leave without saving/ })
    if ((await leave.count()) > 0) await leave.click()
    await dialog.waitFor({ state: 'detached' })
  }
  return texts
}
