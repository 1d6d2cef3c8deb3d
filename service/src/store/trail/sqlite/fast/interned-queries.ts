import { queryOf } from '@lastro/rules/trail/billing.ts'

type ClientQuery = { readonly clientId: string; readonly product: string; readonly features: string }

/** A client and what it asks: `query` is the latter as the index by document names it. */
export type InternedQuery = ClientQuery & { readonly query: string }

/** Few clients ask few things, over and over, so each is interned: a number stands for it. */
export class InternedQueries {
  readonly #known: InternedQuery[] = []
  readonly #ids = new Map<string, number>()
  #last = 0

  idOf(asked: ClientQuery): number {
    // Records that follow one another are often of one client, and ask the same.
    const last = this.#known[this.#last]
    if (last === undefined || !isSame(last, asked)) this.#last = this.#find(asked)
    return this.#last
  }

  of(id: number): InternedQuery {
    const query = this.#known[id]
    if (query === undefined) throw new Error(`No query was interned as ${id}`)
    return query
  }

  #find({ clientId, product, features }: ClientQuery): number {
    const query = queryOf({ product, features })
    const name = `${clientId} ${query}`
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const id = this.#known.push({ clientId, product, features, query }) - 1
    this.#ids.set(name, id)
    return id
  }
}

const isSame = (one: ClientQuery, other: ClientQuery): boolean =>
  one.clientId === other.clientId && one.product === other.product && one.features === other.features
