import type { ComponentType } from 'react'
import { Loading } from '../../parts/loading.tsx'
import { useLoaded } from './use-loaded.ts'

/** A page that is loaded when it is first opened. */
export function LoadedPage({ load }: { readonly load: () => Promise<ComponentType> }) {
  const Page = useLoaded(load)
  return Page === undefined ? <Loading /> : <Page />
}
