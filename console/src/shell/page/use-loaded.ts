import { type ComponentType, useEffect, useState } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

const loaded = new Map<unknown, unknown>()

/**
 * What is loaded when it is first shown; undefined until it has come. React's own `lazy` would hold it back for 300 ms
 * more, so that nothing flickers; whoever waits would rather have it.
 */
export function useLoaded<Props>(load: Load<Props>): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let isLeft = false
    load().then(
      (found) => {
        loaded.set(load, found)
        if (!isLeft) setComponent(() => found)
      },
      (error) => !isLeft && setFailure(error),
    )
    return () => {
      isLeft = true
    }
  }, [load])
  if (failure !== undefined) throw failure
  return component
}
