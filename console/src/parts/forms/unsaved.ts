import { useEffect, useId } from 'react'
import { useAskBeforeUnload } from './ask-before-unload.ts'

/** Forms on the page with something typed that nobody has saved. */
const unsaved = new Set<string>()

export const hasUnsaved = (): boolean => unsaved.size > 0

/**
 * Whoever leaves is asked first: by the browser where the tab goes, by the console where only the page does. What it
 * answers is called once all is saved, by whoever leaves in the same breath.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const id = useId()
  useAskBeforeUnload(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return undefined
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [id, isUnsaved])
  return () => void unsaved.delete(id)
}
