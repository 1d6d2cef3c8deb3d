import { cguDataSet } from '../cgu/cgu-data-set.ts'
import { sanctionColumns, sanctionHeader } from '../cgu/sanction-columns.ts'

/** Companies punished under the anticorruption law: Cadastro Nacional de Empresas Punidas. Some are fined. */
export const cnep = cguDataSet('CNEP', {
  columns: { ...sanctionColumns, fine: 'VALOR DA MULTA' },
  header: sanctionHeader(['VALOR DA MULTA']),
})
