import { cguDataSet } from '../cgu/cgu-data-set.ts'
import { sanctionColumns, sanctionHeader } from '../cgu/sanction-columns.ts'

/** Companies declared unfit or suspended from public contracts: Cadastro de Empresas Inidôneas e Suspensas. */
export const ceis = cguDataSet('CEIS', { columns: sanctionColumns, header: sanctionHeader() })
