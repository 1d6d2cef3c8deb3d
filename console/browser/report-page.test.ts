import assert from 'node:assert/strict'
import { reportOutline } from '@lastro/reading/report-outline.ts'
import { reportPage } from '@lastro/service/features/reports/document/report-page.ts'
import { afterAll, test } from 'vitest'
import { patienceMs, startChromium } from './chromium.ts'
import { describeInBrowser } from './in-browser.ts'

const longName = 'X'.repeat(400)

const partner = {
  name: longName,
  documentType: 'CPF',
  documentId: '52998224725',
  sinceDate: '2020-10-10',
  nationality: longName,
  restrictionSign: 'true',
  documentConsistency: 'true',
  capitalTotalValue: '33.33',
}

const debt = {
  occurrenceDate: '2026-10-10',
  creditorName: longName,
  legalNature: 'CREDIARIO',
  contractId: longName,
  amount: '123456789.00',
  legalSquare: longName,
  principal: 'true',
  flagSubJudice: 'false',
}

const page = reportPage(
  reportOutline({
    product: 'relato',
    language: 'pt',
    result: {
      document: '11222333000181',
      report: {
        QSAReport: { partnerCompleteReport: { partnersList: [partner] } },
        negativeData: { listingP: { listingPResponse: [debt] } },
      },
    },
    meta: { environment: 'production', requestId: 'um', atMs: 0, checkCode: 'ABCD-EFGH-JKMN' },
  }),
)

/** A phone, both sides of where rows become cards, a desk, and the width of A4 between its margins. */
const widths = [320, 360, 831, 833, 1280]
const paperWidth = 688

describeInBrowser('a report with names of 400 characters, in a browser', async () => {
  const browser = await startChromium()
  afterAll(() => browser.close())

  test('is as wide as its page on any screen and on paper, and breaks no date and no short word', async () => {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(patienceMs)
    await tab.setContent(page)
    const seen = () =>
      tab.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const whole = [...document.querySelectorAll('td bdi')].filter((one) =>
          /^\d\d\/\d\d\/\d{4}$|^Principal$|^Sim$/.test(one.textContent),
        )
        const broken = whole.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent)
        return { isTooWide: scrollWidth > clientWidth, wholeCount: whole.length, broken }
      })
    const good = { isTooWide: false, wholeCount: 5, broken: [] }
    for (const width of widths) {
      await tab.setViewportSize({ width, height: 800 })
      assert.deepEqual(await seen(), good, `at ${width}`)
    }
    await tab.emulateMedia({ media: 'print' })
    await tab.setViewportSize({ width: paperWidth, height: 1000 })
    assert.deepEqual(await seen(), good, 'on paper')
  })
})
