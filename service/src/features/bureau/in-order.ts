/**
 * Does the same to each of many, several at once, and gives what came of them in their order. Where one fails, those
 * after it are not given. Where there are no more because their source failed, those begun before are given first.
 */
export async function* inOrder<One, Made>(
  all: AsyncIterable<One>,
  make: (one: One) => Promise<Made>,
  atOnceMax: number,
): AsyncGenerator<Made> {
  const begun: Promise<Made>[] = []
  const source = endOrFailure(all)
  for await (const next of source) {
    if (next.kind === 'failed') {
      yield* begun
      throw next.error
    }
    const made = make(next.one)
    // It is waited for in its turn; until then a failure of it is not unhandled.
    made.catch(() => undefined)
    begun.push(made)
    if (begun.length >= atOnceMax) yield await (begun.shift() as Promise<Made>)
  }
  yield* begun
}

type Next<One> =
  | { readonly kind: 'one'; readonly one: One }
  | { readonly kind: 'failed'; readonly error: unknown }

async function* endOrFailure<One>(all: AsyncIterable<One>): AsyncGenerator<Next<One>> {
  try {
    for await (const one of all) yield { kind: 'one', one }
  } catch (error) {
    yield { kind: 'failed', error }
  }
}
