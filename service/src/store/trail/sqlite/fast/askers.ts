type Asking = { readonly clientId: string; readonly product: string; readonly features: string }

/** A client and what it asks: `query` is the latter as the index by document names it. */
export type Asker = Asking & { readonly query: string }

/** Few clients ask few things, over and over, so a number stands for each. */
export class Askers {
  readonly #known: Asker[] = []
  readonly #numbers = new Map<string, number>()
  #last = 0

  numberOf(asking: Asking): number {
    // Records that follow one another are often of one client, and ask the same.
    const last = this.#known[this.#last]
    if (last === undefined || !isSame(last, asking)) this.#last = this.#find(asking)
    return this.#last
  }

  of(number: number): Asker {
    const asker = this.#known[number]
    if (asker === undefined) throw new Error(`Nobody has the number ${number}`)
    return asker
  }

  #find({ clientId, product, features }: Asking): number {
    const query = `${product} ${features}`
    const name = `${clientId} ${query}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.#known.push({ clientId, product, features, query }) - 1
    this.#numbers.set(name, number)
    return number
  }
}

const isSame = (one: Asking, other: Asking): boolean =>
  one.clientId === other.clientId && one.product === other.product && one.features === other.features
