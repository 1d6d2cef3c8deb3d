import assert from 'node:assert/strict'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Role } from '@lastro/contract/roles.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { createUser, type NewSignIn } from '@lastro/service/features/users/manage-users.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { quickPasswords } from '../../service/testing/http/quick-passwords.ts'
import {
  type Options,
  type RunningService,
  runService,
  type Session,
} from '../../service/testing/running-service.ts'
import { axeFaults } from './axe-faults.ts'
import { buildOnce } from './build-once.ts'
import { patienceMs, startChromium } from './chromium.ts'

/** The console as it is served by a real service, in a real browser: one of each for all tests. */
export type ConsoleInBrowser = {
  readonly service: RunningService
  /** A person of a client of the sandbox; of a new client unless one is given. */
  readonly newPerson: (roles: readonly Role[], of?: Partial<PersonOptions>) => Promise<Person>
  /** A page as this person sees it, or as nobody does. It fails its test when anything goes wrong in it. */
  readonly visit: (person: Person | undefined, options?: VisitOptions) => Promise<Visit>
  readonly close: () => Promise<void>
}

type PersonOptions = { readonly client: Session; readonly contract: Partial<ClientContract> }

export type Person = NewSignIn & { readonly client: Session | undefined }

export type VisitOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'locale' | 'timezoneId' | 'javaScriptEnabled'
>

export type Visit = {
  readonly page: Page
  /** Opens a path below `/console` and waits until it has been drawn. */
  readonly open: (path: string) => Promise<void>
  /** Goes on to another page as a link of the console leads there, without loading the console again. */
  readonly follow: (path: string) => Promise<void>
  /** The addresses of every request so far. */
  readonly addresses: readonly string[]
  /** What is seriously wrong for whoever cannot see, or not well; by these rules alone where some are named. */
  readonly faultsForSome: (rules?: readonly string[]) => Promise<string[]>
  readonly scrollsSideways: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export const phone = { width: 360, height: 740 }

export async function startConsole(options: Pick<Options, 'clock'> = {}): Promise<ConsoleInBrowser> {
  await buildOnce()
  const [service, browser] = await Promise.all([runService(options), startChromium()])
  let count = 0
  return {
    service,
    newPerson: async (roles, of = {}) => {
      const isOperator = roles.includes('operator')
      const client = isOperator ? undefined : (of.client ?? (await service.newSession()))
      if (client !== undefined && of.contract !== undefined) await narrow(service, client, of.contract)
      const { users, clients } = service.store
      const made = await createUser(
        {
          users,
          passwords: quickPasswords,
          clock: options.clock ?? systemClock,
          findClient: clients.findClient,
        },
        { name: 'Ana de Exemplo', email: `ana${++count}@exemplo.com.br`, roles, clientId: client?.clientId },
      )
      if (typeof made === 'string') throw new Error(made)
      return { ...made, client }
    },
    visit: (person, visitOptions = {}) => visit(browser, service, person, visitOptions),
    close: async () => {
      await browser.close()
      await service.close()
    },
  }
}

async function narrow(service: RunningService, { clientId }: Session, changes: Partial<ClientContract>) {
  const client = await service.store.clients.findClient(clientId)
  assert.ok(client)
  await service.store.clients.setContract(clientId, { ...client.contract, ...changes })
}

async function visit(
  browser: Browser,
  service: RunningService,
  person: Person | undefined,
  options: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(patienceMs)
  if (person !== undefined) {
    const { email, password } = person
    const answer = await context.request.post(`${service.url}/console/v2/sessao`, {
      data: { email, password },
    })
    assert.equal(answer.status(), 201, await answer.text())
  }
  const page = await context.newPage()
  const faults: string[] = []
  const addresses: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text()))
      faults.push(message.text())
  })
  page.on('request', (request) => {
    addresses.push(request.url())
    if (!/^(blob:)?http:\/\/127\.0\.0\.1:/.test(request.url())) faults.push(`asked ${request.url()}`)
  })
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`)
  })
  const isDrawn = async () => {
    await page.locator('h1:not([data-left])').waitFor()
    await page.waitForFunction(() => document.querySelector('.loading') === null)
  }
  return {
    page,
    addresses,
    open: async (path) => {
      await page.goto(`${service.url}/console${path}`)
      await isDrawn()
    },
    follow: async (path) => {
      await page.evaluate((to) => {
        document.querySelector('h1')?.setAttribute('data-left', '')
        history.pushState(null, '', to)
      }, `/console${path}`)
      await isDrawn()
    },
    faultsForSome: (rules) => axeFaults(page, rules),
    scrollsSideways: () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth),
    close: async () => {
      await context.close()
      assert.deepEqual(faults, [])
    },
  }
}

/** The browser's own line about an answer that a page expects and shows. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
