import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { systemClock } from '@lastro/service/clock.ts'
import { watchDocument } from '@lastro/service/features/alerts/documents/watch-document.ts'
import { test } from 'vitest'
import { isLong } from '../../../service/testing/matrix.ts'
import type { Session } from '../../../service/testing/running-service.ts'
import { type ConsoleInBrowser, phone, type Visit } from '../console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from '../invented-debt.ts'
import { enlarged } from './can-be-read.ts'

/** Letters without a space, as many as a name may have in the narrowest of its fields. */
const longName = 'WOLFESCHLEGELSTEINHAUSENBERGERDORFF'.repeat(2)
const longLabel = longName.slice(0, 60)

const desk = { width: 1280, height: 800 }

/** As many as make a page long; whole as many as a busy client has. */
const rowCount = isLong ? 500 : 60

/** Debtors whose names are as long as they may be; more of them would show nothing more. */
const longNameCount = 20

/** Lists as long as a busy client has them, of names as long as they may be. */
export function crowdedPath(inBrowser: ConsoleInBrowser): void {
  const { service, newPerson, visit } = inBrowser

  test(`${rowCount} debts of one person, listings, queries and watched documents, with names of 70 letters: read by everyone`, async () => {
    const person = await newPerson(['analyst', 'creditor'])
    const client = person.client ?? assert.fail('of a client')
    await renameCreditor(inBrowser, client)
    await inTurns(rowCount, (at) =>
      insertDebt(service, client, { contractId: `CT-${at}-${'9'.repeat(10)}`, amount: '99999999.99' }),
    )
    await inTurns(longNameCount, (at) =>
      insertDebt(service, client, { name: longName, contractId: `LN-${at}` }),
    )
    await watchMany(inBrowser, client)
    await moveClock(service, client, 'P20D')
    await inTurns(rowCount, () =>
      service.call('/sandbox/cadastral/v2/consulta', {
        as: client,
        body: { documento: inventedDebt.documento },
      }),
    )
    const visited = await visit(person)
    await callThemLong(visited)
    for (const [path, listed = 0] of crowdedPages) {
      await visited.page.setViewportSize(desk)
      await visited.open(path)
      await visited.page.getByText(longName).first().waitFor()
      await readWhole(visited, listed)
      await standsAt(visited, path)
    }
    await reportOfAll(visited)
    await standsAt(visited, 'a report')
    await visited.close()
  })
}

/** Pages that are long, and how many rows their lists have once they are read to their end. */
const crowdedPages: readonly (readonly [string, number?])[] = [
  ['/'],
  ['/dividas', rowCount + longNameCount],
  ['/alertas/documentos', rowCount],
  ['/alertas'],
  ['/consultas?whose=everyones', rowCount],
]

/** Asks for every debt there is, and shows all of them. */
async function reportOfAll({ page, open }: Visit): Promise<void> {
  await page.setViewportSize(desk)
  await open('/consulta')
  await page.getByLabel('CPF ou CNPJ').fill(inventedDebt.documento)
  await page.locator('label.choice', { hasText: 'Mais anotações' }).click()
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.getByRole('button', { name: `Mostrar todas as ${rowCount} linhas` }).click()
}

/** A list reads itself to its end once it is sorted. */
async function readWhole({ page }: Visit, listed: number): Promise<void> {
  if (!isLong || listed === 0) return
  await page.locator('th button.sort').first().click()
  await page
    .getByText(new RegExp(`Linhas: ${listed}`))
    .first()
    .waitFor()
}

/** In a test run by the rules that long names and many rows break; whole by all of them. */
const brokenByMany = ['scrollable-region-focusable', 'list', 'svg-img-alt', 'target-size']

async function standsAt({ page, scrollsSideways, faultsForSome }: Visit, what: string): Promise<void> {
  for (const viewport of [desk, enlarged, phone]) {
    await page.setViewportSize(viewport)
    assert.equal(await scrollsSideways(), false, `${what} scrolls sideways at ${viewport.width}`)
  }
  assert.deepEqual(await faultsForSome(isLong ? undefined : brokenByMany), [], what)
}

/** Whoever is signed in, and their client, by names of eighty letters: in the bar of every page. */
async function callThemLong({ page }: Visit): Promise<void> {
  const name = `${longName}ABCDEFGHIJ`
  await page.route(/\/console\/v2\/sessao$/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.result?.user ?? {}, { name, clientName: name })
    await route.fulfill({ response, json })
  })
}

async function renameCreditor({ service }: ConsoleInBrowser, { clientId }: Session): Promise<void> {
  const found = await service.store.clients.findClient(clientId)
  assert.ok(found)
  const creditors = [{ document: '11222333000181', name: longName }]
  await service.store.clients.setContract(clientId, { ...found.contract, creditors })
}

/** Documents of companies that nobody has, past the door: a sandbox takes its few test documents only. */
async function watchMany({ service }: ConsoleInBrowser, { clientId }: Session): Promise<void> {
  const nowMs = systemClock.nowMs()
  const watched = Array.from({ length: rowCount }, (_, at) => {
    const one = watchDocument(
      { id: randomUUID(), register: clientId, clientId, nowMs, requestKey: undefined },
      { documento: inventedCnpj(at), label: longLabel },
      { language: 'pt', accepts: () => true },
    )
    assert.ok('document' in one)
    return one
  })
  await service.store.alerts.documents.insert(watched, nowMs)
}

function inventedCnpj(at: number): string {
  const base = `${String(90_000_000 + at)}0001`
  const digit = (text: string) => {
    const sum = text
      .split('')
      .reverse()
      .reduce((all, one, place) => all + Number(one) * (2 + (place % 8)), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = `${base}${digit(base)}`
  return `${first}${digit(first)}`
}

/** A few at once: a service answers one caller within its limits. */
async function inTurns(count: number, act: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, more) => act(at + more)))
  }
}
