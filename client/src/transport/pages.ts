import type { CallOptions, OperationCall } from './connection.ts'
import type { Transport } from './transport.ts'

/** One page of a list, newest first; without a cursor it is the last. */
export type Page<Item> = { readonly items: readonly Item[]; readonly cursor: string | undefined }

export type Limited = {
  /** How many a page: 1 to 200, 50 when absent. */
  readonly limit?: number | undefined
}

/** A list, whole or by pages. */
export type Paged<Item, Filter extends object> = {
  /** Every item, for `for await`. A page is asked for when the one before has been read. */
  readonly list: (filter?: Filter & Limited, options?: CallOptions) => AsyncGenerator<Item, void, undefined>
  readonly page: (
    filter?: Filter & Limited & { readonly cursor?: string | undefined },
    options?: CallOptions,
  ) => Promise<Page<Item>>
}

type Cursor = { readonly cursor?: string | undefined }

/** A document travels in a header: addresses end up in logs. */
export function paged<Result extends Cursor, Item, Filter extends object>(
  { get }: Transport,
  path: string,
  itemsOf: (result: Result) => readonly Item[],
): Paged<Item, Filter> {
  const page: Paged<Item, Filter>['page'] = async (filter, options) => {
    const { documento, ...query }: OperationCall['query'] & { documento?: string } = { ...filter }
    const headers = { 'x-documento': documento }
    const found = await get<Result>(path, options, { query, headers })
    return { items: itemsOf(found), cursor: found.cursor }
  }
  const list: Paged<Item, Filter>['list'] = async function* (filter, options) {
    let cursor: string | undefined
    do {
      const read = await page({ ...(filter as Filter), cursor }, options)
      yield* read.items
      cursor = read.cursor
    } while (cursor !== undefined)
  }
  return { page, list }
}
