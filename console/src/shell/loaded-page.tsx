import { type ComponentType, useEffect, useState } from 'react'
import { Loading } from '../parts/loading.tsx'

type Load = () => Promise<ComponentType>

const loaded = new Map<Load, ComponentType>()

/**
 * A page that is loaded when it is first opened. React's own `lazy` would hold it back for 300 ms once it has come,
 * so that nothing flickers; whoever waits for a page would rather have it.
 */
export function LoadedPage({ load }: { readonly load: Load }) {
  const [Page, setPage] = useState(() => loaded.get(load))
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let isLeft = false
    load().then(
      (page) => {
        loaded.set(load, page)
        if (!isLeft) setPage(() => page)
      },
      (error) => !isLeft && setFailure(error),
    )
    return () => {
      isLeft = true
    }
  }, [load])
  if (failure !== undefined) throw failure
  return Page === undefined ? <Loading /> : <Page />
}
