import { FetchFault } from '../fetch/fetch-fault.ts'
import type { Publisher } from '../fetch/publisher.ts'
import type { Site } from '../fetch/site.ts'
import { type WebdavItem, webdavListing } from '../fetch/webdav-listing.ts'

/** A share of a Nextcloud, with a folder for each month. The token of the share is the user, without a password. */
export const receitaPublisher: Publisher = {
  address: 'https://YggdBLfdninEJX9@arquivos.receitafederal.gov.br/public.php/webdav',
  period: { form: /^\d{4}-(0[1-9]|1[0-2])$/, example: '2026-10' },
  periods: async (site) => {
    const items = await webdavListing(site, '')
    const months = items.filter((one) => one.isFolder && receitaPublisher.period.form.test(one.name))
    return months.map((one) => one.name).toSorted((a, b) => (a < b ? 1 : -1))
  },
  offer: async (site, period) => {
    const listed = new Map((await folder(site, period)).map((one) => [one.name, one]))
    const found = fileNames.flatMap((name) => listed.get(name) ?? [])
    return {
      files: found.map(({ name, size, etag }) => ({ name, url: site.at(`${period}/${name}`), size, etag })),
      missing: fileNames.filter((name) => !listed.has(name)),
    }
  },
}

/** A month that is not there has no files. */
const folder = (site: Site, period: string): Promise<readonly WebdavItem[]> =>
  webdavListing(site, `${period}/`).catch((error: unknown) => {
    if (error instanceof FetchFault && error.code === 'not_found') return []
    throw error
  })

const tenOf = (kind: string): string[] => Array.from({ length: 10 }, (_, at) => `${kind}${at}.zip`)

/** All that a month is made of. The small ones come first: a wrong address shows at once. */
const fileNames: readonly string[] = [
  'Cnaes.zip',
  'Motivos.zip',
  'Municipios.zip',
  'Naturezas.zip',
  'Paises.zip',
  'Qualificacoes.zip',
  'Simples.zip',
  ...tenOf('Empresas'),
  ...tenOf('Estabelecimentos'),
  ...tenOf('Socios'),
]
