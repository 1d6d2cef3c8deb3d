import { useEffect, useState } from 'react'

/** Whoever is still typing is not interrupted, and nothing is asked for every letter. */
const pauseMs = 300

/** A text once it has not changed for a moment. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
