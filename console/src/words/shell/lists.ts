import type { Words } from '../words.ts'

/** What is said above every list. */
export const listWords = {
  search: { pt: 'Procurar nesta lista', en: 'Search this list' },
  rows: { pt: 'Linhas: {count}', en: 'Rows: {count}' },
  rowsOf: { pt: 'Linhas: {count} de {total}', en: 'Rows: {count} of {total}' },
  rowsSoFar: { pt: 'Linhas: {count}, e há mais', en: 'Rows: {count}, and there are more' },
  sum: { pt: '{label}, soma: {sum}', en: '{label}, sum: {sum}' },
  ofWhatIsListed: { pt: 'só do que está na lista', en: 'only of what is listed' },
  reading: {
    pt: 'Lendo o resto da lista, para ordenar e procurar em tudo…',
    en: 'Reading the rest of the list, to sort and search all of it…',
  },
  tooLong: {
    pt: 'A lista é longa demais para ser ordenada ou procurada aqui: passa de {count} linhas. Filtre antes.',
    en: 'The list is too long to be sorted or searched here: it is past {count} rows. Filter it first.',
  },
  notFound: { pt: 'Nenhuma linha tem o que você procura.', en: 'No row has what you are looking for.' },
  showAll: { pt: 'Mostrar tudo', en: 'Show all' },
  csv: { pt: 'Baixar CSV ({count})', en: 'Download CSV ({count})' },
  sortBy: { pt: 'Ordenar por', en: 'Sort by' },
  asRead: { pt: 'A ordem da lista', en: 'The order of the list' },
  rising: { pt: '{label}, crescente', en: '{label}, ascending' },
  falling: { pt: '{label}, decrescente', en: '{label}, descending' },
} as const satisfies Words
