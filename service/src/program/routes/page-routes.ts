import { reportStyle } from '../../features/reports/document/report-style.ts'
import { testDocuments, testDocumentsRoute } from '../../features/sandbox/test-documents.ts'
import { consoleDirectory, consoleFiles } from '../../pages/console/console-files.ts'
import { consoleRoutes } from '../../pages/console/console-routes.ts'
import { docsRoutes } from '../../pages/docs/docs-routes.ts'
import { guideRoutes } from '../../pages/guide/guide-routes.ts'
import { landingRoutes } from '../../pages/landing/landing-routes.ts'
import { ownBase } from '../../pages/reading/own-base.ts'
import { readingRoutes } from '../../pages/reading/reading-routes.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Parts } from '../parts.ts'

/** Pages: reference, guide, landing, console. */
export function pageRoutes(deps: AppDeps, parts: Parts) {
  const { products, operations } = parts
  const base = () => ownBase(deps.signIn.publicUrl, deps.port())
  return [
    testDocumentsRoute(products),
    ...docsRoutes({ operations, testDocuments: (language) => testDocuments(products, language) }, base),
    ...readingRoutes(),
    ...guideRoutes(base),
    ...landingRoutes((language) => testDocuments(products.slice(0, 1), language), [reportStyle]),
    // Last, because it takes whatever address is left below its own.
    ...consoleRoutes(consoleFiles(deps.consoleDirectory ?? consoleDirectory)),
  ]
}
