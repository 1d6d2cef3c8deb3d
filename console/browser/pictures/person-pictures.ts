import { cleanPerson } from '../../../service/testing/services/listing-service.ts'
import { personPagesService } from '../../../service/testing/services/person-pages-service.ts'
import { loadedSubject } from '../../../service/testing/services/person-service.ts'
import { startChromium } from '../chromium.ts'
import { drawPicture } from './draw-picture.ts'

/** The pages of the person on file, who signs in at an issuer of identities. */
export async function drawPersonPages(): Promise<void> {
  const [service, browser] = await Promise.all([personPagesService('sqlite'), startChromium()])
  try {
    await service.load(loadedSubject)
    await service.published({ contractId: 'CT-1' })
    await service.reader.call('/relatorioBasico/v2/consulta', { body: { documento: cleanPerson } })
    const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
    await page.goto(`${service.url}/titular`)
    await drawPicture(page, 'titular')
    await page.getByRole('link', { name: /Entrar com/ }).click()
    await page.getByRole('heading', { level: 1, name: 'O que consta sobre você' }).waitFor()
    await drawPicture(page, 'titular-file')
    await page.getByRole('link', { name: /Ver tudo e contestar/ }).click()
    await page.getByLabel('O que está errado').waitFor()
    await drawPicture(page, 'titular-listing')
    await page.goBack()
    await page.getByRole('link', { name: 'Pedir uma correção' }).click()
    await page.getByLabel('Qual dado').waitFor()
    await drawPicture(page, 'titular-correction')
  } finally {
    await browser.close()
    await service.close()
  }
}
