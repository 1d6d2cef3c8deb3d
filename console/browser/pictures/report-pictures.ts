import type { ConsoleInBrowser } from '../console-in-browser.ts'
import { drawPicture, drawShown } from './draw-picture.ts'

const everySection = '00000001244'

/** A report as a page of its own, as `Accept: text/html` has it. */
export async function drawReportPage({ service, visit }: ConsoleInBrowser): Promise<void> {
  const as = await service.newSession()
  const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', {
    as,
    headers: { Accept: 'text/html', 'X-Request-Id': 'consulta-de-exemplo' },
    body: { documento: everySection, features: ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES'] },
  })
  const { page, close } = await visit(undefined, { viewport: { width: 1100, height: 1250 } })
  await page.setContent(answer.text)
  await drawShown(page, 'report-light')
  await drawPicture(page, 'report-page')
  await close()
}
