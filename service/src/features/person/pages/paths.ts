/** The addresses of the pages for people on file. A CPF stands in none of them. */
export const paths = {
  start: '/titular',
  signIn: '/titular/entrar',
  back: '/titular/volta',
  signOut: '/titular/sair',
  file: '/titular/arquivo',
  letter: '/titular/carta',
  correction: '/titular/correcao',
  listing: '/titular/anotacoes/{id}',
} as const

export const listingPath = (id: string): string => paths.listing.replace('{id}', encodeURIComponent(id))
