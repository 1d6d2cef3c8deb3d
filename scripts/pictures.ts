import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { startChromium } from '../console/browser/chromium.ts'
import { type RunningService, runService } from '../service/testing/running-service.ts'

/**
 * `npm run pictures` makes the pictures of docs/pictures anew: a report of the sandbox as a page, in Chromium, and
 * as a PDF, drawn by pdftoppm (Debian's poppler-utils).
 */
const pictures = resolve(import.meta.dirname, '../docs/pictures')

/** Larger ones would make every clone slow for a look at them. */
const pictureBytesMax = 300 * 1024

const everySection = '00000001244'
const manyDebts = '00000001163'

/** What is pictured must not change with the day it is pictured on. */
const clock = { nowMs: () => Date.UTC(2026, 10, 15, 12) }

async function makePictures(): Promise<void> {
  const service = await runService({ clock })
  const browser = await startChromium()
  try {
    const page = (await reportOf(service, everySection, 'text/html')).toString()
    await picturePage(browser, page, 'report-light', { viewport: { width: 1100, height: 1250 } })
    await picturePage(browser, page, 'report-dark', {
      viewport: { width: 1100, height: 1250 },
      colorScheme: 'dark',
    })
    await picturePage(browser, page, 'report-phone', { viewport: { width: 360, height: 1100 } })
    picturePdf(await reportOf(service, manyDebts, 'application/pdf'), 'report-pdf')
    await pictureLanding(browser, service.url)
  } finally {
    await browser.close()
    await service.close()
  }
}

async function reportOf(service: RunningService, documento: string, accept: string): Promise<Buffer> {
  const features = ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES']
  const headers = { Accept: accept, 'X-Request-Id': 'consulta-de-exemplo' }
  const as = await service.newSession()
  return (
    await service.call('/sandbox/relatorioBasico/v2/consulta', { as, headers, body: { documento, features } })
  ).bytes
}

async function picturePage(
  browser: Browser,
  html: string,
  name: string,
  options: BrowserContextOptions,
): Promise<void> {
  const page = await browser.newPage(options)
  await page.setContent(html)
  await page.screenshot({ path: pathOf(name) })
  await page.close()
  checkSize(name)
}

async function pictureLanding(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1500 }, locale: 'pt-BR' })
  await page.goto(url)
  await page.selectOption('select', '12345678909')
  await page.getByRole('button', { name: 'Consultar' }).click()
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: pathOf('landing') })
  await page.close()
  checkSize('landing')
}

/** The first two pages. */
function picturePdf(pdf: Buffer, name: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-pictures-'))
  try {
    const file = join(directory, 'report.pdf')
    writeFileSync(file, pdf)
    for (const page of ['1', '2']) {
      execFileSync('pdftoppm', [
        '-png',
        '-r',
        '90',
        '-f',
        page,
        '-l',
        page,
        '-singlefile',
        file,
        join(pictures, `${name}-${page}`),
      ])
      checkSize(`${name}-${page}`)
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const pathOf = (name: string): string => join(pictures, `${name}.png`)

function checkSize(name: string): void {
  const { size } = statSync(pathOf(name))
  if (size > pictureBytesMax) throw new Error(`${name} has ${size} bytes, and may have ${pictureBytesMax}`)
}

await makePictures()
