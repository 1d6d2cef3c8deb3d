import type { watchColumns } from '@lastro/contract/alerts/watch-columns.ts'
import type { LineField } from '../../parts/lines/file/line-field.ts'

type WatchField = LineField & { readonly name: (typeof watchColumns)[number] }

/** The fields of a document to be watched, in a file. */
export const watchFields: readonly WatchField[] = [
  {
    name: 'documento',
    isRequired: true,
    names: ['cpf', 'cnpj', 'cpf cnpj', 'cnpj cpf', 'cpf ou cnpj', 'cpfcnpj', 'document'],
    words: /\b(cpf|cnpj|documento)\b/,
    notWords: /\btipo\b/,
  },
  { name: 'events', names: ['eventos', 'evento'], constant: 'typed' },
  { name: 'label', names: ['rotulo', 'nome', 'cliente', 'referencia'] },
  { name: 'policy', names: ['politica'], constant: 'typed' },
  { name: 'until', spelling: 'day', names: ['ate', 'validade'], constant: 'typed' },
]
