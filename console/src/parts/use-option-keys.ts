import { type KeyboardEvent, useEffect, useId, useState } from 'react'

type OptionKeys<One> = {
  readonly listId: string
  readonly optionId: (one: One) => string
  /** The option that Enter takes; undefined where there is none. */
  readonly marked: One | undefined
  readonly onKey: (event: KeyboardEvent) => void
  /** Back to the first: other options will be there. */
  readonly restart: () => void
}

/**
 * The keys of a field above a list of options, which keeps the focus all the while: arrows go round the list, Enter
 * takes the option that is marked.
 */
export function useOptionKeys<One>(options: readonly One[], onTake: (one: One) => void): OptionKeys<One> {
  const id = useId()
  const [at, setAt] = useState(0)
  const place = Math.min(at, options.length - 1)
  const marked = options[place]
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return {
    listId: `${id}-list`,
    optionId: (one) => `${id}-${options.indexOf(one)}`,
    marked,
    onKey: (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (marked === undefined || (step === undefined && event.key !== 'Enter')) return
      event.preventDefault()
      if (step === undefined) onTake(marked)
      else setAt((place + step + options.length) % options.length)
    },
    restart: () => setAt(0),
  }
}
