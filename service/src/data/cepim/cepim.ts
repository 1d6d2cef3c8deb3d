import { cguDataSet } from '../cgu/cgu-data-set.ts'

/**
 * Non-profits barred from agreements with the Union: Cadastro de Entidades Privadas sem Fins Lucrativos Impedidas. It
 * tells no dates: who is listed is barred.
 */
export const cepim = cguDataSet('CEPIM', {
  columns: {
    document: 'CNPJ ENTIDADE',
    code: 'NÚMERO CONVÊNIO',
    sanctioningBody: 'ÓRGÃO CONCEDENTE',
    category: 'MOTIVO DO IMPEDIMENTO',
  },
  header: ['CNPJ ENTIDADE', 'NOME ENTIDADE', 'NÚMERO CONVÊNIO', 'ÓRGÃO CONCEDENTE', 'MOTIVO DO IMPEDIMENTO'],
})
