/** What an operation is done on, by how its name begins, and where that has a page. */
const places = {
  operadorClientes: '/operador/clientes',
  operadorContrato: '/operador/clientes',
  operadorChaves: '/operador/clientes',
  operadorAnotacoes: '/operador/analise',
} as const

/** The page of what an act was done on; undefined where it has none. */
export function targetPath(operation: string, id: string): string | undefined {
  const [, place] = Object.entries(places).find(([name]) => operation.startsWith(name)) ?? []
  return place && `${place}/${encodeURIComponent(id)}`
}
